"""Stones on a canvas: a tile with a coloured rim, and the symbol in its own colour.

Light symbols lie on a darker shade of the stone's colour, black ones on the colour itself: all can be read.

Where colours are unreliable a stone also shows them as letters: ``★w`` is a white star. Without colours,
or by choice of the player, it is ``Y*w``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

from rich.style import Style
from textual.app import App

from triqueta_protocol.games.tripitz_stones import STONES, Colour, Ink, Symbol, features
from triqueta_tui.games.tripitz.board_layout import Tile
from triqueta_tui.games.tripitz.colours import COLOURS
from triqueta_tui.games.tripitz.stone_words import letters
from triqueta_tui.themes import FOREST
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.pieces import Pixels, Tone, draw_bars, draw_pixels, quarters, tones_of

_LARGE: Final = {
    Symbol.CIRCLE: ("   ####   ", " ######## ", "##########", "##########", " ######## ", "   ####   "),
    Symbol.MOON: ("   #####  ", " #####    ", "#####     ", "#####     ", " #####    ", "   #####  "),
    Symbol.TRIANGLE: ("    ##    ", "   ####   ", "   ####   ", "  ######  ", " ######## ", "##########"),
    Symbol.STAR: ("    ##    ", "    ##    ", "##########", "  ######  ", "  ######  ", " ##    ## "),
}
"""Row by row, in quarters of a cell."""

_MEDIUM: Final = {
    Symbol.CIRCLE: ("######", "##  ##", "##  ##", "######"),
    Symbol.MOON: ("  ####", "###   ", "###   ", "  ####"),
    Symbol.TRIANGLE: ("  ##  ", " #### ", " #### ", "######"),
    Symbol.STAR: ("  ##  ", "######", " #### ", "##  ##"),
}
"""The same; the first and the last row are beside the rim, and so in halves of a cell."""

_WIDE: Final = {
    Symbol.CIRCLE: ("  ######  ", "##########", "##########", "  ######  "),
    Symbol.MOON: ("  ######  ", "####      ", "####      ", "  ######  "),
    Symbol.TRIANGLE: ("    ##    ", "   ####   ", " ######## ", "##########"),
    Symbol.STAR: ("    ##    ", "##########", "  ######  ", "##      ##"),
}
"""The same, wider."""

_PICTURES: Final[Mapping[Tile, Mapping[Symbol, tuple[str, ...]]]] = {
    Tile.MEDIUM: _MEDIUM,
    Tile.WIDE: _WIDE,
    Tile.LARGE: _LARGE,
}

_SHAPES: Final = {
    Tile.SMALL: ("###", "###"),
    Tile.MEDIUM: (" ### ", " ### ", "#####", "#####", " ### ", " ### "),
    Tile.WIDE: ("  ###  ", " ##### ", "#######", "#######", " ##### ", "  ###  "),
    Tile.LARGE: (" ##### ", *["#######"] * 4, " ##### "),
}
"""Row by row, in halves of a cell: medium and wide stones are hexagons that fill the board."""

GLYPHS: Final = {Symbol.CIRCLE: "●", Symbol.MOON: "☾", Symbol.TRIANGLE: "▲", Symbol.STAR: "★"}

Face = Literal["symbol", "tagged", "letters"]
"""The face of a stone: its symbol, the symbol with its colour's letter, or letters only."""


@dataclass(frozen=True)
class Tones:
    """The colours of the stones in one theme; None where a theme has no colours."""

    stones: Mapping[Colour, Tone]
    deep: Mapping[Colour, Tone]
    """Darker shades, on which light symbols can be read."""
    joker: Tone
    symbols: Mapping[Ink, Tone]
    inner: Tone
    edge: Tone
    centre: Tone
    face: Face

    def rim(self, piece: int) -> Tone:
        """The colour of a stone."""
        return self.joker if piece >= STONES else self.stones[features(piece)[0]]

    def ground(self, piece: int) -> Tone:
        """What its symbol is drawn on."""
        if piece >= STONES:
            return self.joker
        colour, _, ink = features(piece)
        return (self.stones if ink == Ink.BLACK else self.deep)[colour]

    def ink(self, piece: int) -> Tone:
        return self.symbols[Ink.WHITE if piece >= STONES else features(piece)[2]]


