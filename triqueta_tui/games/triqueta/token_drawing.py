"""Tokens on a canvas: an animal as a picture in half blocks, or as its two letters."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from rich.color import Color
from rich.style import Style
from textual.app import App

from triqueta_protocol.games.triqueta import VALUES, Animal
from triqueta_tui.games.triqueta.colours import COLOURS
from triqueta_tui.games.triqueta.pictures import PAPER, Size, picture
from triqueta_tui.games.triqueta.token_words import NAMES, letters, name
from triqueta_tui.themes import FOREST
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.pieces import Tone, draw_pixels, tones_of

LETTER_CELLS: Final = 4
"""The width of a token with two letters."""

_ROLES: Final = {"o": "", "l": "-light", "s": "-shade", "d": "-shade"}
_SHARED: Final = {"w": "white", "y": "beak", "x": "eyes"}
_INK: Final = Color.default()
"""Of pictures in themes without colours: that of the terminal's text."""


@dataclass(frozen=True)
class Inks:
    """The colours of the tokens in one theme."""

    pixels: Mapping[int, Mapping[str, Tone]]
    """By animal: the colour of each role; None for empty."""
    names: Mapping[int, Style]
    """For an animal's name or count in running text."""
    chips: Mapping[int, Style]
    """For an animal's two letters on a tile of its colour."""


def inks(app: App[Any]) -> Inks:
    """The colours of the tokens in the current theme."""
    return _inks(tuple(tones_of(app, COLOURS[FOREST]).items()))


@lru_cache(maxsize=8)
def _inks(values: tuple[tuple[str, Tone], ...]) -> Inks:
    tones = dict(values)
    pixels: dict[int, dict[str, Tone]] = {}
    names: dict[int, Style] = {}
    chips: dict[int, Style] = {}
    for animal, called in NAMES.items():
        tone = tones["ram-name"] if animal == Animal.RAM else tones[called]
        roles = {role: tones[called + end] for role, end in _ROLES.items()}
        roles |= {role: tones[shared] for role, shared in _SHARED.items()}
        if tone is None:
            roles = {role: None if role in PAPER else _INK for role in roles}
        pixels[animal] = {**roles, ".": None}
        names[animal] = Style(color=tone, bold=True)
        chips[animal] = (
            Style(reverse=True, bold=True)
            if tone is None
            else Style(color=tones["token-text"], bgcolor=tone, bold=True)
        )
    return Inks(pixels, names, chips)


def draw_picture(canvas: Canvas, x: int, y: int, animal: int, size: Size, colours: Inks) -> None:
    """Draw an animal with its upper left corner at a cell."""
    roles = colours.pixels[animal]
    draw_pixels(canvas, x, y, [[roles[role] for role in row] for row in picture(animal, size)])


def draw_silhouette(canvas: Canvas, x: int, y: int, animal: int, size: Size, style: Style) -> None:
    """Draw the outline of an animal in one colour, for few bytes: a token that is not there yet."""
    tone = style.color or _INK
    rows = picture(animal, size)
    draw_pixels(canvas, x, y, [[None if role in PAPER else tone for role in row] for row in rows])


def draw_slot(canvas: Canvas, x: int, y: int, size: Size, style: Style, cells: int = 0) -> None:
    """Draw the corners of an empty slot.

    With the free cells behind it in the same style, several slots in a row are sent as one piece.
    """
    gap = " " * (size.cells - 2)
    canvas.write(x, y, f"╭{gap}╮".ljust(cells), style)
    canvas.write(x, y + size.lines - 1, f"╰{gap}╯".ljust(cells), style)


def draw_letters(canvas: Canvas, x: int, y: int, animal: int, colours: Inks) -> None:
    canvas.write(x, y, f" {letters(animal)} ", colours.chips[animal])


_COLUMN: Final = 12


def draw_preview(canvas: Canvas, app: App[Any]) -> int:
    """Draw two columns of animals with letters and names, and return the line below them."""
    colours = inks(app)
    size = None if app.has_class("-letters") else _fitting(canvas.height)
    lines = size.lines if size else 1
    y = 2
    for animal in Animal:
        x = 1 + (animal % 2) * _COLUMN
        if size:
            draw_picture(canvas, x, y, animal, size, colours)
            beside = x + min(size.cells + 1, _COLUMN - 3)
            canvas.write(beside, y + lines - 1, letters(animal), colours.names[animal])
        else:
            draw_letters(canvas, x, y, animal, colours)
            canvas.write(x + 5, y, str(VALUES[animal]), colours.names[animal])
        canvas.write(x, y + lines, name(animal), colours.names[animal], limit=_COLUMN - 1)
        y += (lines + 2) * (animal % 2)
    return y


def _fitting(height: int) -> Size:
    """The largest pictures of which three fit vertically."""
    return Size.MEDIUM if height >= 3 + 3 * (Size.MEDIUM.lines + 2) else Size.SMALL
