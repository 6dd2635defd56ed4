"""The clock by which bots keep to their time."""

import time
from collections.abc import Callable

Clock = Callable[[], float]
"""Seconds, from whatever moment."""


class BotsClock:
    """Counts the time that passes, as the person at the table does."""

    def __init__(self) -> None:
        self._counted: Clock = time.perf_counter

    def __call__(self) -> float:
        return self._counted()

    def count_processor_time(self) -> None:
        """From now on, in this process, count only the time that it was given a core for.

        Meant for measuring on a busy machine: what else runs there must not make a bot weaker.
        """
        self._counted = time.process_time


now = BotsClock()
"""What every bot goes by, unless a caller brings a clock of its own."""
