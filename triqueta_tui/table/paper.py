"""Ruled paper with a column for each player, to be written on: the score pads of the games."""

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from rich.style import Style

from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas

TALLY_FROM: Final = 9
"""From this width on a column has room for a tally beside what it scores."""


@dataclass(frozen=True)
class Paper:
    """A sheet on a canvas; its columns are as wide as each other.

    Styles are the board's: ``print`` and ``pen`` for what stands on the paper, ``ring`` for what stands out,
    ``paper-line`` for lines and for what does not count.
    """

    board: Board
    canvas: Canvas
    left: int
    column: int
    columns: int

    @property
    def width(self) -> int:
        return self.column * self.columns + 1

    def style(self, name: str) -> Style:
        """One of the board's styles, on paper."""
        return self.board.style_of(name) + Style(bgcolor=self.board.style_of("paper").bgcolor)

    def blank(self, y: int, *, ruled: bool) -> None:
        """Lay an empty line of paper, with a rule below it or none."""
        line = self.style("paper-line")
        self.canvas.write(self.left, y, " " * self.width, line + Style(underline=ruled))
        for index in range(self.columns + 1):
            edge = line + Style(underline=ruled and index < self.columns)
            self.canvas.write(self.left + index * self.column, y, "│", edge)

    def centred(self, index: int, y: int, words: str, style: Style) -> None:
        """Write in the middle of a column."""
        room = self.column - 1
        x = self.left + index * self.column + 1 + max(0, (room - cell_len(words)) // 2)
        self.canvas.write(x, y, words, style, limit=room)

    def scored(self, index: int, y: int, tally: str, points: str, style: Style, mark: str = "") -> None:
        """Write what something scores, and before it how many there are if there is room for both."""
        if self.column < TALLY_FROM:
            self.centred(index, y, f"{points}{mark}", style)
            return
        x = self.left + index * self.column + 2
        self.canvas.write(x, y, f"{tally}{mark}", self.style("paper-line"))
        self.entry(index, y, points, style)

    def entry(self, index: int, y: int, words: str, style: Style) -> None:
        """Write below the points of the other lines."""
        if self.column < TALLY_FROM:
            self.centred(index, y, words, style)
            return
        # A bracket stands outside, so that numbers are below numbers.
        right = self.left + (index + 1) * self.column - (1 if words.endswith(")") else 2)
        self.canvas.write_right(right, y, words, style)
