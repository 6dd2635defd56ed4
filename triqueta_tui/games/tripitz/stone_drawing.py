"""Stones on a canvas: a coloured tile with its symbol in the symbol's colour.

Where colours are unreliable a stone also shows them as letters: ``★w`` is a white star. Without colours,
or by choice of the player, it is ``Y*w``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

from rich.color import Color
from rich.style import Style
from textual.app import App
from textual.color import Color as ScreenColor

from triqueta_protocol.games.tripitz_stones import STONES, Colour, Ink, Symbol, features
from triqueta_tui.games.tripitz.board_layout import Tile
from triqueta_tui.games.tripitz.colours import COLOURS
from triqueta_tui.games.tripitz.stone_words import letters
from triqueta_tui.themes import FOREST
from triqueta_tui.widgets.canvas import Canvas

_PICTURES: Final = {
    Symbol.CIRCLE: ("   ####   ", " ######## ", "##########", "##########", " ######## ", "   ####   "),
    Symbol.MOON: ("   #####  ", " #####    ", "#####     ", "#####     ", " #####    ", "   #####  "),
    Symbol.TRIANGLE: ("    ##    ", "   ####   ", "   ####   ", "  ######  ", " ######## ", "##########"),
    Symbol.STAR: ("    ##    ", "    ##    ", "##########", "  ######  ", "  ######  ", " ##    ## "),
}
"""Row by row; a cell of the terminal is two columns of two rows."""

_QUARTERS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Indexed by the sum of the filled quarters: 1 upper left, 2 upper right, 4 lower left, 8 lower right."""


@lru_cache(maxsize=4)
def picture(symbol: Symbol) -> tuple[str, ...]:
    """The three lines of a symbol, five cells wide."""
    rows = _PICTURES[symbol]
    return tuple(
        "".join(
            _QUARTERS[sum(1 << bit for bit, quarter in enumerate(_cell(rows, x, y)) if quarter == "#")]
            for x in range(0, len(rows[0]), 2)
        )
        for y in range(0, len(rows), 2)
    )


def _cell(rows: tuple[str, ...], x: int, y: int) -> str:
    return rows[y][x : x + 2] + rows[y + 1][x : x + 2]


_USUAL: Final = COLOURS[FOREST]
GLYPHS: Final = {Symbol.CIRCLE: "●", Symbol.MOON: "☾", Symbol.TRIANGLE: "▲", Symbol.STAR: "★"}

Face = Literal["symbol", "tagged", "letters"]
"""The face of a stone: its symbol, the symbol with its colour's letter, or letters only."""


@dataclass(frozen=True)
class Tones:
    """The colours of the stones in one theme; None where a theme has no colours."""

    stones: Mapping[Colour, Color | None]
    joker: Color | None
    symbols: Mapping[tuple[Colour, Ink], Color | None]
    inner: Color | None
    edge: Color | None
    centre: Color | None
    face: Face

    def ground(self, piece: int) -> Color | None:
        return self.joker if piece >= STONES else self.stones[features(piece)[0]]


def tones(app: App[Any]) -> Tones:
    """The colours of the stones in the current theme."""
    variables = app.theme_variables
    wants_letters = app.has_class("-letters")
    return _tones(tuple(variables.get(name, _USUAL[name]) for name in _USUAL), wants_letters)


@lru_cache(maxsize=8)
def _tones(values: tuple[str, ...], wants_letters: bool) -> Tones:
    parsed = [ScreenColor.parse(value).rich_color for value in values]
    named = {name: None if colour.is_default else colour for name, colour in zip(_USUAL, parsed, strict=True)}
    stones = {colour: named[f"stone-{_hyphened(colour)}"] for colour in Colour}
    symbols = {
        (colour, ink): named.get(
            f"symbol-{_hyphened(ink)}-on-{_hyphened(colour)}", named[f"symbol-{_hyphened(ink)}"]
        )
        for colour in Colour
        for ink in Ink
    }
    face: Face = "symbol"
    if wants_letters or None in stones.values():
        face = "letters"
    elif named["cell-inner"] is None:
        # With the terminal's own colours, white, grey and light blue may look alike.
        face = "tagged"
    return Tones(
        stones,
        named["stone-joker"],
        symbols,
        named["cell-inner"],
        named["cell-edge"],
        named["cell-centre"],
        face,
    )


