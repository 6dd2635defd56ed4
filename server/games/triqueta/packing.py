"""Animals counted in one integer, four bits for each kind, so that laying tokens together is one addition."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from protocol.games.triqueta import KINDS, TOKENS_OF_A_KIND

BITS: Final = 4
DIGIT: Final = (1 << BITS) - 1
assert TOKENS_OF_A_KIND <= DIGIT

UNITS: Final = tuple(1 << BITS * kind for kind in range(KINDS))
"""One token of each kind."""

_SHIFTS: Final = tuple(range(0, BITS * KINDS, BITS))


def packed(animals: Iterable[int]) -> int:
    """Animals in any order as one integer."""
    return sum(UNITS[animal] for animal in animals)


@lru_cache(maxsize=1 << 14)
def counts(tokens: int) -> tuple[int, ...]:
    """How many there are of each kind."""
    return tuple([tokens >> shift & DIGIT for shift in _SHIFTS])


@lru_cache(maxsize=1 << 14)
def animals(tokens: int) -> tuple[int, ...]:
    """Each token's animal, like ones together."""
    return tuple(kind for kind, count in enumerate(counts(tokens)) for _ in range(count))
