"""Where the cells of the board are on the screen, and which cell lies in which direction."""

from dataclasses import dataclass
from typing import Final

from protocol.games.tripitz_board import COORDINATES, NUMBERS
from triqueta_tui.games.tripitz.stone_drawing import Tile

_ROWS: Final = 11
_ACROSS: Final = 12
"""Cells of the longest row."""

_COLUMNS: Final = tuple(2 * q + r for q, r in COORDINATES)
_LEFT: Final = min(_COLUMNS)
HALVES: Final = tuple(column - _LEFT for column in _COLUMNS)
"""By cell: how many half stones lie to the left of it."""
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
    """The next cell along one of the three axes; the same at the edge."""
    q, r = COORDINATES[cell]
    across, down = _STEPS[way]
    return NUMBERS.get((q + across, r + down), cell)


def above_or_below(cell: int, down: int, aim: int) -> int:
    """The cell of the row above (-1) or below (1) that is nearest to a column of half stones."""
    touching = [
        one
        for one in range(len(ROWS))
        if ROWS[one] == ROWS[cell] + down and abs(HALVES[one] - HALVES[cell]) == 1
    ]
    return min(touching, key=lambda one: abs(HALVES[one] - aim), default=cell)


@dataclass(frozen=True)
class Layout:
    """How the board is drawn: the size of a stone, and the part of the board that is seen."""

    tile: Tile
    left: int
    """The column of the board's left edge; negative where the board is scrolled."""
    top: int

    def place(self, cell: int) -> tuple[int, int]:
        """The upper left corner of a cell."""
        across = HALVES[cell] * (self.tile.cells + 1) // 2 + 1
        return self.left + across, self.top + ROWS[cell] * self.tile.pitch

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell at a place on the screen; what two rows share belongs to the upper one."""
        for cell in range(len(ROWS)):
            left, top = self.place(cell)
            if left - 1 <= x < left + self.tile.cells and top <= y < top + self.tile.lines:
                return cell
        return None


def needed(tile: Tile) -> tuple[int, int]:
    """The columns and lines of the whole board."""
    return _ACROSS * (tile.cells + 1) + 1, _ROWS * tile.pitch + tile.lines - tile.pitch


def lay_out(width: int, height: int, cursor: int | None, before: Layout | None = None) -> Layout:
    """The largest stones with which the whole board fits; if none, the part of it around the cursor."""
    for tile in (Tile.LARGE, Tile.MEDIUM, Tile.SMALL):
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
    """Where the whole begins so that a place is seen with some margin; moved no more than needed."""
    if whole <= room:
        return (room - whole) // 2
    start = before if before is not None else room // 2 - at
    start = min(max(start, margin - at), room - margin - at)
    return min(0, max(start, room - whole))
