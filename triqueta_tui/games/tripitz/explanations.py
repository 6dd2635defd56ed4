"""Stones side by side in lines of text, and why they are a figure or not, feature by feature."""

from collections.abc import Iterable, Sequence
from typing import Final

from triqueta_tui.games.tripitz.exercises import likeness
from triqueta_tui.games.tripitz.stone_drawing import Tile, Tones, draw_stone
from triqueta_tui.games.tripitz.stone_words import FEATURES, compared
from triqueta_tui.locale import say
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.prose import Line, line, wrapped

STEP: Final = Tile.SMALL.cells + 1
"""From one stone to the next."""


def drawn(canvas: Canvas) -> list[Line]:
    """A canvas as lines of a text."""
    return [tuple(cell for cell in row if cell[0]) for row in canvas.cells]


def stones_in_line(stones: Iterable[int], colours: Tones, indent: int = 2) -> Line:
    shown = tuple(stones)
    canvas = Canvas(indent + STEP * len(shown), 1)
    for at, stone in enumerate(shown):
        draw_stone(canvas, indent + STEP * at, 0, stone, Tile.SMALL, colours)
    return drawn(canvas)[0]


def explained(stones: Sequence[int], cells: int, *, spoiling: bool = False) -> list[Line]:
    """A line for each feature: what the stones show, and whether that is alike, different or neither.

    With ``spoiling`` only features that are neither are told.
    """
    lines: list[Line] = []
    for feature in range(len(FEATURES)):
        found = likeness(stones, feature)
        if spoiling and found != "mixed":
            continue
        words = say(f"tripitz.practice.likeness.{found}", compared=compared(stones, feature))
        lines += wrapped(line((words, "bad" if found == "mixed" else "")), cells)
    return lines
