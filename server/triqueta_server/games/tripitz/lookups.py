"""Lookup tables: which stones complete two others, and which cells lie in line with a cell.

On the board a cell holds its piece (stones 0 to 63, jokers 64 to 67) or one of the codes below. All that is
no stone has bit 6 set, so that the exclusive or of three stones and something else is never 0.
"""

from itertools import permutations
from typing import Final

from triqueta_protocol.games.tripitz import SEATS
from triqueta_protocol.games.tripitz_board import CELLS, EDGE, RAYS, WITHIN_TWO
from triqueta_protocol.games.tripitz_stones import PIECES, RACK, STONES, VALUES
from triqueta_server.games.tripitz.actions import EXCHANGE

FREE: Final = PIECES
"""A cell without a piece."""
OFF: Final = PIECES + 1
"""What is at ``NOWHERE``."""
NOWHERE: Final = CELLS
"""Stands for every cell that is off the board, so that lines need no other end."""

_CODES: Final = OFF + 1


def _thirds(one: int, other: int, width: int) -> int:
    """By two values of a feature: the bits of those that a third stone may have, ``width`` apart."""
    values = (one,) if one == other else {*range(VALUES)} - {one, other}
    return sum(1 << width * value for value in values)


def _completing() -> tuple[tuple[int, ...], ...]:
    colours, symbols, inks = (
        [[_thirds(one, other, width) for other in range(VALUES)] for one in range(VALUES)]
        for width in (16, 4, 1)
    )
    table = [[0] * _CODES for _ in range(_CODES)]
    for one, other in permutations(range(STONES), 2):
        table[one][other] = (
            colours[one >> 4][other >> 4] * symbols[one >> 2 & 3][other >> 2 & 3] * inks[one & 3][other & 3]
        )
    return tuple(map(tuple, table))


COMPLETING: Final = _completing()
"""By two pieces or codes: the mask of stones that make a triple with them; 0 unless both are stones."""

BITS: Final = tuple(1 << piece for piece in range(PIECES))
CELL_BITS: Final = tuple(1 << cell for cell in range(CELLS))
ALL_STONES: Final = (1 << STONES) - 1
"""In a rack: the bits of all that is no joker."""

Line = tuple[int, int, int, int, int, int]


def _line(back: tuple[int, ...], on: tuple[int, ...]) -> Line:
    first, second, third = (*back, NOWHERE, NOWHERE, NOWHERE)[:3]
    fourth, fifth, sixth = (*on, NOWHERE, NOWHERE, NOWHERE)[:3]
    return first, second, third, fourth, fifth, sixth


IN_LINE: Final = tuple(tuple(_line(*rays) for rays in axes) for axes in RAYS)
"""By cell and axis: the three cells back, nearest first, and the three on."""

AROUND: Final = tuple(
    tuple(
        around
        for back, further_back, _, on, further_on, _ in lines
        for around in ((back, further_back, on), (on, further_on, back))
        if around[0] != NOWHERE
    )
    for lines in IN_LINE
)
"""By cell and direction: the next cell, the one after it, and the one on the other side."""

EDGES: Final = tuple(cell in EDGE for cell in range(CELLS))


def _mask(cells: frozenset[int] | None) -> int:
    return 0 if cells is None else sum(1 << cell for cell in cells)


ENCLOSED: Final = tuple((cell, _mask(near)) for cell, near in enumerate(WITHIN_TWO) if near is not None)
"""Cells whose stone can be enclosed, and the mask of cells that must be taken for it."""

EXCHANGING: Final = tuple(
    tuple(EXCHANGE + places for places in range(1, 1 << RACK) if places.bit_count() <= most)
    for most in range(RACK + 1)
)
"""By how many pieces may be put back at most: the exchanges of a full rack."""

ALONE: Final = tuple((seat,) for seat in range(SEATS[-1]))
"""By seat: that seat alone owes a decision."""
