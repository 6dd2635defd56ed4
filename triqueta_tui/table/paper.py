"""Ruled paper with a column for each player, for scoresheets."""

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from rich.style import Style

from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas

TALLY_FROM: Final = 9
"""From this width on a column has room for a count beside the points."""


@dataclass(frozen=True)
class Paper:
    """A sheet on a canvas, with columns of the same width.

    Styles are the board's: ``print`` and ``pen`` for entries, ``ring`` for highlights,
    ``paper-line`` for lines and entries that do not count.
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
        """Draw an empty line of paper, with or without a rule below it."""
        line = self.style("paper-line")
        self.canvas.write(self.left, y, " " * self.width, line + Style(underline=ruled))
        for index in range(self.columns + 1):
            edge = line + Style(underline=ruled and index < self.columns)
            self.canvas.write(self.left + index * self.column, y, "│", edge)

    def centred(self, index: int, y: int, words: str, style: Style) -> None:
        """Write centred in a column."""
        room = self.column - 1
        x = self.left + index * self.column + 1 + max(0, (room - cell_len(words)) // 2)
        self.canvas.write(x, y, words, style, limit=room)

    def scored(self, index: int, y: int, tally: str, points: str, style: Style, mark: str = "") -> None:
        """Write the points of an entry, after its count if both fit."""
        if self.column < TALLY_FROM:
            self.centred(index, y, f"{points}{mark}", style)
            return
        x = self.left + index * self.column + 2
        self.canvas.write(x, y, f"{tally}{mark}", self.style("paper-line"))
        self.entry(index, y, points, style)

    def entry(self, index: int, y: int, words: str, style: Style) -> None:
        """Write aligned with the points of the other lines."""
        if self.column < TALLY_FROM:
            self.centred(index, y, words, style)
            return
        # Brackets are outside, so that numbers are aligned.
        right = self.left + (index + 1) * self.column - (1 if words.endswith(")") else 2)
        self.canvas.write_right(right, y, words, style)
