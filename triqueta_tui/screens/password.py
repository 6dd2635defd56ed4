"""Asks for the password of a table or a server."""

from collections.abc import Mapping

from triqueta_tui.locale import say
from triqueta_tui.screens.form_card import Card
from triqueta_tui.widgets.form import Line


class Password(Card[str | None]):
    """The result is what was typed, or None."""

    advice_key = "rooms.locked.advice"

    def __init__(self, title: str, *, wrong: bool = False) -> None:
        """``wrong`` if one was given already, and it is not the right one."""
        super().__init__()
        self._title = title
        self._wrong = wrong

    def on_mount(self) -> None:
        if self._wrong:
            self.fail(say("errors.wrong_password"))

    def title_words(self) -> str:
        return self._title

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        return [Line("password", say("rooms.password"), secret=True)]

    def on_form_done(self) -> None:
        self.dismiss(self.form["password"])
