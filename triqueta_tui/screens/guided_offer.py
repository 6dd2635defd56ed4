"""Offers the guided game to somebody who has not played a game yet."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen

from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.guided import ACCEPT_GUIDED, DECLINE_GUIDED
from triqueta_tui.commands.help import OPEN_RULES
from triqueta_tui.locale import say
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.word_card import WordCard


class GuidedOffer(ModalScreen[bool]):
    """The result is True for yes."""

    CSS_PATH = "guided_offer.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(ACCEPT_GUIDED, DECLINE_GUIDED, OPEN_RULES)]

    def compose(self) -> ComposeResult:
        text = f"{say('guided.offer.text')}\n\n{say('guided.offer.later')}"
        yield WordCard(say("guided.offer.title"), text)
        yield Footer()

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)
