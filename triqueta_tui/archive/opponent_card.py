"""Asks for the name of an opponent whose games are to be listed."""

from collections.abc import Mapping, Sequence

from protocol.text import clean
from triqueta_tui.locale import say
from triqueta_tui.screens.form_card import Card
from triqueta_tui.widgets.form import Line


class OpponentCard(Card[str]):
    """The result is the name, empty for everybody; None if nothing is to change."""

    title_key = "my_games.opponent.title"
    advice_key = "my_games.opponent.advice"

    def __init__(self, now: str, suggested: Sequence[str]) -> None:
        """``suggested`` are the opponents in the game that is marked."""
        super().__init__()
        self._begin_with = now or (suggested[0] if suggested else "")

    def lines(self, now: Mapping[str, str]) -> list[Line]:
        hint = say("my_games.opponent.hint")
        return [Line("name", say("my_games.opponent.label"), value=self._begin_with, hint=hint)]

    def on_form_done(self) -> None:
        self.dismiss(clean(self.form["name"]).strip())
