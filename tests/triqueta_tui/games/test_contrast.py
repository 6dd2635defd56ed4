"""Everything written or drawn on a piece, and every mark in a free cell, can be read in every theme."""

from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from rich.color import Color as RichColor
from rich.terminal_theme import TerminalTheme
from textual.color import Color

from tests.triqueta_tui.colours import contrast, shown
from triqueta_protocol.games.triche_cards import CARDS
from triqueta_protocol.games.tripitz_stones import PIECES
from triqueta_protocol.games.triqueta import Animal
from triqueta_tui.games.triche import card_drawing
from triqueta_tui.games.triche.colours import COLOURS as CARD_COLOURS
from triqueta_tui.games.tripitz import board_layout, stone_drawing
from triqueta_tui.games.tripitz.colours import COLOURS as STONE_COLOURS
from triqueta_tui.games.triqueta import token_drawing
from triqueta_tui.games.triqueta.colours import COLOURS as TOKEN_COLOURS
from triqueta_tui.themes import NAMES, PLAIN, SIXTEEN, theme
from triqueta_tui.widgets.canvas import PLAIN as NO_STYLE
from triqueta_tui.widgets.canvas import Canvas, Cell

LEAST = 4.5
COLOURED = [(name, depth) for name in NAMES if name not in {SIXTEEN, PLAIN} for depth in ("truecolor", "256")]
BARE = " ▀▄█▒▌▐▘▝"
"""What is only colour: nothing is written in it."""

XTERM = TerminalTheme(
    (0, 0, 0),
    (229, 229, 229),
    [
        (0, 0, 0),
        (205, 0, 0),
        (0, 205, 0),
        (205, 205, 0),
        (0, 0, 238),
        (205, 0, 205),
        (0, 205, 205),
        (229,) * 3,
    ],
    [
        (127,) * 3,
        (255, 0, 0),
        (0, 255, 0),
        (255, 255, 0),
        (92, 92, 255),
        (255, 0, 255),
        (0, 255, 255),
        (255,) * 3,
    ],
)
"""The sixteen colours as xterm has them."""


def app_in(name: str, depth: str, *classes: str) -> Any:
    """As much of an app as a drawing asks for."""
    colours = (TOKEN_COLOURS, CARD_COLOURS, STONE_COLOURS)
    return SimpleNamespace(
        theme_variables=theme(name, colours, depth).variables, has_class=classes.__contains__
    )


def pieces(app: Any) -> Iterator[Canvas]:
    """Every piece of every game at every size."""
    tokens, cards, stones = token_drawing.inks(app), card_drawing.inks(app), stone_drawing.tones(app)
    for animal in Animal:
        yield (canvas := Canvas(token_drawing.LETTER_CELLS, 1))
        token_drawing.draw_letters(canvas, 0, 0, animal, tokens)
    for tile in card_drawing.Tile:
        for card in range(CARDS):
            yield (canvas := Canvas(tile.cells, tile.lines))
            card_drawing.draw_card(canvas, 0, 0, card, tile, cards)
            yield (canvas := Canvas(tile.cells, tile.lines))
            card_drawing.draw_ghost(canvas, 0, 0, card, tile, cards, NO_STYLE)
    for size in board_layout.Tile:
        for piece in range(PIECES):
            yield (canvas := Canvas(size.cells, size.lines))
            stone_drawing.draw_stone(canvas, 0, 0, piece, size, stones)


def unreadable(cells: Iterable[Cell], depth: str) -> Iterator[tuple[str, float]]:
    """Written cells with too little contrast."""
    for text, style in cells:
        if text in BARE or style.color is None or style.bgcolor is None:
            continue
        ratio = contrast(*(_shown(colour, depth) for colour in (style.color, style.bgcolor)))
        if ratio < LEAST:
            yield text, round(ratio, 2)


def _shown(colour: RichColor, depth: str) -> Color:
    red, green, blue = colour.get_truecolor(XTERM)
    return shown(Color(red, green, blue).hex, depth)


@pytest.mark.parametrize("tiles", ["", "-letters"])
@pytest.mark.parametrize(("name", "depth"), [*COLOURED, (SIXTEEN, "truecolor")])
def test_what_is_on_a_piece_can_be_read(name: str, depth: str, tiles: str) -> None:
    drawn = list(pieces(app_in(name, depth, tiles)))
    written = [cell for canvas in drawn for line in canvas.cells for cell in line if cell[0] not in BARE]
    assert len(written) > len(drawn)
    assert set(unreadable(written, depth)) == set()


@pytest.mark.parametrize(("name", "depth"), COLOURED)
def test_marks_can_be_read_in_free_cells(name: str, depth: str) -> None:
    variables = {
        **theme(name, (CARD_COLOURS, STONE_COLOURS), depth).variables,
        "foreground": theme(name, (), depth).foreground or "",
    }
    for cell in ("card-slot", "cell-inner", "cell-edge"):
        for mark in ("foreground", "my-turn", "points-up", "points-down"):
            ratio = contrast(shown(variables[mark], depth), shown(variables[cell], depth))
            assert ratio >= LEAST, (mark, cell, round(ratio, 2))


@pytest.mark.parametrize(("name", "depth"), COLOURED)
def test_the_letters_of_a_face_down_card_can_be_read(name: str, depth: str) -> None:
    variables = theme(name, (CARD_COLOURS,), depth).variables
    words = theme(name, (), depth).foreground or ""
    assert contrast(shown(words, depth), shown(variables["card-back"], depth)) >= LEAST
