"""Lookup tables: packed tokens, legal actions, and whose turn comes next.

A heap of tokens is one integer, four bits for each kind, so that adding heaps is one addition.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from triqueta_protocol.games.triqueta import KEEPS, KINDS, SEATS, TOKENS_OF_A_KIND, TOWERS
from triqueta_server.games.triqueta.actions import BOX, DRAW, KEEP, MOST_ROWS, PLACE, REVEAL, TAKE, TOWER

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


Actions = tuple[int, ...]

MOST_SEATS: Final = SEATS[-1]
_ROW_MASKS: Final = range(1 << MOST_ROWS)


def members(mask: int) -> tuple[int, ...]:
    """The numbers whose bits are set."""
    return tuple(number for number in range(mask.bit_length()) if mask >> number & 1)


def _numbered(first: int, mask: int) -> Actions:
    return tuple(first + number for number in members(mask))


TAKING: Final[tuple[Actions, ...]] = tuple(_numbered(TAKE, rows) for rows in _ROW_MASKS)
"""By mask of rows: what is open on a turn when the tower is empty."""

TURNING: Final[tuple[Actions, ...]] = tuple((DRAW, *taking) for taking in TAKING)
"""By mask of rows: what is open on a turn when the tower has tokens."""

MAY_KEEP: Final = 1 << MOST_ROWS
MAY_BOX: Final = MAY_KEEP << 1

PLACING: Final[tuple[Actions, ...]] = tuple(
    _numbered(PLACE, rows) + (KEEP,) * bool(uses & MAY_KEEP) + (BOX,) * bool(uses & MAY_BOX)
    for uses in (0, MAY_KEEP, MAY_BOX, MAY_KEEP | MAY_BOX)
    for rows in _ROW_MASKS
)
"""By mask of rows, plus ``MAY_KEEP`` and ``MAY_BOX``: the uses open for a drawn token."""

KEEPING: Final = (MAY_KEEP,) * KEEPS + (0,)
"""By number of tokens kept so far: the flag to look up ``PLACING`` with."""

CHOOSING: Final[tuple[Actions, ...]] = tuple(_numbered(TOWER, trees) for trees in range(1 << TOWERS))
"""By mask of towers with a tree: which can be chosen."""

REVEALING: Final[tuple[Actions, ...]] = tuple(
    tuple(range(REVEAL, REVEAL + (1 << tokens))) if tokens else () for tokens in range(KEEPS + 1)
)
"""By number of face-down tokens: the ways to reveal them."""

ALONE: Final = tuple((seat,) for seat in range(MOST_SEATS))
"""By seat: that seat alone owes a decision."""


def _clockwise(seat: int) -> Iterable[int]:
    return (*range(seat + 1, MOST_SEATS), *range(seat + 1))


NEXT: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(
        next((other for other in _clockwise(seat) if mask >> other & 1), seat) for seat in range(MOST_SEATS)
    )
    for mask in range(1 << MOST_SEATS)
)
"""By mask of seats still in the round, then by seat: who moves after it."""
