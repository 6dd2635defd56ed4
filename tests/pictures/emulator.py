"""What an emulated terminal shows, as SVG."""

import re

import pyte
from pyte.screens import Char
from rich.color import ANSI_COLOR_NAMES
from rich.style import Style

from tests.pictures.svg import drawing


def svg(screen: pyte.Screen) -> str:
    lines = (
        [(cell.data, _style(cell)) for x in range(screen.columns) if (cell := screen.buffer[y][x]).data]
        for y in range(screen.lines)
    )
    return drawing(screen.columns, screen.lines, lines)


def _style(cell: Char) -> Style:
    return Style(
        color=_colour(cell.fg),
        bgcolor=_colour(cell.bg),
        bold=cell.bold,
        italic=cell.italics,
        underline=cell.underscore,
        strike=cell.strikethrough,
        reverse=cell.reverse,
    )


def _colour(name: str) -> str:
    """The emulator has names of its own for colours: "brown", "brightred", "1c1c1c"."""
    if re.fullmatch("[0-9a-f]{6}", name):
        return f"#{name}"
    name = (
        name.replace("brown", "yellow")
        .replace("bright", "bright_")
        .replace("bfightmagenta", "bright_magenta")
    )
    return name if name in ANSI_COLOR_NAMES else "default"
