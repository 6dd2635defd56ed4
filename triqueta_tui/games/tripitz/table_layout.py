"""The layout of the table: the right column, the stones on the board, and the rack."""

from typing import Final

from triqueta_tui.games.tripitz.board_layout import Tile, needed
from triqueta_tui.games.tripitz.racks import CELLS as RACK_CELLS

_SIDE: Final = RACK_CELLS + 1
"""The right column with its border, just wide enough for racks."""
_WIDE_SIDE: Final = 48
_RACK: Final = 5
_LOW_RACK: Final = 3
"""Lines of a rack with medium stones, and of one with small stones."""


def side_cells(width: int, lines: int) -> int:
    """The width of the right column: the space beside the board in a wide terminal, or just the racks."""
    wide = min(_WIDE_SIDE, width - needed(Tile.MEDIUM)[0])
    if wide > _SIDE and lines >= needed(Tile.MEDIUM)[1] + 3:
        return wide
    return _SIDE if width >= needed(Tile.SMALL)[0] + _SIDE else 0


def sizes(width: int, lines: int) -> tuple[Tile, int]:
    """The size of the stones on the board and the height of the rack; the board comes first."""
    for tile in (Tile.LARGE, Tile.MEDIUM):
        columns, rows = needed(tile)
        for rack in (_RACK, _LOW_RACK):
            if columns - 1 <= width and rows + rack <= lines:
                return tile, rack
    board = needed(Tile.SMALL)[1]
    # Below a small board the figures take space before the rack grows.
    rack = _RACK if lines >= board + 3 + _RACK else _LOW_RACK if lines >= board + _LOW_RACK else 1
    return Tile.SMALL, rack
