"""The form with which a guest joins a table by its code."""

from collections.abc import Mapping

from triqueta_tui.locale import say
from triqueta_tui.screens.form_card import Card
from triqueta_tui.widgets.form import Line


class GuestJoin(Card[None]):
    title_key = "rooms.join.title"
    advice_key = "guest.join_advice"

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        return [
            Line("code", say("rooms.join.code")),
            Line("password", say("rooms.password"), secret=True, hint=say("guest.password_hint")),
        ]

    def on_form_done(self) -> None:
        code = self.form["code"].strip().upper()
        if code:
            self.app.enter_by_code(code, self.form["password"] or None)
        else:
            self.fail(say("guest.no_code"))
