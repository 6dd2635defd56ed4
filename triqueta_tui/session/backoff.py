"""How long to wait before each attempt to reconnect."""

import random
from collections.abc import Callable, Iterator
from itertools import takewhile
from time import monotonic
from typing import Final

FIRST: Final = 0.25
LONGEST: Final = 15.0
GIVE_UP_AFTER: Final = 900.0
"""Seconds after which the link gives up."""


def delays(chance: random.Random | None = None, now: Callable[[], float] = monotonic) -> Iterator[float]:
    """Seconds before each attempt, doubling up to a limit.

    The jitter keeps many clients from connecting at once to a server that has just restarted.
    """
    chance, end = chance or random.Random(), now() + GIVE_UP_AFTER
    waits = takewhile(lambda _: now() < end, growing(FIRST, LONGEST))
    return (wait * chance.uniform(0.5, 1.0) for wait in waits)


def growing(first: float, longest: float) -> Iterator[float]:
    """Endless seconds that double each time, up to a limit."""
    wait = first
    while True:
        yield wait
        wait = min(2 * wait, longest)
