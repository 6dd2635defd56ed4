"""The layout of the table: the right column, the stones on the board, and the rack."""

from typing import Final

from triqueta_tui.games.tripitz.board_layout import Tile, needed
from triqueta_tui.games.tripitz.racks import CELLS as RACK_CELLS

_SIDE: Final = RACK_CELLS + 1
"""The right column with its border, just wide enough for racks."""
_USUAL_SIDE: Final = 28
_WIDE_SIDE: Final = 48
"""The most columns beside small stones, and beside larger ones."""
_RACK: Final = 5
_LOW_RACK: Final = 3
"""Lines of a rack with keys below the stones, and with keys beside them."""


def side_cells(width: int, lines: int) -> int:
    """The width of the right column: what is left beside the largest stones that leave room for racks."""
    for tile in reversed(Tile):
        columns, rows = needed(tile)
        left = width - columns + 1
        if left >= _SIDE and (rows + _LOW_RACK <= lines or tile is Tile.SMALL):
            return min(_USUAL_SIDE if tile is Tile.SMALL else _WIDE_SIDE, left)
    return 0


def sizes(width: int, lines: int) -> tuple[Tile, int]:
    """The size of the stones on the board and the height of the rack; the board comes first."""
    for tile in (Tile.LARGE, Tile.WIDE, Tile.MEDIUM):
        columns, rows = needed(tile)
        for rack in (_RACK, _LOW_RACK):
            if columns - 1 <= width and rows + rack <= lines:
                return tile, rack
    board = needed(Tile.SMALL)[1]
    # Below a small board the figures take space before the rack grows.
    rack = _RACK if lines >= board + 3 + _RACK else _LOW_RACK if lines >= board + _LOW_RACK else 1
    return Tile.SMALL, rack
