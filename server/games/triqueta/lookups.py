"""Lookup tables: which actions are open, and whose turn comes next."""

from collections.abc import Iterable
from typing import Final

from protocol.games.triqueta import KEEPS, SEATS, TOWERS
from server.games.triqueta.actions import BOX, DRAW, KEEP, MOST_ROWS, PLACE, REVEAL, TAKE, TOWER

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
