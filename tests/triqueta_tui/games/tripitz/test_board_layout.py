"""Where cells are on the screen, and which one lies in which direction."""

import pytest

from triqueta_protocol.games.tripitz_board import CELLS, COORDINATES, NEIGHBOURS, NUMBERS
from triqueta_tui.games.tripitz.board_layout import (
    HALVES,
    ROWS,
    Layout,
    Tile,
    above_or_below,
    lay_out,
    needed,
    neighbour,
)

WAYS = ("left", "right", "up_left", "up_right", "down_left", "down_right")


def test_the_six_ways_lead_to_the_six_neighbours() -> None:
    for cell in range(CELLS):
        reached = {neighbour(cell, way) for way in WAYS} - {cell}
        assert reached == {*NEIGHBOURS[cell]}


@pytest.mark.parametrize(
    ("way", "across", "down"), [("up_left", -1, -1), ("down_right", 1, 1), ("left", -2, 0)]
)
def test_a_way_leads_where_its_name_says(way: str, across: int, down: int) -> None:
    start = NUMBERS[0, 0]
    there = neighbour(start, way)
    assert (HALVES[there] - HALVES[start], ROWS[there] - ROWS[start]) == (across, down)


def test_up_and_down_keep_to_a_column() -> None:
    start = NUMBERS[0, 0]
    cell = start
    for _ in range(5):
        cell = above_or_below(cell, -1, HALVES[start])
    assert ROWS[cell] == 0
    assert abs(HALVES[cell] - HALVES[start]) <= 1
    assert above_or_below(cell, -1, HALVES[start]) == cell, "the top row is the end"
    for _ in range(5):
        cell = above_or_below(cell, 1, HALVES[start])
    assert abs(HALVES[cell] - HALVES[start]) <= 1


@pytest.mark.parametrize("tile", Tile)
def test_every_cell_is_found_where_it_is_drawn(tile: Tile) -> None:
    layout = Layout(tile, 0, 0)
    for cell in range(CELLS):
        x, y = layout.place(cell)
        assert layout.cell_at(x + tile.cells // 2, y + tile.middle) == cell
    columns, lines = needed(tile)
    assert max(layout.place(cell)[0] for cell in range(CELLS)) + tile.cells <= columns
    assert max(layout.place(cell)[1] for cell in range(CELLS)) + tile.lines == lines
    assert layout.cell_at(columns + 2, 0) is None


@pytest.mark.parametrize(
    ("size", "tile"),
    [((48, 11), Tile.SMALL), ((51, 20), Tile.SMALL), ((72, 23), Tile.MEDIUM), ((97, 33), Tile.LARGE)],
)
def test_stones_are_as_large_as_the_board_allows(size: tuple[int, int], tile: Tile) -> None:
    assert lay_out(*size, None).tile is tile


def test_a_board_that_does_not_fit_is_scrolled_to_the_cursor() -> None:
    width, height = 40, 7
    layout = None
    for cell in (NUMBERS[at] for at in COORDINATES):
        layout = lay_out(width, height, cell, layout)
        x, y = layout.place(cell)
        assert x - 1 >= 0
        assert x + 3 < width
        assert 0 <= y < height


def test_a_small_step_does_not_scroll_the_board() -> None:
    start = NUMBERS[0, 0]
    layout = lay_out(40, 7, start)
    assert lay_out(40, 7, neighbour(start, "right"), layout) == layout
