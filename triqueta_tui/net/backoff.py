"""How long to wait before looking for a server again."""

import random
from collections.abc import Iterator
from typing import Final

FIRST: Final = 0.25
LONGEST: Final = 15.0
ATTEMPTS: Final = 60
"""After this many in a row (about a quarter of an hour) the link is given up."""


def delays(chance: random.Random | None = None) -> Iterator[float]:
    """Seconds before each attempt: doubling, up to a limit, and each time a little different.

    The jitter keeps a crowd of clients from falling upon a server that has just come back.
    """
    chance = chance or random.Random()
    for attempt in range(ATTEMPTS):
        yield min(LONGEST, FIRST * 2.0 ** min(attempt, 16)) * chance.uniform(0.5, 1.0)
