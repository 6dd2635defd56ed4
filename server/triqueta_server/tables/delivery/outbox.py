"""Deliveries of a table, held back until the moves they are about are on disk."""

from collections import deque
from collections.abc import Callable
from weakref import WeakMethod


class Outbox:
    """Deliveries of one table, in order. None overtakes a record that is still being written.

    A held-back delivery that fails is handed to ``failed`` and does not stop the ones behind it: a client
    waits for the answer among them.
    """

    __slots__ = ("_failed", "_given_up", "_stored", "_waiting", "_written")

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        self._failed = failed
        self._written = 0
        self._stored = 0
        self._waiting: deque[tuple[int, Callable[[], None], Callable[[], None] | None]] = deque()
        self._given_up = False

    @property
    def holding(self) -> bool:
        """Whether a record is on its way to the disk."""
        return self._written > self._stored and not self._given_up

    def record_written(self) -> None:
        """A record was handed to the journal: what is posted from now on waits for it."""
        self._written += 1

    def record_stored(self) -> None:
        """The oldest record on its way is on disk: deliver what waited for it."""
        self._stored += 1
        while self._waiting and self._waiting[0][0] <= self._stored:
            _, deliver, _ = self._waiting.popleft()
            self._try(deliver)

    def post(self, deliver: Callable[[], None], instead: Callable[[], None] | None = None) -> None:
        """Deliver now, or once everything written before is stored; ``instead`` if that is given up."""
        if self.holding or self._waiting:
            self._waiting.append((self._written, deliver, instead))
        else:
            deliver()

    def give_up(self) -> None:
        """Deliver nothing that was held back: a record on the way to the disk will never be there."""
        self._given_up = True
        waiting, self._waiting = self._waiting, deque()
        for _, _, instead in waiting:
            if instead is not None:
                self._try(instead)

    def _try(self, deliver: Callable[[], None]) -> None:
        try:
            deliver()
        except Exception as error:
            self._failed(error)


def weak_callback(fail: Callable[[Exception], None]) -> Callable[[Exception], None]:
    """A method that does not keep its object alive: a table and its outbox would keep each other."""
    method = WeakMethod(fail)

    def failed(error: Exception) -> None:
        still_there = method()
        if still_there is not None:
            still_there(error)

    return failed
