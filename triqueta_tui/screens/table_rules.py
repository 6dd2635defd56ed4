"""The rules of a table: for one that is being opened, or for one whose host thinks again."""

from collections.abc import Mapping
from typing import Any

from protocol.requests import TableRules
from triqueta_tui.locale import say
from triqueta_tui.screens.card import Card
from triqueta_tui.screens.table_rules_form import rule_lines, rules_in
from triqueta_tui.widgets.form import Line

ChosenRules = tuple[TableRules, dict[str, Any]]


class TableRulesCard(Card[ChosenRules]):
    """The result is what was chosen, None if nothing is to change."""

    def __init__(
        self, game: str, rules: TableRules, options: Mapping[str, Any], *, new: bool = False
    ) -> None:
        """``new`` if there is no table yet."""
        super().__init__()
        self._new = new
        self._game = game
        self._rules = rules
        self._options = options

    def title_words(self) -> str:
        """The table's rules."""
        return say("rooms.rules.new" if self._new else "rooms.rules.title")

    def advice(self) -> str:
        """What Enter does."""
        return say("rooms.rules.open_advice" if self._new else "rooms.rules.advice")

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        """As they are."""
        return rule_lines(self._game, now, self._rules, self._options)

    def done(self) -> None:
        """Play by these."""
        self.dismiss(rules_in(self._game, self.form.values, self._rules))
