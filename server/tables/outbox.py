"""Stored, then told: what a table has to say, held back until the moves it tells of are on disk."""

from collections import deque
from collections.abc import Callable


class Outbox:
    """Deliveries of one table, in order. None overtakes a record that is still being written.

    A held-back delivery that fails is handed to ``failed`` and keeps no other from going out: what it cannot
    undo is that somebody waits for the answer behind it.
    """

    __slots__ = ("_failed", "_stored", "_waiting", "_written")

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        self._failed = failed
        self._written = 0
        self._stored = 0
        self._waiting: deque[tuple[int, Callable[[], None]]] = deque()

    @property
    def holding(self) -> bool:
        """Whether a record is on its way to the disk."""
        return self._written > self._stored

    def writing(self) -> None:
        """A record was handed to the journal: what is said from now on waits for it."""
        self._written += 1

    def stored(self) -> None:
        """The oldest record on its way has arrived."""
        self._stored += 1
        while self._waiting and self._waiting[0][0] <= self._stored:
            _, deliver = self._waiting.popleft()
            try:
                deliver()
            except Exception as error:
                self._failed(error)

    def say(self, deliver: Callable[[], None]) -> None:
        """Deliver now, or as soon as everything written before is stored."""
        if self.holding or self._waiting:
            self._waiting.append((self._written, deliver))
        else:
            deliver()
