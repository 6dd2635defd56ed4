"""Flood control for one connection: too many frames are answered, then slowed, then the link is closed."""

from collections.abc import Callable
from enum import Enum, auto
from typing import Final

from server.rate_limit import TokenBucket

BROKEN_COST: Final = 10.0
"""What a frame costs that is not even a request."""

DEAREST: Final = 4
"""So many of the dearest requests may be sent at once."""

PATIENCE: Final = 2.0
"""How many bursts' worth of frames beyond the limit are merely answered."""

STRIKES: Final = 5
"""How often a client is slowed before it is closed."""


class Verdict(Enum):
    FINE = auto()
    ANSWER = auto()
    """Reject it."""
    SLOW = auto()
    """Reject it, and read no further for a while."""
    CLOSE = auto()


class FloodControl:
    """Counts the frames of one connection against a rate; ``burst`` is twice the rate if it is not given."""

    __slots__ = ("_bucket", "_burst", "_now", "_strikes", "pause")

    def __init__(self, rate: float, burst: float | None, now: Callable[[], float]) -> None:
        self._now = now
        self._burst = burst or 2 * rate
        self._bucket = TokenBucket(rate, self._burst, now())
        self._strikes = 0
        self.pause = self._burst / rate
        """Seconds to let a slowed client wait: its debt shrinks by a burst meanwhile."""

    def charge(self, cost: float) -> float:
        """What is counted for a cost: never more than a part of what may be sent at once."""
        return min(cost, max(1.0, self._burst / DEAREST))

    def count_frame(self, cost: float = 1.0) -> Verdict:
        owed = self._bucket.spend(self._now(), cost)
        if owed == 0:
            return Verdict.FINE
        if owed <= PATIENCE * self._burst:
            return Verdict.ANSWER
        self._strikes += 1
        return Verdict.CLOSE if self._strikes > STRIKES else Verdict.SLOW
