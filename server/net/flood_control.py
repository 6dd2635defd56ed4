"""Flood control for one connection: too many frames are answered, then slowed, then the link is closed."""

from collections.abc import Callable
from enum import Enum, auto
from typing import Final

from server.rate_limit import TokenBucket

BROKEN_COST: Final = 10.0
"""What a frame costs that is not even a request."""

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

    def __init__(self, rate: float, burst: float | None, now: Callable[[], float]) -> None:
        self._now = now
        self._burst = burst or 2 * rate
        self._bucket = TokenBucket(rate, self._burst, now())
        self._strikes = 0
        self.pause = self._burst / rate
        """Seconds to let a slowed client wait: its debt shrinks by a burst meanwhile."""

    def count_frame(self, *, broken: bool = False) -> Verdict:
        owed = self._bucket.spend(self._now(), BROKEN_COST if broken else 1.0)
        if owed == 0:
            return Verdict.FINE
        if owed <= PATIENCE * self._burst:
            return Verdict.ANSWER
        self._strikes += 1
        return Verdict.CLOSE if self._strikes > STRIKES else Verdict.SLOW
