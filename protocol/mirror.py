"""A client's copy of one table, kept true by the numbered events."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from protocol.codec import plain
from protocol.events import Event, Room, TableNow
from protocol.games import vocabulary
from protocol.happenings import TableHappening
from protocol.tagged import Tagged


class Gap(Exception):  # noqa: N818 - the word for it
    """An event came whose number does not follow: ask to resume after ``Mirror.n``."""


class Mirror:
    """Room, public view and own view of a table as told so far.

    A fresh ``table`` message makes a mirror; each event replaces the fields that changed. No game is known
    here beyond the names of its types.
    """

    def __init__(self, now: TableNow) -> None:
        known = vocabulary(now.room.game)
        if known is None:
            raise ValueError(f"a game this program does not know: {now.room.game}")
        self.vocabulary = known
        self._happenings = Tagged[Struct](TableHappening, known.happening)
        self.table = now.table
        self.you = now.you
        self.n = now.n
        self._room: dict[str, Any] = plain(now.room)
        self._public: dict[str, Any] = dict(now.public or {})
        self._mine: dict[str, Any] = dict(now.mine or {})
        self.room: Room = now.room
        self.public: Struct | None = _typed(self._public, known.public)
        self.mine: Struct | None = _typed(self._mine, known.mine)

    @property
    def seat(self) -> int | None:
        """The own seat; None for a watcher. A rematch may move it."""
        return next((at for at, seat in enumerate(self.room.seats) if seat.player == self.you), None)

    def apply(self, event: Event) -> tuple[Struct, ...]:
        """Take in one event and return what happened. An event that is known already changes nothing."""
        if event.n <= self.n:
            return ()
        if event.n != self.n + 1:
            raise Gap(f"event {event.n} after {self.n}")
        if event.room:
            self._room |= event.room
            self.room = msgspec.convert(self._room, Room)
            if self.room.status == "waiting":
                # The last game has left the table, and the next one is told in full.
                self._public, self._mine = {}, {}
                self.public = self.mine = None
        if event.public:
            self._public |= event.public
            self.public = _typed(self._public, self.vocabulary.public)
        if event.mine:
            self._mine |= event.mine
            self.mine = _typed(self._mine, self.vocabulary.mine)
        self.n = event.n
        return self.happenings(event.what)

    def happenings(self, what: tuple[Any, ...]) -> tuple[Struct, ...]:
        """Untyped happenings (of an event or of the history) as typed ones."""
        return tuple(self._happenings.convert(one) for one in what)


def _typed(fields: Mapping[str, Any], kind: type[Struct]) -> Struct | None:
    return msgspec.convert(fields, kind) if fields else None
