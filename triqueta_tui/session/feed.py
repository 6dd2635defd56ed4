"""A table as the screens see it: its view, what has happened, its chat, and what can be done there.

A screen asks a feed what it can do, never which class it is. Nothing else keeps the state of a table.
"""

import logging
from abc import ABC, abstractmethod
from asyncio import Future
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from msgspec import Struct

from triqueta_protocol.advice import Advice
from triqueta_protocol.events import Accepted, Room
from triqueta_protocol.games.vocabulary import Vocabulary
from triqueta_protocol.requests import TableRequest
from triqueta_protocol.table_events import Said
from triqueta_tui.session.view import AnyView

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Advanced:
    """Something happened at the table."""

    events: tuple[Struct, ...]
    view: AnyView | None
    """After it; None while no game has begun."""
    before: AnyView | None


@dataclass(frozen=True)
class Reset:
    """The view does not follow from the last one: board and log are built again.

    ``arrived``: the whole table was sent, on joining or after a gap. ``history``: what led to the view is
    known now. ``undo``: a decision was taken back, and this is the history without it. ``seek``: another step
    of a recorded game. ``viewpoint``: the same step from another seat. ``grown``: more steps have come.
    """

    reason: Literal["arrived", "history", "undo", "seek", "viewpoint", "grown"]
    view: AnyView | None
    before: AnyView | None
    history: tuple[Struct, ...] = ()
    """The whole of it, after an undo."""
    said: tuple[Said, ...] = ()
    """The chat lines that were missed."""


Change = Advanced | Reset
Listener = Callable[[Change], object]


class TableFeed(ABC):
    """A table that can be shown."""

    can_decide: ClassVar[bool] = False
    """Whether a player with a seat can decide here."""
    can_seek: ClassVar[bool] = False
    """Whether it is a recorded game, of which any step can be shown."""
    is_exercise: ClassVar[bool] = False
    """Whether it is a single position to practise with: nothing is lost by leaving it."""
    question: str = ""
    """What is asked in place of the usual prompt, until the player goes on."""
    step: int = 0
    """Of a recorded game: how many decisions have led to the view."""
    solo: bool = False
    """Whether the table is on a server that is only for the people at this terminal."""
    room: Room
    vocabulary: Vocabulary
    you: str = ""
    """The viewer's player id."""
    connected: bool = True
    """Whether what is sent goes out at once; otherwise it is held until the link is back."""
    chat: list[Said]
    """What people have said."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []
        self.chat = []
        self.muted: set[str] = set()
        """The names of people whose chat lines are left out."""
        self.hints_given: set[str] | None = None
        """The hints that a new player has been given; None without hints."""

    @property
    @abstractmethod
    def view(self) -> AnyView | None:
        """What is seen now; None while no game has begun."""

    @property
    @abstractmethod
    def seat(self) -> int | None:
        """The seat from which the table is drawn; None for a watcher."""

    @property
    def own_seat(self) -> int | None:
        """The seat of the viewer; None for a watcher, and where everything is open."""
        return self.seat

    @abstractmethod
    def told(self, start: int = 0) -> Iterable[tuple[AnyView | None, tuple[Struct, ...]]]:
        """What has happened, oldest first, with the view right after it where that is known."""

    @abstractmethod
    def events_backwards(self) -> Iterable[Struct]:
        """What has happened, latest first."""

    @abstractmethod
    def decide(self, action: Struct) -> "Future[Accepted]":
        """Take a decision; the answer is a refusal if it is not allowed."""

    @abstractmethod
    def ask(self, kind: type[TableRequest], **fields: Any) -> "Future[Accepted]":
        """Send a request about this table."""

    @abstractmethod
    async def advise(self) -> Advice:
        """What a coach says about the decision that is due."""

    @property
    def table(self) -> str:
        return self.room.table

    @property
    def label(self) -> str:
        """What stands in the status line in place of a table's code; empty for an ordinary table."""
        return ""

    @property
    def clocks_told(self) -> tuple[str, int]:
        """Identifies the last reading of the clocks."""
        return (self.room.epoch, 0)

    @property
    def away_told(self) -> tuple[str, int]:
        """Identifies the last word on who is away."""
        return (self.room.epoch, 0)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` with every change, in order of subscription; returns what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def _emit(self, change: Change) -> None:
        for listener in list(self._listeners):
            try:
                listener(change)
            except Exception:
                _log.exception("a listener of table %s failed", self.table)
