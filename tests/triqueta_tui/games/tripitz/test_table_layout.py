"""What the table shows in terminals of each size."""

import pytest

from triqueta_tui.games.tripitz.board_layout import Tile, needed
from triqueta_tui.games.tripitz.table_layout import side_cells, sizes


@pytest.mark.parametrize(
    ("size", "tile", "racks"),
    [
        ((40, 12), Tile.SMALL, False),
        ((60, 22), Tile.SMALL, False),
        ((80, 24), Tile.SMALL, True),
        ((100, 30), Tile.MEDIUM, True),
        ((120, 36), Tile.WIDE, True),
        ((160, 50), Tile.LARGE, True),
    ],
)
def test_what_each_terminal_shows(size: tuple[int, int], tile: Tile, racks: bool) -> None:
    width, lines = size[0], size[1] - 4
    side = side_cells(width, lines)
    assert (side > 0) == racks
    assert sizes(width - side, lines)[0] is tile


def test_the_board_is_whole_from_80_columns_and_24_lines_on() -> None:
    for width in range(80, 260, 3):
        for lines in range(20, 90, 3):
            side = side_cells(width, lines)
            tile, rack = sizes(width - side, lines)
            columns, rows = needed(tile)
            assert columns - 1 <= width - side
            assert rows + rack <= lines
