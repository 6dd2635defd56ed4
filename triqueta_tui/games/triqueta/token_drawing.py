"""Tokens on a canvas: an animal as a picture in half blocks, or as its two letters."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from rich.color import Color
from rich.style import Style
from textual.app import App
from textual.color import Color as ScreenColor

from protocol.games.triqueta import Animal
from triqueta_tui.games.triqueta.colours import COLOURS
from triqueta_tui.games.triqueta.pictures import PAPER, Size, picture
from triqueta_tui.locale import plural, say
from triqueta_tui.themes import FOREST
from triqueta_tui.widgets.canvas import Canvas

LETTER_CELLS: Final = 4
"""How wide a token is that shows two letters."""

_NAMES: Final[dict[int, str]] = {animal: animal.name.lower() for animal in Animal}
_ROLES: Final = {"o": "", "l": "-light", "s": "-shade", "d": "-shade"}
_SHARED: Final = {"w": "white", "y": "beak", "x": "eyes"}
_TONES: Final = (
    *(name + end for name in _NAMES.values() for end in dict.fromkeys(_ROLES.values())),
    *_SHARED.values(),
    "ram-name",
    "token-text",
)
"""The variables of a theme that colour the tokens."""
_USUAL: Final = COLOURS[FOREST]
_DEFAULT: Final = Color.default()
_BLOCKS: Final = {(False, False): None, (True, False): "▀", (False, True): "▄", (True, True): "█"}


@dataclass(frozen=True)
class Inks:
    """The colours of the tokens in one theme."""

    pixels: Mapping[int, Mapping[str, Color | None]]
    """Per animal the colour of each role; None for what stays empty."""
    names: Mapping[int, Style]
    """For an animal's name or count in running text."""
    chips: Mapping[int, Style]
    """For an animal's two letters on a tile of its colour."""


def inks(app: App[Any]) -> Inks:
    """The colours of the tokens in the theme the app shows now."""
    variables = app.theme_variables
    return _inks(tuple(variables.get(name, _USUAL[name]) for name in _TONES))


@lru_cache(maxsize=8)
def _inks(values: tuple[str, ...]) -> Inks:
    colours = {name: ScreenColor.parse(value).rich_color for name, value in zip(_TONES, values, strict=True)}
    colourless = colours["rabbit"].is_default
    pixels: dict[int, dict[str, Color | None]] = {}
    names: dict[int, Style] = {}
    chips: dict[int, Style] = {}
    for animal, name in _NAMES.items():
        roles: dict[str, Color | None] = {role: colours[name + end] for role, end in _ROLES.items()}
        roles |= {role: colours[shared] for role, shared in _SHARED.items()}
        roles["."] = None
        if colourless:
            roles = {role: None if role in PAPER else _DEFAULT for role in roles}
        pixels[animal] = roles
        tone = colours["ram-name"] if animal == Animal.RAM else colours[name]
        names[animal] = Style(bold=True) if colourless else Style(color=tone, bold=True)
        chips[animal] = (
            Style(reverse=True, bold=True)
            if colourless
            else Style(color=colours["token-text"], bgcolor=tone, bold=True)
        )
    return Inks(pixels, names, chips)


def letters(animal: int) -> str:
    """Two cells that stand for an animal in the player's language."""
    return say(f"triqueta.animals.{_NAMES[animal]}.letters")


def name(animal: int) -> str:
    return say(f"triqueta.animals.{_NAMES[animal]}.name")


def as_object(animal: int) -> str:
    """One of an animal as the object of a sentence: "an owl"."""
    return say(f"triqueta.animals.{_NAMES[animal]}.drawn")


def counted(animal: int, count: int) -> str:
    """A number of an animal: "2 owls"."""
    return plural(f"triqueta.animals.{_NAMES[animal]}.count", count)


def draw_picture(canvas: Canvas, x: int, y: int, animal: int, size: Size, colours: Inks) -> None:
    """Draw an animal with its upper left corner at a cell."""
    rows = picture(animal, size)
    roles = colours.pixels[animal]
    for line in range(size.lines):
        for column, (above, below) in enumerate(zip(rows[2 * line], rows[2 * line + 1], strict=True)):
            cell = _pixels(roles[above], roles[below])
            if cell is not None:
                canvas.put(x + column, y + line, cell)


def draw_silhouette(canvas: Canvas, x: int, y: int, animal: int, size: Size, style: Style) -> None:
    """Draw the outline of an animal in one colour: a token that is not there yet, for few bytes."""
    rows = picture(animal, size)
    for line in range(size.lines):
        for column, (above, below) in enumerate(zip(rows[2 * line], rows[2 * line + 1], strict=True)):
            block = _BLOCKS[above not in PAPER, below not in PAPER]
            if block is not None:
                canvas.put(x + column, y + line, (block, style))


def draw_slot(canvas: Canvas, x: int, y: int, size: Size, style: Style, cells: int = 0) -> None:
    """Draw the four corners of a place for a picture.

    With the free cells behind it in the same style, several slots in a row are sent as one piece.
    """
    gap = " " * (size.cells - 2)
    canvas.write(x, y, f"╭{gap}╮".ljust(cells), style)
    canvas.write(x, y + size.lines - 1, f"╰{gap}╯".ljust(cells), style)


def draw_letters(canvas: Canvas, x: int, y: int, animal: int, colours: Inks) -> None:
    canvas.write(x, y, f" {letters(animal)} ", colours.chips[animal])


@lru_cache(maxsize=512)
def _pixels(above: Color | None, below: Color | None) -> tuple[str, Style] | None:
    """One cell with an upper and a lower pixel; None if both are empty."""
    if above is None:
        return None if below is None else ("▄", Style(color=below))
    if below is None:
        return ("▀", Style(color=above))
    if above == below:
        return ("█", Style(color=above))
    return ("▀", Style(color=above, bgcolor=below))
