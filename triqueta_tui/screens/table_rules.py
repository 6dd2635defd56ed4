"""The form with a table's rules: for a new table, or to change them in the waiting room."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from protocol.requests import Substitute, TableRules
from triqueta_tui.game import Game
from triqueta_tui.screens.form_card import Card
from triqueta_tui.screens.table_rules_form import chosen_game, game_line, rule_lines, rules_in, substitute_in
from triqueta_tui.widgets.form import Line


@dataclass(frozen=True)
class TableSetUp:
    game: str
    rules: TableRules
    options: Mapping[str, Any]
    substitute: Substitute | None = None
    """None: the server has no such rule."""


class TableRulesCard(Card[TableSetUp]):
    """The result is what was chosen, or None."""

    def __init__(self, games: Sequence[Game], now: TableSetUp, *, new: bool = False) -> None:
        """``games`` are those to choose from; ``new`` if there is no table yet."""
        super().__init__()
        self.title_key = "rooms.rules.new" if new else "rooms.rules.title"
        self.advice_key = "rooms.rules.open_advice" if new else "rooms.rules.advice"
        self._games = games
        self._now = now
        self._before = next(one for one in games if one.name == now.game)

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        game = chosen_game(self._games, now, self._before)
        options = self._now.options if game is self._before else {}
        rules, substitute = self._now.rules, self._now.substitute
        return [*game_line(self._games, game), *rule_lines(game, now, rules, options, substitute)]

    def on_form_done(self) -> None:
        game = chosen_game(self._games, self.form.values, self._before)
        rules, options = rules_in(game, self.form.values, self._now.rules)
        self.dismiss(TableSetUp(game.name, rules, options, substitute_in(self.form.values)))
