"""A table or a server that asks for a password."""

from collections.abc import Mapping

from triqueta_tui.locale import say
from triqueta_tui.screens.card import Card
from triqueta_tui.widgets.form import Line


class Password(Card[str]):
    """One line; the result is what was typed, None if somebody thought better of it."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def title_words(self) -> str:
        """Who asks."""
        return self._title

    def advice(self) -> str:
        """Who knows it."""
        return say("rooms.locked.advice")

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        """The password."""
        return [Line("password", say("rooms.password"), secret=True)]

    def done(self) -> None:
        """Try it."""
        self.dismiss(self.form["password"])
