"""Stones look different from each other with colours, with few, and without any."""

from pathlib import Path

import pytest

from tests.triqueta_tui.games.playing import BareApp
from triqueta_protocol.games.tripitz_stones import PIECES, STONES, Colour, Ink, Symbol, stone
from triqueta_tui.games.tripitz.board_layout import Tile
from triqueta_tui.games.tripitz.stone_drawing import draw_ghost, draw_stone, face_text, tones
from triqueta_tui.settings import Settings
from triqueta_tui.widgets.canvas import Canvas


def drawn(app: BareApp, piece: int, tile: Tile) -> object:
    canvas = Canvas(tile.cells + 2, tile.lines)
    draw_stone(canvas, 1, 0, piece, tile, tones(app))
    return tuple(tuple(line) for line in canvas.cells)


@pytest.mark.parametrize("theme", ["forest", "daylight", "sixteen", "plain"])
async def test_no_two_stones_look_the_same(tmp_path: Path, theme: str) -> None:
    app = BareApp(tmp_path, Settings(language="en", theme=theme))
    async with app.run_test():
        for tile in Tile:
            # Jokers are all alike.
            looks = {drawn(app, piece, tile) for piece in range(PIECES)}
            assert len(looks) == STONES + 1, tile


@pytest.mark.parametrize(("theme", "tiles"), [("plain", "auto"), ("forest", "letters")])
async def test_without_colours_a_stone_says_everything_in_letters(
    tmp_path: Path, theme: str, tiles: str
) -> None:
    app = BareApp(tmp_path, Settings(language="en", theme=theme, tiles=tiles))  # type: ignore[arg-type]
    async with app.run_test():
        face = tones(app).face
        texts = {face_text(piece, face) for piece in range(STONES)}
        assert len(texts) == STONES
        assert face_text(stone(Colour.YELLOW, Symbol.STAR, Ink.WHITE), face) == "Y*w"


async def test_in_the_terminals_own_colours_the_symbol_colour_has_a_letter(tmp_path: Path) -> None:
    app = BareApp(tmp_path, Settings(language="en", theme="sixteen"))
    async with app.run_test():
        face = tones(app).face
        assert face_text(stone(Colour.RED, Symbol.STAR, Ink.GREY), face) == " ★g"
        assert len({face_text(stone(Colour.RED, Symbol.STAR, ink), face) for ink in Ink}) == len(Ink)


async def test_rows_of_middle_sized_stones_share_a_line(tmp_path: Path) -> None:
    app = BareApp(tmp_path)
    async with app.run_test():
        colours = tones(app)
        canvas = Canvas(9, 5)
        upper, lower = stone(Colour.RED, Symbol.STAR, Ink.GREY), stone(Colour.BLUE, Symbol.MOON, Ink.WHITE)
        draw_stone(canvas, 0, 0, upper, Tile.MEDIUM, colours)
        draw_stone(canvas, 3, 2, lower, Tile.MEDIUM, colours)
        # The lower edge of the one beside the upper edge of the other.
        assert canvas.cells[2][3][1].bgcolor == colours.rim(upper)
        assert canvas.cells[2][4][1].color == colours.rim(lower)


async def test_a_stone_that_does_not_lie_yet_looks_different(tmp_path: Path) -> None:
    app = BareApp(tmp_path)
    async with app.run_test():
        for tile in Tile:
            ghost = Canvas(tile.cells + 2, tile.lines)
            draw_ghost(ghost, 1, 0, 5, tile, tones(app))
            assert tuple(tuple(line) for line in ghost.cells) != drawn(app, 5, tile)
