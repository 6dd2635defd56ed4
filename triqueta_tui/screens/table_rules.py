"""The form with a table's rules: for a new table, or to change them in the waiting room."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec import UNSET

from protocol.events import Room
from protocol.requests import Substitute, TableRules
from triqueta_tui.game import Game
from triqueta_tui.screens.door_form import DOOR_LINES, door_lines
from triqueta_tui.screens.form_card import Card
from triqueta_tui.screens.rated_form import rated_caution, rated_in
from triqueta_tui.screens.series_form import SeriesChoice, series_caution, series_in
from triqueta_tui.screens.table_rules_form import (
    chosen_game,
    coach_in,
    game_line,
    option_advice,
    rule_lines,
    rules_in,
    substitute_in,
)
from triqueta_tui.widgets.form import Line


@dataclass(frozen=True)
class TableSetUp:
    game: str
    rules: TableRules
    options: Mapping[str, Any]
    substitute: Substitute | None = None
    """None: the server has no such rule."""
    coach: bool | None = None
    """The same."""
    rated: bool | None = None
    """The same."""
    series: SeriesChoice = UNSET
    """Unset: the same."""
    door: Mapping[str, str] = field(default_factory=dict)
    """What the form says about who may come, if it asks for that."""
    as_before: bool = False
    """Whether everything else was left as it was."""


class TableRulesCard(Card[TableSetUp]):
    """The result is what was chosen, or None."""

    def __init__(
        self, games: Sequence[Game], now: TableSetUp, *, new: bool = False, room: Room | None = None
    ) -> None:
        """``games`` are those to choose from; ``new`` if there is no table yet, otherwise its ``room``."""
        super().__init__()
        self._room = room
        self.title_key = "rooms.rules.new" if new else "rooms.rules.title"
        self.advice_key = "rooms.rules.open_advice" if new else "rooms.rules.advice"
        self._games = games
        self._now = now
        self._before = next(one for one in games if one.name == now.game)

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        game = chosen_game(self._games, now, self._before)
        options = self._now.options if game is self._before else {}
        rules, substitute = self._now.rules, self._now.substitute
        door = door_lines(self._room, now) if self._room is not None else []
        more = (substitute, self._now.coach)
        lines = rule_lines(game, now, rules, options, *more, rated=self._now.rated, series=self._now.series)
        return [*game_line(self._games, game), *lines, *door]

    def caution(self, now: Mapping[str, str]) -> str:
        game = chosen_game(self._games, now, self._before)
        lost = "" if self._room is None else series_caution(self._room, anew=self._plays_another(game, now))
        return "\n".join(filter(None, (option_advice(game, now), rated_caution(now), lost)))

    def _plays_another(self, game: Game, now: Mapping[str, str]) -> bool:
        """Whether what is filled in begins a series anew: another game, other options, seats or series."""
        before = {line.name: line.value for line in self.lines({})}
        set_up, was = game.load_set_up(), self._before.load_set_up()
        options = {line.name for line in set_up.lines(int(now["seats"]), set_up.options(now))}
        options |= {line.name for line in was.lines(self._now.rules.seats, self._now.options)}
        return any(now.get(name) != before.get(name) for name in {"game", "seats", "series", *options})

    def on_form_done(self) -> None:
        game = chosen_game(self._games, self.form.values, self._before)
        rules, options = rules_in(game, self.form.values, self._now.rules)
        values = self.form.values
        more = (substitute_in(values), coach_in(values), rated_in(values), series_in(values))
        chosen = TableSetUp(game.name, rules, options, *more)
        if self._room is not None:
            door = {name: value for name, value in values.items() if name in DOOR_LINES}
            rest = {name: value for name, value in values.items() if name not in DOOR_LINES}
            before = {line.name: line.value for line in self.lines({}) if line.name not in DOOR_LINES}
            chosen = replace(chosen, door=door, as_before=rest == before)
        self.dismiss(chosen)
