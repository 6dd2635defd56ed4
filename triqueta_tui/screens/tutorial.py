"""The guided first game: the offer, and the hints that lie over the table."""

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.getters import app as app_of
from textual.screen import ModalScreen
from textual.widget import Widget

from protocol.games.triqueta import Mine, Public
from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands.command import bindings, keys_of, show_key
from triqueta_tui.commands.guided import AcceptTutorial, DeclineTutorial, NextHint, SkipHints
from triqueta_tui.commands.help import OpenRules
from triqueta_tui.commands.table import ROWS, DrawToken, KeepToken
from triqueta_tui.games.triqueta.coach import LEVEL, PLAYERS, SEED, Coach, Hint
from triqueta_tui.games.triqueta.token import name
from triqueta_tui.intents import PlayNow
from triqueta_tui.locale import say
from triqueta_tui.widgets.book import Book
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.prose import Line, paragraphs

if TYPE_CHECKING:
    from protocol.mirror import Mirror
    from triqueta_tui.navigation.routing import LinkedApp

GUIDED: PlayNow = PlayNow(bots=(LEVEL,) * (PLAYERS - 1), seed=SEED, guided=True)
"""The game a guided player plays."""


class Words(Book):
    """A few paragraphs in a card."""

    def __init__(self, text: str) -> None:
        super().__init__(id="words")
        self._text = text

    def chapters(self, cells: int) -> list[list[Line]]:
        """The text."""
        return [paragraphs(self._text, cells)]


class TutorialOffer(ModalScreen[bool]):
    """Asks once whether somebody should sit beside the player; answers True for yes."""

    CSS_PATH = "guided.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(AcceptTutorial, DeclineTutorial, OpenRules)]

    def compose(self) -> ComposeResult:
        """The question on a card."""
        text = f"{say('guided.offer.text')}\n\n{say('guided.offer.later')}"
        yield _card(say("guided.offer.title"), text)
        yield Footer()

    def action_answer(self, yes: bool) -> None:
        """The player has decided."""
        self.dismiss(yes)


def offer(app: TriquetaApp, otherwise: PlayNow) -> None:
    """Offer the guided game, once; who declines plays the game that was wanted."""

    def answered(yes: bool | None) -> None:
        app.change_settings(tutorial_offered=True)
        app.go(GUIDED if yes else otherwise)

    app.push_screen(TutorialOffer(), answered)


class HintCard(ModalScreen[bool]):
    """A hint over the table; answers True if the player wants no more of them."""

    app = app_of(TriquetaApp)
    CSS_PATH = "guided.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(NextHint, SkipHints, OpenRules)]

    def __init__(self, hint: Hint) -> None:
        super().__init__()
        self.hint = hint

    def compose(self) -> ComposeResult:
        """The hint on a card, below what it speaks about."""
        hint = self.hint
        keymap = self.app.settings.keys
        text = say(
            f"guided.hint.{hint.name}.text",
            draw=show_key(keys_of(DrawToken, keymap)[0]),
            keep=show_key(keys_of(KeepToken, keymap)[0]),
            animal=name(hint.animal) if hint.animal is not None else "",
            value=hint.value,
            row=None if hint.row is None else hint.row + 1,
        )
        yield _card(say(f"guided.hint.{hint.name}.title"), text)
        yield Footer()

    def action_close(self, skip: bool) -> None:
        """Play on."""
        self.dismiss(skip)

    def on_key(self, event: events.Key) -> None:
        """A key that the hint speaks of does at once what it does at the table."""
        keymap = self.app.settings.keys
        if any(event.key in keys_of(one, keymap) for one in (DrawToken, KeepToken, *ROWS)):
            event.stop()
            # First of all the key: the next hint may be waiting.
            self.app.simulate_key(event.key)
            self.dismiss(False)


class Tour:
    """Looks at the table with the player and puts a hint over it when something new comes up."""

    def __init__(self, app: "LinkedApp") -> None:
        self._app = app
        self._coach: Coach | None = Coach()
        self._waiting: list[Hint] = []

    def look(self, mirror: "Mirror") -> None:
        """The table has changed."""
        public, mine = mirror.public, mirror.mine
        if self._coach is None or not isinstance(public, Public):
            return
        hint = self._coach.advice(public, mine if isinstance(mine, Mine) else None, mirror.seat)
        if hint is not None:
            self._waiting.append(hint)
            self._show_next()

    def _show_next(self) -> None:
        reading = any(isinstance(screen, HintCard) for screen in self._app.screen_stack)
        if self._waiting and not reading:
            self._app.push_screen(HintCard(self._waiting.pop(0)), self._closed)

    def _closed(self, skip: bool | None) -> None:
        if skip:
            self._coach = None
            self._waiting.clear()
        self._app.call_later(self._show_next)


def _card(title: str, text: str) -> Widget:
    card = Vertical(Words(text), id="card")
    card.border_title = title
    return card
