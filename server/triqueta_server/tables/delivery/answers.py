"""One answer per request: the same id sent again gets the same answer and acts once."""

from enum import Enum, auto
from typing import Final

from triqueta_protocol.codec import encode
from triqueta_protocol.events import Accepted

Answer = bytes | str
"""A frame; or the code of a table for "accepted there", as nearly all answers are."""

KEPT: Final = 64
"""Answers remembered per client, to the newest requests. A client resends only what it has no answer to."""

KEPT_BYTES: Final = 4 * 1024
"""What these answers may hold together: a history is long, and players are remembered after they are gone."""


class RequestState(Enum):
    """The state of a request id that has no remembered answer."""

    NEW = auto()
    PENDING = auto()
    STALE = auto()
    """Smaller than the largest id seen, and its answer is no longer remembered."""


class Answers:
    """The requests of one client: which are new, which are pending, and how the others were answered."""

    __slots__ = ("_answered", "_bytes", "_highest", "_pending")

    def __init__(self) -> None:
        self._highest = 0
        self._pending: set[int] = set()
        self._answered: dict[int, Answer] = {}
        """In the order of the ids."""
        self._bytes = 0

    @property
    def next_id(self) -> int:
        """The smallest id that is surely new."""
        return self._highest + 1

    def find(self, request: int) -> bytes | RequestState:
        """The answer given before, or the state of a request without one."""
        if request > self._highest:
            return RequestState.NEW
        if request in self._pending:
            return RequestState.PENDING
        answer = self._answered.get(request, RequestState.STALE)
        return encode(Accepted(id=request, table=answer)) if isinstance(answer, str) else answer

    def begin(self, request: int) -> None:
        self._highest = max(self._highest, request)
        self._pending.add(request)

    def settle(self, request: int, answer: Answer) -> bool:
        """Keep a pending request's answer; false if the request has been answered before."""
        if request not in self._pending:
            return False
        self._pending.remove(request)
        self._keep(request, answer)
        return True

    def remember(self, request: int, answer: Answer) -> None:
        """Keep the answer to a request that was carried out before the server's last start."""
        self._highest = max(self._highest, request)
        self._keep(request, answer)

    def _keep(self, request: int, answer: Answer) -> None:
        answered = self._answered
        late = bool(answered) and request < next(reversed(answered))
        self._bytes += len(answer) - len(answered.get(request, b""))
        answered[request] = answer
        if late:
            answered = self._answered = dict(sorted(answered.items()))
        while len(answered) > KEPT or (self._bytes > KEPT_BYTES and len(answered) > 1):
            self._bytes -= len(answered.pop(next(iter(answered))))
