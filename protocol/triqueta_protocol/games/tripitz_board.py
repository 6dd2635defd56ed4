"""Tripitz's board: cells and lines, the figures a stone makes in a cell, and their points."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from triqueta_protocol.games.tripitz_stones import mixed

COORDINATES: Final = tuple(
    (q, r)
    for r in range(-5, 6)
    for q in range(-5, 7)
    if -5 <= q + r <= 6  # rows of 7 to 12 to 7 cells
)
"""By cell, row by row: axial coordinates. Cell (q, r) is drawn at x = q + r/2, y = r."""
CELLS: Final = len(COORDINATES)
NUMBERS: Final = {at: cell for cell, at in enumerate(COORDINATES)}
"""The cell at each pair of coordinates."""

AXES: Final = ((1, 0), (0, 1), (-1, 1))
"""The three directions in which lines run; each also runs the other way."""

CENTRE: Final = tuple(NUMBERS[at] for at in ((0, 0), (1, 0), (1, -1), (0, 1)))
"""The cells of the four start stones, in the order in which these are drawn."""


def _ray(cell: int, axis: int, way: int, length: int) -> tuple[int, ...]:
    q, r = COORDINATES[cell]
    dq, dr = AXES[axis]
    cells = (NUMBERS.get((q + way * step * dq, r + way * step * dr)) for step in range(1, length + 1))
    return tuple(on_board for on_board in cells if on_board is not None)


RAYS: Final = tuple(
    tuple((_ray(cell, axis, -1, 3), _ray(cell, axis, 1, 3)) for axis in range(len(AXES)))
    for cell in range(CELLS)
)
"""By cell and axis: up to three cells back and up to three on, the nearest first."""

NEIGHBOURS: Final = tuple(tuple(ray[0] for rays in axes for ray in rays if ray) for axes in RAYS)
"""By cell: the up to six cells it touches."""

EDGE: Final = frozenset(cell for cell in range(CELLS) if len(NEIGHBOURS[cell]) < 6)
"""The cells of the outer row, where points count twice."""


def _within_two(cell: int) -> frozenset[int] | None:
    near = {two for one in NEIGHBOURS[cell] for two in (one, *NEIGHBOURS[one])}
    return frozenset(near) if len(near) == 19 else None


WITHIN_TWO: Final = tuple(_within_two(cell) for cell in range(CELLS))
"""By cell: the cell itself and all up to two steps away; None if some of them would be off the board.

While all of these are taken, a joker may be swapped for the cell's stone.
"""

Board = Sequence[int | None]
"""The piece in each cell, None where there is none."""


class Group(Struct, frozen=True, gc=False):
    """Three or four stones in a line, one of them new."""

    cells: tuple[int, ...]
    """As they lie in the line; the new stone's is among them."""
    mixed: tuple[int, ...]
    """The features that spoil it; none: it is a triple or a quadruple."""
    absorbed: bool = False
    """A triple inside a quadruple, which is paid for instead."""

    @property
    def counts(self) -> bool:
        return not self.mixed and not self.absorbed


class Sum(Struct, frozen=True, gc=False, array_like=True):
    """A placement's points in detail: ``[triples, quadruples, touched, edge, points]``."""

    triples: int
    quadruples: int
    touched: int
    """The number of taken neighbours of the cell."""
    edge: bool
    points: int


TRIPLE: Final = 1
QUADRUPLE: Final = 3


def points(triples: int, quadruples: int, touched: int, *, edge: bool) -> int:
    """What figures score for the stone that makes them."""
    return (TRIPLE * triples + QUADRUPLE * quadruples) * touched * (2 if edge else 1)


def groups(board: Board, cell: int, stone: int, axis: int) -> tuple[Group, ...]:
    """Every group of three or four that a stone in a free cell becomes part of along one axis."""
    back, on = (_run(board, ray) for ray in RAYS[cell][axis])
    fours = [_group(board, cell, stone, back[:behind], on[: 3 - behind]) for behind in range(4)]
    threes = [_group(board, cell, stone, back[:behind], on[: 2 - behind]) for behind in range(3)]
    quadruples = [four for four in fours if len(four.cells) == 4]
    paid = [{*four.cells} for four in quadruples if not four.mixed]
    triples = [
        Group(three.cells, three.mixed, absorbed=any({*three.cells} < four for four in paid))
        for three in threes
        if len(three.cells) == 3
    ]
    return (*quadruples, *triples)


def _run(board: Board, ray: Sequence[int]) -> tuple[int, ...]:
    """The cells of a ray up to the first free one."""
    for at, cell in enumerate(ray):
        if board[cell] is None:
            return tuple(ray[:at])
    return tuple(ray)


def _group(board: Board, cell: int, stone: int, back: tuple[int, ...], on: tuple[int, ...]) -> Group:
    cells = (*reversed(back), cell, *on)
    laid = [stone if at == cell else board[at] for at in cells]
    return Group(cells, mixed([piece for piece in laid if piece is not None]))


def worked_out(board: Board, cell: int, stone: int, *, one_per_axis: bool = False) -> Sum:
    """What a stone scores in a free cell; it may be laid there if there is any figure.

    With ``one_per_axis`` an axis counts as one quadruple if it has any, else as one triple.
    """
    triples = quadruples = 0
    for axis in range(len(AXES)):
        counted = [len(group.cells) for group in groups(board, cell, stone, axis) if group.counts]
        fours, threes = counted.count(4), counted.count(3)
        if one_per_axis:
            fours, threes = min(fours, 1), min(threes, 0 if fours else 1)
        quadruples += fours
        triples += threes
    touched = sum(board[near] is not None for near in NEIGHBOURS[cell])
    edge = cell in EDGE
    return Sum(triples, quadruples, touched, edge, points(triples, quadruples, touched, edge=edge))