def tones(app: App[Any]) -> Tones:
    """The colours of the stones in the current theme."""
    return _tones(tuple(tones_of(app, COLOURS[FOREST]).items()), app.has_class("-letters"))


@lru_cache(maxsize=8)
def _tones(values: tuple[tuple[str, Tone], ...], wants_letters: bool) -> Tones:
    named = dict(values)
    stones = {colour: named[f"stone-{_hyphened(colour)}"] for colour in Colour}
    # With the terminal's own colours, white, grey and light blue may look alike.
    face: Face = "tagged" if named["cell-inner"] is None else "symbol"
    return Tones(
        stones,
        {colour: named[f"stone-{_hyphened(colour)}-deep"] for colour in Colour},
        named["stone-joker"],
        {ink: named[f"symbol-{_hyphened(ink)}"] for ink in Ink},
        named["cell-inner"],
        named["cell-edge"],
        named["cell-centre"],
        "letters" if wants_letters or None in stones.values() else face,
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
    return Style(color=colours.ink(piece) if ground else None, bgcolor=ground, bold=True)


def draw_stone(canvas: Canvas, x: int, y: int, piece: int, tile: Tile, colours: Tones) -> None:
    """Draw a stone with its upper left corner at a cell."""
    _draw(canvas, x, y, piece, tile, colours, colours.rim(piece))


def draw_ghost(canvas: Canvas, x: int, y: int, piece: int, tile: Tile, colours: Tones) -> None:
    """Draw a stone that is not laid yet, without its rim."""
    _draw(canvas, x, y, piece, tile, colours, colours.inner)


def draw_cell(canvas: Canvas, x: int, y: int, tile: Tile, ground: Tone, mark: str, style: Style) -> None:
    """Draw a free cell with a mark in its middle."""
    draw_pixels(canvas, x, y, _pixels(tile, ground, ground))
    if style.bgcolor is None and ground is not None:
        style += Style(bgcolor=ground)
    _write_face(canvas, x, y, tile, mark.center(3), style)


def draw_around(canvas: Canvas, x: int, y: int, tile: Tile, style: Style) -> None:
    """Draw bars on both sides of a stone."""
    whole = tile is Tile.LARGE
    draw_bars(canvas, x, y if whole else y + tile.middle, tile, style, lines=0 if whole else 1)


def _draw(canvas: Canvas, x: int, y: int, piece: int, tile: Tile, colours: Tones, rim: Tone) -> None:
    """Draw a stone with its symbol as a picture where that fits, else as a sign or in letters."""
    pictured = colours.face == "symbol" and piece < STONES and tile in _PICTURES
    ground, style = colours.ground(piece), face_style(piece, colours)
    shape: tuple[str, ...] = _PICTURES[tile][features(piece)[1]] if pictured else ()
    shared = tile.pitch < tile.lines
    rows = _pixels(tile, rim, ground, shape if shared else (), colours.ink(piece))
    draw_pixels(canvas, x, y, rows)
    if not shape:
        _write_face(canvas, x, y, tile, face_text(piece, colours.face), style)
        return
    texts = quarters(*shape[1:3]) if shared else quarters(*shape)
    for line, text in enumerate(texts, tile.middle if shared else 0):
        canvas.write(x + (tile.cells - len(text)) // 2, y + line, text, style)


def _write_face(canvas: Canvas, x: int, y: int, tile: Tile, text: str, style: Style) -> None:
    """Write a face of three cells; blanks at its sides show the rim."""
    x += (tile.cells - 3) // 2 + (len(text) - len(text.lstrip()))
    canvas.write(x, y + tile.middle, text.strip(), style)


@lru_cache(maxsize=512)
def _pixels(tile: Tile, rim: Tone, ground: Tone, symbol: tuple[str, ...] = (), ink: Tone = None) -> Pixels:
    """A stone with the ground of its symbol, and the symbol's rows beside the rim; none without colours."""
    rows = [[rim if sign == "#" else None for sign in row] for row in _SHAPES[tile]]
    shared = tile.pitch < tile.lines
    width = 1 if tile is Tile.SMALL else 3 if tile is Tile.MEDIUM else 5
    left = (tile.cells - width) // 2
    for row in rows[shared : len(rows) - shared]:
        row[left : left + width] = [ground] * width
    for at in (0, 3) if symbol else ():
        rows[1 + at][left : left + width] = [ink if sign == "#" else ground for sign in symbol[at][::2]]
    return rows
