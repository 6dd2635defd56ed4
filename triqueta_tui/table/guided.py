"""Hints for a new player, shown over the table when something first comes up."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar, Final, Protocol, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.getters import app as app_of
from textual.screen import ModalScreen, Screen

from protocol.mirror import Mirror
from triqueta_tui.client import Client
from triqueta_tui.commands.command import Command, bindings, keys_of
from triqueta_tui.commands.guided import NEXT_HINT, SKIP_HINTS
from triqueta_tui.commands.help import OPEN_RULES
from triqueta_tui.commands.practice import PRACTISE
from triqueta_tui.game import Guide
from triqueta_tui.table.card import TableCard
from triqueta_tui.table.prompt import Keys
from triqueta_tui.table.view_model import AnyView, TableView
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.word_card import WordCard

LOOK_AGAIN: Final = 0.2
"""Seconds after which a hint that waits for a card looks whether it is gone."""

_ROOM_ABOVE: Final = 20
"""From so many lines on a hint has room above the hand and the prompt."""


@dataclass(frozen=True)
class Hint:
    title: str
    text: str
    practice: Callable[[], Screen[None]] | None = None
    """Makes a screen of exercises that the hint offers."""
    beside: bool = False
    """It speaks of what lies on the left: on a wide screen it stands in a narrow column on the right."""
    above: bool = False
    """It speaks of the hand, too: where there is room for both it stands above it."""
    then: "Hint | None" = None
    """What is said next."""


class Hints(ABC):
    """Has the hints of one game, and gives each once."""

    KEYS: ClassVar[tuple[Command, ...]] = ()
    """The keys that hints mention: they work while a hint is shown."""

    @abstractmethod
    def advice(self, view: AnyView, keys: Keys) -> Hint | None:
        """The hint for a situation the player has not been in before, or None."""


class Cue(Protocol):
    """What a hint is about."""

    @property
    def name(self) -> str: ...


CueT = TypeVar("CueT", bound=Cue)


def first_new(cues: Iterable[CueT | None], given: set[str]) -> CueT | None:
    """The first of these that was not given yet; it is given now."""
    for cue in cues:
        if cue is not None and cue.name not in given:
            given.add(cue.name)
            return cue
    return None


class HintCard(ModalScreen[bool]):
    """A hint over the table; the result is True if the player wants no more of them."""

    app = app_of(Client)
    CSS_PATH = "guided.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(NEXT_HINT, PRACTISE, SKIP_HINTS, OPEN_RULES)]

    def __init__(self, hint: Hint, keys: tuple[Command, ...]) -> None:
        super().__init__(classes="-beside" if hint.beside else "")
        self.hint = hint
        self._keys = keys

    def compose(self) -> ComposeResult:
        yield WordCard(self.hint.title, self.hint.text)
        yield Footer()

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(self.hint.above and event.size.height >= _ROOM_ABOVE, "-above")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.hint.practice is not None if action == "practise" else True

    def action_practise(self) -> None:
        if self.hint.practice is not None:
            self.app.push_screen(self.hint.practice(), lambda _: self.dismiss(False))

    def action_close(self, skip: bool) -> None:
        self.dismiss(skip)

    def on_key(self, event: events.Key) -> None:
        """A key that the hint mentions closes the card and does what it does at the table."""
        keymap = self.app.settings.keys
        if any(event.key in keys_of(one, keymap) for one in self._keys):
            event.stop()
            # First of all the key: the next hint may be waiting.
            self.app.simulate_key(event.key)
            self.dismiss(False)


class HintGuide(Guide):
    """Puts a hint over the table when something new comes up."""

    def __init__(self, app: Client, hints: Hints) -> None:
        self._app = app
        self._hints: Hints | None = hints
        self._waiting: list[Hint] = []

    def look(self, mirror: Mirror) -> None:
        view = TableView.of(mirror)
        if self._hints is None or view is None:
            return
        hint = self._hints.advice(view, Keys(self._app.settings.keys))
        while hint is not None:
            self._waiting.append(hint)
            hint = hint.then
        self._show_next()

    def _show_next(self) -> None:
        if not self._waiting or self._hints is None:
            return
        stack = self._app.screen_stack
        if any(isinstance(screen, TableCard) and screen.HINTS_WAIT for screen in stack):
            self._app.set_timer(LOOK_AGAIN, self._show_next)
        elif not any(isinstance(screen, HintCard) for screen in stack):
            self._app.push_screen(HintCard(self._waiting.pop(0), self._hints.KEYS), self._closed)

    def _closed(self, skip: bool | None) -> None:
        if skip:
            self._hints = None
            self._waiting.clear()
        self._app.call_later(self._show_next)
