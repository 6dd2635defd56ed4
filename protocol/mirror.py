"""A client's copy of one table, kept true by the numbered events."""

import logging
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from protocol.codec import plain
from protocol.events import Event, Room, TableNow
from protocol.games import vocabulary
from protocol.games.views import OwnView, PublicView
from protocol.happenings import TableHappening
from protocol.tagged import Tagged, UnknownTag

_StructT = TypeVar("_StructT", bound=Struct)

_log = logging.getLogger(__name__)


class UnknownGame(Exception):  # noqa: N818 - the word for it
    """A table where something is played that this program does not know."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game


class Gap(Exception):  # noqa: N818 - the word for it
    """An event came whose number does not follow: ask to resume after ``Mirror.n``."""


class Mirror:
    """Room, public view and own view of a table as told so far.

    A fresh ``table`` message makes a mirror; each event replaces the fields that changed. No game is known
    here beyond the names of its types.
    """

    def __init__(self, now: TableNow) -> None:
        """Raises ``UnknownGame``."""
        self._know(now.room.game)
        self.table = now.table
        self.you = now.you
        self.n = self.clocks_n = self.away_n = now.n
        """The number of the last message, and of the last ones that told the clocks and who is away."""
        self._room: dict[str, Any] = plain(now.room)
        self._public: dict[str, Any] = dict(now.public or {})
        self._mine: dict[str, Any] = dict(now.mine or {})
        self.room: Room = now.room
        self.public: PublicView | None = _typed(self._public, self._words.public)
        self.mine: OwnView[Any] | None = _typed(self._mine, self._words.mine)

    @property
    def seat(self) -> int | None:
        """The own seat; None for a watcher. A rematch may move it."""
        return next((at for at, seat in enumerate(self.room.seats) if seat.player == self.you), None)

    def apply(self, event: Event) -> tuple[Struct, ...]:
        """Take in one event and return what happened. An event that is known already changes nothing.

        Raises ``Gap``, or ``UnknownGame`` when the host has chosen one.
        """
        if event.n <= self.n:
            return ()
        if event.n != self.n + 1:
            raise Gap(f"event {event.n} after {self.n}")
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
                # The last game has left the table, and the next one is told in full.
                self._public, self._mine = {}, {}
                self.public = self.mine = None
        if event.public:
            self._public |= event.public
            self.public = _typed(self._public, self._words.public)
        if event.mine:
            self._mine |= event.mine
            self.mine = _typed(self._mine, self._words.mine)
        self.n = event.n
        return self.happenings(event.what)

    def happenings(self, what: Iterable[Any]) -> tuple[Struct, ...]:
        """Untyped happenings (of an event or of the history) as typed ones.

        Those of a newer server are skipped: the views tell what came of them.
        """
        known: list[Struct] = []
        for one in what:
            try:
                known.append(self._happenings.convert(one))
            except (UnknownTag, msgspec.ValidationError) as error:
                _log.warning("table %s: unknown happening skipped: %s", self.table, error)
        return tuple(known)

    def _know(self, game: str) -> None:
        known = vocabulary(game)
        if known is None:
            raise UnknownGame(game)
        self.vocabulary, self._words = known, known.words
        self._happenings = Tagged[Struct](TableHappening, self._words.happening)


def _typed(fields: Mapping[str, Any], kind: type[_StructT]) -> _StructT | None:
    return msgspec.convert(fields, kind) if fields else None
