"""A client's copy of one table, updated by numbered events."""

import logging
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from triqueta_protocol.codec import plain
from triqueta_protocol.events import Event, Room, TableNow
from triqueta_protocol.games import vocabulary
from triqueta_protocol.games.views import OwnView, PublicView
from triqueta_protocol.table_events import AnyTableEvent
from triqueta_protocol.tagged import Tagged, UnknownTagError

_StructT = TypeVar("_StructT", bound=Struct)

_log = logging.getLogger(__name__)


class UnknownGameError(Exception):
    """The table plays a game that this program does not know."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game


class EventGapError(Exception):
    """Events are missing: ask to resume after ``Mirror.n``."""


class Mirror:
    """The room, public view and own view of a table.

    A ``table`` message replaces everything; each event replaces the fields that changed. Of a game it knows
    only the types.
    """

    def __init__(self, now: TableNow) -> None:
        """Raises ``UnknownGameError``."""
        self.replace(now)

    def replace(self, now: TableNow) -> None:
        """Start again from a view of the whole table. Raises ``UnknownGameError``."""
        self._know(now.room.game)
        self.table = now.table
        self.you = now.you
        self.n = self.clocks_n = self.away_n = now.n
        """The number of the last message, and of the last ones that told the clocks and who is away."""
        self._room: dict[str, Any] = plain(now.room)
        self._public: dict[str, Any] = dict(now.public or {})
        self._mine: dict[str, Any] = dict(now.mine or {})
        self.chat = now.chat
        """The chat lines that came with the view of the whole table."""
        self.room: Room = now.room
        self.public: PublicView | None = _typed(self._public, self._words.public)
        self.mine: OwnView[Any] | None = _typed(self._mine, self._words.mine)

    @property
    def seat(self) -> int | None:
        """The viewer's seat; None for a watcher. A rematch may change it."""
        return next((at for at, seat in enumerate(self.room.seats) if seat.player == self.you), None)

    def apply(self, event: Event) -> tuple[Struct, ...]:
        """Apply an event and return what happened. A repeated event changes nothing.

        Raises ``EventGapError``, or ``UnknownGameError`` when the host has chosen one.
        """
        if event.n <= self.n:
            return ()
        if event.n != self.n + 1:
            raise EventGapError(f"event {event.n} after {self.n}")
        if event.room:
            self._room |= event.room
            if "clocks" in event.room:
                self.clocks_n = event.n
            if "away" in event.room:
                self.away_n = event.n
            self.room = msgspec.convert(self._room, Room)
            if self.room.game != self.vocabulary.game:
                self._know(self.room.game)
            if self.room.status == "waiting":
                # The last game is gone, and the next one is sent in full.
                self._public, self._mine = {}, {}
                self.public = self.mine = None
        if event.public:
            self._public |= event.public
            self.public = _typed(self._public, self._words.public)
        if event.mine:
            self._mine |= event.mine
            self.mine = _typed(self._mine, self._words.mine)
        self.n = event.n
        return self.events(event.what)

    def events(self, what: Iterable[Any]) -> tuple[Struct, ...]:
        """Convert the untyped entries of ``event.what`` or of the history.

        Unknown ones of a newer server are skipped: the views contain their effects.
        """
        known: list[Struct] = []
        for one in what:
            try:
                known.append(self._events.convert(one))
            except (UnknownTagError, msgspec.ValidationError) as error:
                _log.warning("unknown event skipped table=%s error=%s", self.table, error)
        return tuple(known)

    def _know(self, game: str) -> None:
        known = vocabulary(game)
        if known is None:
            raise UnknownGameError(game)
        self.vocabulary, self._words = known, known.words
        self._events = Tagged[Struct](AnyTableEvent, self._words.event)


def _typed(fields: Mapping[str, Any], kind: type[_StructT]) -> _StructT | None:
    return msgspec.convert(fields, kind) if fields else None
