r"""Cards on a canvas: tiles in their colours, cut from corner to corner where they have two.

A tile says what it is in letters, too: ``T``, ``R`` or ``I`` for a card of one colour, and for one of two
the letters of both sides with the cut between them, as in ``R\T``. So nothing depends on colour.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, Final

from rich.color import Color
from rich.style import Style
from textual.app import App
from textual.color import Color as ScreenColor

from protocol.games.triche_cards import COLOURS as PLAIN_CARDS
from protocol.games.triche_cards import EAST, FACES, NAMES, NORTH, SOUTH, WEST, Colour
from triqueta_tui.games.triche.colours import COLOURS
from triqueta_tui.themes import FOREST
from triqueta_tui.widgets.canvas import PLAIN, Canvas
from triqueta_tui.widgets.prose import Line

_TONES: Final = ("card-blue", "card-grey", "card-red", "card-ink", "card-back", "card-slot")
"""The variables of a theme that colour the cards; the first three in the order of ``Colour``."""
_USUAL: Final = COLOURS[FOREST]
_LETTERS: Final = {Colour.BLUE: "T", Colour.GREY: "R", Colour.RED: "I"}


class Tile(Enum):
    """The size of a card: cells across, and lines. From ``SMALL`` on, half a line below it stays free."""

    LETTERS = (3, 1)
    SMALL = (5, 2)
    LOW = (7, 2)
    BROAD = (9, 2)
    MEDIUM = (7, 3)
    LARGE = (9, 4)
    HUGE = (13, 6)

    @property
    def cells(self) -> int:
        return self.value[0]

    @property
    def lines(self) -> int:
        return self.value[1]


@dataclass(frozen=True)
class Inks:
    """The colours of the cards in one theme; None where a theme has no colours."""

    faces: Mapping[Colour, Color | None]
    ink: Color | None
    back: Color | None
    slot: Color | None


def inks(app: App[Any]) -> Inks:
    """The colours of the cards in the theme the app shows now."""
    variables = app.theme_variables
    return _inks(tuple(variables.get(name, _USUAL[name]) for name in _TONES))


@lru_cache(maxsize=8)
def _inks(values: tuple[str, ...]) -> Inks:
    parsed = [ScreenColor.parse(value).rich_color for value in values]
    blue, grey, red, ink, back, slot = (None if colour.is_default else colour for colour in parsed)
    return Inks({Colour.BLUE: blue, Colour.GREY: grey, Colour.RED: red}, ink, back, slot)


def letters(card: int) -> str:
    """A card as it lies in three cells."""
    west, east = FACES[card][WEST], FACES[card][EAST]
    assert west is not None
    assert east is not None
    return (
        f" {_LETTERS[west]} " if card < PLAIN_CARDS else f"{_LETTERS[west]}{NAMES[card][1]}{_LETTERS[east]}"
    )


def spoken(card: int) -> str:
    """A card as it lies in a sentence."""
    return letters(card).strip()


def card_line(card: int) -> Line:
    """A card in a sentence, its letters each in the colour it stands for."""
    text, inks = spoken(card), [_theme_ink(card, side) for side in (WEST, EAST)]
    if len(text) == 1:
        return ((text, inks[0]),)
    return (text[0], inks[0]), (text[1:-1], ""), (text[-1], inks[1])


def _theme_ink(card: int, side: int) -> str:
    colour = FACES[card][side]
    assert colour is not None
    return f"$card-{colour.name.lower()}"


def draw_card(
    canvas: Canvas, x: int, y: int, card: int, tile: Tile, colours: Inks, *, bold: bool = True
) -> None:
    """Draw a card with its upper left corner at a cell."""
    width, lines = tile.value
    rows = _pixels(card, tile)
    for line in range(lines):
        for column in range(width):
            above, below = rows[2 * line][column], rows[2 * line + 1][column]
            canvas.put(x + column, y + line, _cell(_tone(above, colours), _tone(below, colours)))
    _write(canvas, x + (width - 3) // 2, y + (lines - 1) // 2, letters(card), tile, card, colours, bold)


def draw_ghost(canvas: Canvas, x: int, y: int, card: int, tile: Tile, colours: Inks, edge: Style) -> None:
    """Draw a card that does not lie there yet: its colours as a pattern, between two bars."""
    width, lines = tile.value
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
    """Draw a face-down card, with what its builder knows of it."""
    width, lines = tile.value
    for line in range(lines):
        for column in range(width):
            below = colours.back if _is_card(2 * line + 1, tile) else None
            canvas.put(x + column, y + line, _cell(colours.back, below))
    style = Style(bold=True, bgcolor=colours.back, reverse=colours.back is None or None)
    text = words.center(3)
    canvas.write(x + (width - 3) // 2, y + (lines - 1) // 2, text, style)


def draw_slot(canvas: Canvas, x: int, y: int, tile: Tile, colours: Inks, mark: str, style: Style) -> None:
    """Draw a free cell, with a mark in the middle."""
    width, lines = tile.value
    ground = colours.slot
    for line in range(lines):
        for column in range(width):
            below = ground if _is_card(2 * line + 1, tile) else None
            canvas.put(x + column, y + line, _cell(ground, below))
    if ground is not None and style.bgcolor is None:
        style += Style(bgcolor=ground)
    canvas.write(x + (width - 3) // 2, y + (lines - 1) // 2, mark.center(3), style)


def draw_over(canvas: Canvas, x: int, y: int, mark: str, on_card: Style, beside: Style) -> None:
    """Put a mark on what is drawn in a cell already, keeping its ground."""
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
    """Write the letters of a card, each on the colour that lies below it."""
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
