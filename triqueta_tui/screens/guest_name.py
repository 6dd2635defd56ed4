"""Asks a guest for a name, once."""

from collections.abc import Mapping

from protocol.errors import Refusal
from protocol.text import clean_name
from triqueta_tui.locale import say
from triqueta_tui.net.error_words import reason
from triqueta_tui.screens.form_card import Card
from triqueta_tui.widgets.form import Line


class GuestName(Card[str]):
    """The result is a name; None from somebody who gives none."""

    title_key = "guest.name.title"

    def __init__(self, *, kept: bool) -> None:
        """``kept`` says whether the name is remembered for the next visit."""
        super().__init__()
        self.advice_key = "guest.name.kept" if kept else "guest.name.advice"

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        return [Line("name", say("rooms.join.name"), hint=say("guest.name.nobody"))]

    def on_form_done(self) -> None:
        try:
            self.dismiss(clean_name(self.form["name"].strip() or say("guest.name.nobody")))
        except Refusal as refusal:
            self.fail(reason(refusal.code, refusal.detail))
