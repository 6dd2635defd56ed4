"""How long bots may think, and the clock that measures it."""

import time
from collections.abc import Callable
from typing import Final

Clock = Callable[[], float]
"""Seconds, from an arbitrary start."""

SECONDS: Final = {"hard": 0.15, "expert": 1.0}
"""By level: seconds for one decision. Other levels look one move ahead and answer at once."""


def budget(level: str) -> float:
    """Seconds in which a level decides, on a core of its own."""
    return SECONDS.get(level, 0.0)


class BotsClock:
    """Wall-clock time, unless a caller chooses processor time."""

    def __init__(self) -> None:
        self._counted: Clock = time.perf_counter

    def __call__(self) -> float:
        return self._counted()

    def count_processor_time(self) -> None:
        """Count only this process's processor time from now on.

        For measurements on a busy machine: other load must not make a bot weaker.
        """
        self._counted = time.process_time


now = BotsClock()
"""The clock of all bots, unless a caller passes another one."""