def _hyphened(one: Colour | Ink) -> str:
    return one.name.lower().replace("_", "-")


def face_text(piece: int, face: Face) -> str:
    """The face of a stone, three cells wide."""
    if face == "letters" or piece >= STONES:
        return letters(piece)
    glyph = GLYPHS[features(piece)[1]]
    return f" {glyph} " if face == "symbol" else f" {glyph}{letters(piece)[-1]}"


def face_style(piece: int, colours: Tones) -> Style:
    ground = colours.ground(piece)
    if ground is None:
        return Style(bold=True)
    if piece >= STONES:
        return Style(color=colours.symbols[Colour.BLUE, Ink.WHITE], bgcolor=ground, bold=True)
    colour, _, ink = features(piece)
    return Style(color=colours.symbols[colour, ink], bgcolor=ground, bold=True)


def draw_stone(canvas: Canvas, x: int, y: int, piece: int, tile: Tile, colours: Tones) -> None:
    """Draw a stone with its upper left corner at a cell."""
    _draw_tile(canvas, x, y, tile, colours.ground(piece))
    _draw_face(canvas, x, y, piece, tile, colours)


def draw_ghost(canvas: Canvas, x: int, y: int, piece: int, tile: Tile, colours: Tones) -> None:
    """Draw a stone that is not laid yet: only its middle is solid."""
    if tile is not Tile.SMALL:
        _draw_tile(canvas, x, y, tile, colours.inner)
    _draw_face(canvas, x, y, piece, tile, colours)


def draw_cell(
    canvas: Canvas, x: int, y: int, tile: Tile, ground: Color | None, mark: str, style: Style
) -> None:
    """Draw a free cell with a mark in its middle."""
    _draw_tile(canvas, x, y, tile, ground)
    if style.bgcolor is None and ground is not None:
        style += Style(bgcolor=ground)
    _write_face(canvas, x, y, tile, mark.center(3), style)


def _draw_face(canvas: Canvas, x: int, y: int, piece: int, tile: Tile, colours: Tones) -> None:
    """Draw the face of a stone: its symbol as a picture where it fits, else a sign or letters."""
    style = face_style(piece, colours)
    if tile is not Tile.LARGE or colours.face != "symbol" or piece >= STONES:
        _write_face(canvas, x, y, tile, face_text(piece, colours.face), style)
        return
    for line, text in enumerate(picture(features(piece)[1])):
        canvas.write(x + 1, y + line, text, style)


def _write_face(canvas: Canvas, x: int, y: int, tile: Tile, text: str, style: Style) -> None:
    canvas.write(x + (tile.cells - 3) // 2, y + tile.middle, text, style)


def _draw_tile(canvas: Canvas, x: int, y: int, tile: Tile, ground: Color | None) -> None:
    """Draw a tile with cut corners; invisible without colours."""
    if ground is None:
        return
    solid, last = Style(bgcolor=ground), tile.lines - 1
    if tile is Tile.MEDIUM:
        canvas.write(x, y + 1, " " * tile.cells, solid)
        for column in range(x + 1, x + tile.cells - 1):
            _draw_half(canvas, column, y, ground, upper=False)
            _draw_half(canvas, column, y + last, ground, upper=True)
        return
    for line in range(tile.lines):
        canvas.write(x, y + line, " " * tile.cells, solid)
    if tile is Tile.LARGE:
        corner, right = Style(color=ground), x + tile.cells - 1
        for column, line, cut in ((x, 0, "▗"), (right, 0, "▖"), (x, last, "▝"), (right, last, "▘")):
            canvas.put(column, y + line, (cut, corner))


def _draw_half(canvas: Canvas, x: int, y: int, ground: Color, *, upper: bool) -> None:
    """Colour half a cell; the other half stays as it is."""
    if not (0 <= x < canvas.width and 0 <= y < canvas.height):
        return
    text, style = canvas.cells[y][x]
    above = style.color if text == "▀" else style.bgcolor
    below = style.color if text == "▄" else style.bgcolor
    above, below = (ground, below) if upper else (above, ground)
    if above is None:
        canvas.put(x, y, ("▄", Style(color=below)))
    else:
        canvas.put(x, y, ("▀", Style(color=above, bgcolor=below)))
