"""The last look at text before it goes to the terminal: nothing in it may control the terminal.

Servers clean what people type. But a server, a file or an announcement may come from anybody, and text of
theirs is drawn in many places: here all of it passes.
"""

import unicodedata
from typing import Final

from rich.console import Console
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter
from textual.strip import Strip


def printable(text: str) -> str:
    """Without whatever controls, escapes, turns round or hides; spaces of all widths stay."""
    if text.isprintable():
        return text
    return "".join(letter for letter in text if letter.isprintable() or unicodedata.category(letter) == "Zs")


def rendered(strip: Strip, console: Console) -> str:
    """What to send to show a strip."""
    if all(segment.text.isprintable() for segment in strip):
        return strip.render(console)
    # None of these letters takes a cell, so what is left is as wide as before.
    return Strip(PRINTABLE.apply(list(strip), Color(0, 0, 0)), strip.cell_length).render(console)


class _PrintableFilter(LineFilter):
    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(printable(text), style) for text, style, _ in segments]


PRINTABLE: Final = _PrintableFilter()
