r"""Cards on a canvas: tiles in their colours, cut from corner to corner where they have two.

A tile also shows letters: ``T``, ``R`` or ``I`` for a card of one colour, and for one of two
the letters of both sides with the cut between them, as in ``R\T``. Nothing depends on colour alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from rich.color import Color
from rich.style import Style
from textual.app import App
from textual.color import Color as ScreenColor

from triqueta_protocol.games.triche_cards import COLOURS as PLAIN_CARDS
from triqueta_protocol.games.triche_cards import EAST, FACES, NAMES, NORTH, SOUTH, WEST, Colour
from triqueta_tui.games.triche.card_words import letters
from triqueta_tui.games.triche.colours import COLOURS
from triqueta_tui.themes import FOREST
from triqueta_tui.widgets.canvas import PLAIN, Canvas
from triqueta_tui.widgets.tile import TileSize

_TONES: Final = ("card-blue", "card-grey", "card-red", "card-ink", "card-back", "card-slot")
"""The theme variables for the cards; the first three in the order of ``Colour``."""
_USUAL: Final = COLOURS[FOREST]


class Tile(TileSize):
    """The size of a card: cells across, and lines. From ``SMALL`` on, half a line below it stays free."""

    LETTERS = (3, 1)
    SMALL = (5, 2)
    LOW = (7, 2)
    BROAD = (9, 2)
    MEDIUM = (7, 3)
    LARGE = (9, 4)
    HUGE = (13, 6)


@dataclass(frozen=True)
class Inks:
    """The colours of the cards in one theme; None where a theme has no colours."""

    faces: Mapping[Colour, Color | None]
    ink: Color | None
    back: Color | None
    slot: Color | None


def inks(app: App[Any]) -> Inks:
    """The colours of the cards in the current theme."""
    variables = app.theme_variables
    return _inks(tuple(variables.get(name, _USUAL[name]) for name in _TONES))


@lru_cache(maxsize=8)
def _inks(values: tuple[str, ...]) -> Inks:
    parsed = [ScreenColor.parse(value).rich_color for value in values]
    blue, grey, red, ink, back, slot = (None if colour.is_default else colour for colour in parsed)
    return Inks({Colour.BLUE: blue, Colour.GREY: grey, Colour.RED: red}, ink, back, slot)


def draw_card(
    canvas: Canvas, x: int, y: int, card: int, tile: Tile, colours: Inks, *, bold: bool = True
) -> None:
    """Draw a card with its upper left corner at a cell."""
    width, lines = tile.cells, tile.lines
    rows = _pixels(card, tile)
    for line in range(lines):
        for column in range(width):
            above, below = rows[2 * line][column], rows[2 * line + 1][column]
            canvas.put(x + column, y + line, _cell(_tone(above, colours), _tone(below, colours)))
    _write(canvas, x + (width - 3) // 2, y + (lines - 1) // 2, letters(card), tile, card, colours, bold)


def draw_ghost(canvas: Canvas, x: int, y: int, card: int, tile: Tile, colours: Inks, edge: Style) -> None:
    """Draw a card that is not laid yet: its colours as a pattern between two bars."""
    width, lines = tile.cells, tile.lines
    rows = _pixels(card, tile)
    plain = any(tone is None for tone in colours.faces.values())
    for line in range(lines):
        below = _is_card(2 * line + 1, tile)
        for column in range(width):
            tone = _tone(rows[2 * line][column], colours)
            if column in (0, width - 1):
                bar = ("▌" if below else "▘") if column == 0 else ("▐" if below else "▝")
                canvas.put(x + column, y + line, (bar, edge))
            elif plain or not below:
                canvas.put(x + column, y + line, (" ", PLAIN))
            else:
                canvas.put(x + column, y + line, ("▒", Style(color=tone, bgcolor=colours.slot)))
    text, left = letters(card), (width - 3) // 2
    for at, letter in enumerate(text):
        face = FACES[card][WEST if at == 0 else EAST]
        tone = None if letter in "\\/" else _tone(face, colours)
        canvas.write(x + left + at, y + (lines - 1) // 2, letter, Style(bold=True, color=tone))


def draw_back(canvas: Canvas, x: int, y: int, tile: Tile, colours: Inks, words: str = "?") -> None:
    """Draw a face-down card, with its letters for the viewer who knows it."""
    width, lines = tile.cells, tile.lines
    for line in range(lines):
        for column in range(width):
            below = colours.back if _is_card(2 * line + 1, tile) else None
            canvas.put(x + column, y + line, _cell(colours.back, below))
    style = Style(bold=True, bgcolor=colours.back, reverse=colours.back is None or None)
    text = words.center(3)
    canvas.write(x + (width - 3) // 2, y + (lines - 1) // 2, text, style)


def draw_slot(canvas: Canvas, x: int, y: int, tile: Tile, colours: Inks, mark: str, style: Style) -> None:
    """Draw a free cell, with a mark in the middle."""
    width, lines = tile.cells, tile.lines
    ground = colours.slot
    for line in range(lines):
        for column in range(width):
            below = ground if _is_card(2 * line + 1, tile) else None
            canvas.put(x + column, y + line, _cell(ground, below))
    if ground is not None and style.bgcolor is None:
        style += Style(bgcolor=ground)
    canvas.write(x + (width - 3) // 2, y + (lines - 1) // 2, mark.center(3), style)


def draw_over(canvas: Canvas, x: int, y: int, mark: str, on_card: Style, beside: Style) -> None:
    """Draw a mark over a cell, keeping its background."""
    if not (0 <= x < canvas.width and 0 <= y < canvas.height):
        return
    text, style = canvas.cells[y][x]
    ground = style.color if text == "▀" else style.bgcolor
    if ground is None:
        canvas.put(x, y, (mark, beside))
    else:
        canvas.put(x, y, (mark, on_card + Style(bgcolor=ground)))


def _write(
    canvas: Canvas, x: int, y: int, text: str, tile: Tile, card: int, colours: Inks, bold: bool
) -> None:
    """Write the letters of a card, each on the colour of its side."""
    left = (tile.cells - 3) // 2
    row = _pixels(card, tile)[2 * ((tile.lines - 1) // 2)]
    for at, letter in enumerate(text):
        face = row[left + at] or FACES[card][WEST if at == 0 else EAST]
        ground = _tone(face, colours)
        if ground is None:
            style = Style(bold=bold, reverse=True)
        else:
            style = Style(color=colours.ink, bgcolor=ground, bold=bold)
        canvas.write(x + at, y, letter, style)


def _tone(face: Colour | None, colours: Inks) -> Color | None:
    return None if face is None else colours.faces[face]


@lru_cache(maxsize=256)
def _pixels(card: int, tile: Tile) -> tuple[tuple[Colour | None, ...], ...]:
    """The colour of each half cell, row by row; None below the card."""
    width, height = tile.cells, 2 * tile.lines
    return tuple(
        tuple(_face(card, x, y, tile) if _is_card(y, tile) else None for x in range(width))
        for y in range(height)
    )


def _is_card(y: int, tile: Tile) -> bool:
    """Whether a row of half cells belongs to the card: below it half a line is free."""
    return tile is Tile.LETTERS or y < 2 * tile.lines - 1


def _face(card: int, x: int, y: int, tile: Tile) -> Colour | None:
    across = (x + 0.5) / tile.cells
    down = (y + 0.5) / (2 * tile.lines - (tile is not Tile.LETTERS))
    if tile is Tile.LETTERS:
        down = 0.5
    if card < PLAIN_CARDS:
        return FACES[card][NORTH]
    falling = NAMES[card][1] == "\\"
    upper = across >= down if falling else across <= 1 - down
    return FACES[card][NORTH if upper else SOUTH]


@lru_cache(maxsize=256)
def _cell(above: Color | None, below: Color | None) -> tuple[str, Style]:
    if above is None and below is None:
        return (" ", PLAIN)
    if above == below:
        return (" ", Style(bgcolor=above))
    if below is None:
        return ("▀", Style(color=above))
    if above is None:
        return ("▄", Style(color=below))
    return ("▀", Style(color=above, bgcolor=below))
