"""How long to wait before each attempt to reconnect."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Final

FIRST: Final = 0.25
LONGEST: Final = 15.0
ATTEMPTS: Final = 60
"""After this many in a row (about a quarter of an hour) the link gives up."""


def delays(chance: random.Random | None = None) -> Iterator[float]:
    """Seconds before each attempt, doubling up to a limit.

    The jitter keeps many clients from connecting at once to a server that has just restarted.
    """
    chance = chance or random.Random()
    return (wait * chance.uniform(0.5, 1.0) for wait in islice(growing(FIRST, LONGEST), ATTEMPTS))


def growing(first: float, longest: float) -> Iterator[float]:
    """Endless seconds that double each time, up to a limit."""
    wait = first
    while True:
        yield wait
        wait = min(2 * wait, longest)
