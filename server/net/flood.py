"""Flood control: answered, then slowed, then closed."""

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
    """What to do with a frame."""

    FINE = auto()
    ANSWER = auto()
    """Say that it is too much."""
    SLOW = auto()
    """Say so, and read no further for a while."""
    CLOSE = auto()


class FloodGate:
    """The frames of one connection, counted against a rate."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float]) -> None:
        self._now = now
        self._burst = burst
        self._bucket = TokenBucket(rate, burst, now())
        self._strikes = 0
        self.pause = burst / rate
        """Seconds to let a slowed client wait: its debt shrinks by a burst meanwhile."""

    def frame(self) -> Verdict:
        """A sound frame came."""
        return self._judge(1.0)

    def broken_frame(self) -> Verdict:
        """A frame came that could not be understood."""
        return self._judge(BROKEN_COST)

    def _judge(self, cost: float) -> Verdict:
        owed = self._bucket.spend(self._now(), cost)
        if owed == 0:
            return Verdict.FINE
        if owed <= PATIENCE * self._burst:
            return Verdict.ANSWER
        self._strikes += 1
        return Verdict.CLOSE if self._strikes > STRIKES else Verdict.SLOW
