"""A table for friends: this machine becomes the server, and the waiting room shows how to get there."""

from collections.abc import Mapping

from protocol.requests import TableRules
from triqueta_tui.games import DEFAULT
from triqueta_tui.intents import HostTable
from triqueta_tui.locale import say
from triqueta_tui.screens.card import Card
from triqueta_tui.screens.table_rules_form import rule_lines, rules_in
from triqueta_tui.widgets.form import Line


class Host(Card[None]):
    """By which rules the table is opened."""

    def title_words(self) -> str:
        """A table for friends."""
        return say("rooms.host.title")

    def advice(self) -> str:
        """What happens then."""
        return say("rooms.host.advice")

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        """The table's rules, and a password for it."""
        hint = say("rooms.host.password_hint")
        password = Line("password", say("rooms.password"), secret=True, hint=hint)
        return [*rule_lines(DEFAULT, now, TableRules(), {}), password]

    def done(self) -> None:
        """Open the table."""
        rules, options = rules_in(DEFAULT, self.form.values, TableRules())
        self.app.go(HostTable(rules=rules, options=options, password=self.form["password"] or None))
