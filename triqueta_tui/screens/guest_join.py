"""To a table of this server by its code."""

from collections.abc import Mapping

from triqueta_tui.locale import say
from triqueta_tui.screens.card import Card
from triqueta_tui.widgets.form import Line


class GuestJoin(Card[None]):
    """The code, and the table's password if it has one."""

    def title_words(self) -> str:
        """Join."""
        return say("rooms.join.title")

    def advice(self) -> str:
        """Where the code comes from."""
        return say("guest.join_advice")

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        """Which table, and its password."""
        return [
            Line("code", say("rooms.join.code")),
            Line("password", say("rooms.password"), secret=True, hint=say("guest.password_hint")),
        ]

    def done(self) -> None:
        """Go there, if a table was named."""
        code = self.form["code"].strip().upper()
        if code:
            self.app.enter_by_code(code, self.form["password"] or None)
        else:
            self.fail(say("guest.no_code"))
