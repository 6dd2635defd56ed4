"""Offers the guided game to somebody who has not played a game yet."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.getters import app as app_of
from textual.screen import ModalScreen

from triqueta_tui.client import Client
from triqueta_tui.commands.command import bindings, first_key
from triqueta_tui.commands.guided import ACCEPT_GUIDED, DECLINE_GUIDED
from triqueta_tui.commands.help import OPEN_RULES
from triqueta_tui.locale import say
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.word_card import WordCard


class GuidedOffer(ModalScreen[bool]):
    """The result is True for yes."""

    app = app_of(Client)
    CSS_PATH = "guided_offer.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(ACCEPT_GUIDED, DECLINE_GUIDED, OPEN_RULES)]

    def __init__(self, game: str) -> None:
        """``game`` is its title."""
        super().__init__()
        self._game = game

    def compose(self) -> ComposeResult:
        later = say("guided.offer.later", key=first_key(OPEN_RULES, self.app.settings.keys))
        text = f"{say('guided.offer.text')}\n\n{later}"
        yield WordCard(say("guided.offer.title", game=self._game), text)
        yield Footer()

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)
