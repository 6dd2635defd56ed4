"""One answer per request: the same id sent again gets the same answer and acts once."""

from enum import Enum, auto
from typing import Final

KEPT: Final = 64
"""Answers remembered per player, to the newest requests. A client resends only what it has no answer to."""


KEPT_BYTES: Final = 16 * 1024
"""What these answers may hold together: a history is long, and players are remembered after they are gone."""


class Known(Enum):
    """What is known of a request id that is not answered."""

    NEW = auto()
    PENDING = auto()
    STALE = auto()


class Answers:
    """The requests of one player: which are new, which are under way, and what the others were answered."""

    __slots__ = ("_answered", "_bytes", "_highest", "_pending")

    def __init__(self) -> None:
        self._highest = 0
        self._pending: set[int] = set()
        self._answered: dict[int, bytes] = {}
        self._bytes = 0

    @property
    def next_id(self) -> int:
        """The smallest id that is surely new."""
        return self._highest + 1

    def find(self, request: int) -> bytes | Known:
        """The answer given before, or what else is known of the id."""
        if request > self._highest:
            return Known.NEW
        if request in self._pending:
            return Known.PENDING
        return self._answered.get(request, Known.STALE)

    def begin(self, request: int) -> None:
        """A new request is being dealt with."""
        self._highest = max(self._highest, request)
        self._pending.add(request)

    def settle(self, request: int, answer: bytes) -> bool:
        """A request has its answer; false if it has had one before, which stands."""
        if request not in self._pending:
            return False
        self._pending.remove(request)
        self._keep(request, answer)
        return True

    def remember(self, request: int, answer: bytes) -> None:
        """A request was answered before this server knew of the player."""
        self._highest = max(self._highest, request)
        self._keep(request, answer)

    def _keep(self, request: int, answer: bytes) -> None:
        self._bytes += len(answer) - len(self._answered.get(request, b""))
        self._answered[request] = answer
        while len(self._answered) > KEPT or (self._bytes > KEPT_BYTES and len(self._answered) > 1):
            self._bytes -= len(self._answered.pop(min(self._answered)))
