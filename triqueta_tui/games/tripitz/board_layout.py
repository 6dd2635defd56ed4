"""The geometry of the board: positions on the screen and neighbours of cells."""

from dataclasses import dataclass
from typing import Final

from triqueta_protocol.games.tripitz_board import COORDINATES, NUMBERS
from triqueta_tui.widgets.tile import TileSize


class Tile(TileSize):
    """The size of a stone: cells across, lines, and lines from one row of stones to the next.

    Medium and wide stones begin and end with half a line, so that two rows share one.
    """

    SMALL = (3, 1, 1)
    MEDIUM = (5, 3, 2)
    WIDE = (7, 3, 2)
    LARGE = (7, 3, 3)

    def __init__(self, cells: int, lines: int, pitch: int) -> None:
        super().__init__(cells, lines)
        self.pitch = pitch

    @property
    def middle(self) -> int:
        """The line with the symbol."""
        return self.lines // 2


_ROWS: Final = 11
_ACROSS: Final = 12
"""Cells of the longest row."""

_COLUMNS: Final = tuple(2 * q + r for q, r in COORDINATES)
_LEFT: Final = min(_COLUMNS)
HALVES: Final = tuple(column - _LEFT for column in _COLUMNS)
"""By cell: its left edge, in half stones."""
ROWS: Final = tuple(r + 5 for _, r in COORDINATES)
"""By cell: its row, from the top."""

_STEPS: Final = {
    "left": (-1, 0),
    "right": (1, 0),
    "up_left": (0, -1),
    "up_right": (1, -1),
    "down_left": (-1, 1),
    "down_right": (0, 1),
}


def neighbour(cell: int, way: str) -> int:
    """The neighbour of a cell along one of the three axes; the cell itself at the edge."""
    q, r = COORDINATES[cell]
    across, down = _STEPS[way]
    return NUMBERS.get((q + across, r + down), cell)


def above_or_below(cell: int, down: int, aim: int) -> int:
    """The cell in the row above (-1) or below (1) that is nearest to a column, in half stones."""
    touching = [
        one
        for one in range(len(ROWS))
        if ROWS[one] == ROWS[cell] + down and abs(HALVES[one] - HALVES[cell]) == 1
    ]
    return min(touching, key=lambda one: abs(HALVES[one] - aim), default=cell)


@dataclass(frozen=True)
class Layout:
    """The size of a stone and the visible part of the board."""

    tile: Tile
    left: int
    """The column of the board's left edge; negative where the board is scrolled."""
    top: int

    def place(self, cell: int) -> tuple[int, int]:
        """The upper left corner of a cell."""
        across = HALVES[cell] * (self.tile.cells + 1) // 2 + 1
        return self.left + across, self.top + ROWS[cell] * self.tile.pitch

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell at a position on the screen; a line that two rows share belongs to the upper one."""
        for cell in range(len(ROWS)):
            left, top = self.place(cell)
            if left - 1 <= x < left + self.tile.cells and top <= y < top + self.tile.lines:
                return cell
        return None


def needed(tile: Tile) -> tuple[int, int]:
    """The width and height of the whole board."""
    return _ACROSS * (tile.cells + 1) + 1, _ROWS * tile.pitch + tile.lines - tile.pitch


def lay_out(width: int, height: int, cursor: int | None, before: Layout | None = None) -> Layout:
    """The layout with the largest stones that fit; if none do, the part of the board around the cursor."""
    for tile in reversed(Tile):
        columns, lines = needed(tile)
        if columns - 1 <= width and lines <= height:
            return Layout(tile, max(-1, (width - columns) // 2), (height - lines) // 2)
    columns, lines = needed(Tile.SMALL)
    still = Layout(Tile.SMALL, 0, 0)
    x, y = still.place(cursor) if cursor is not None else (columns // 2, lines // 2)
    return Layout(
        Tile.SMALL,
        _scrolled(width, columns, x, before.left if before is not None else None, 8),
        _scrolled(height, lines, y, before.top if before is not None else None, 2),
    )


def _scrolled(room: int, whole: int, at: int, before: int | None, margin: int) -> int:
    """The scroll offset that shows a place with some margin; moved no more than needed."""
    if whole <= room:
        return (room - whole) // 2
    start = before if before is not None else room // 2 - at
    start = min(max(start, margin - at), room - margin - at)
    return min(0, max(start, room - whole))
