"""Whose turn it is and what may be done, in words; below it what the row under the cursor would do."""

from collections.abc import Callable
from typing import Final

from rich.cells import cell_len

from protocol.games.triqueta import Worth
from triqueta_tui.games.triqueta.numbers import signed
from triqueta_tui.games.triqueta.token import letters, name
from triqueta_tui.locale import say
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas

MARGIN: Final = 4
"""Cells of a line that no words may use."""


class Prompt(Board):
    """The most important line of the table."""

    DEFAULT_CSS = """
    Prompt { height: 1; }
    """

    def __init__(self) -> None:
        super().__init__(id="prompt")
        self.words = ""
        self.detail = ""
        self.urgent = False
        """It is this player's decision: the line is coloured."""

    def say(self, words: str, detail: str = "", *, urgent: bool) -> None:
        """Show new words."""
        self.words, self.detail, self.urgent = words, detail, urgent
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """One line, or two where there is room."""
        words = f"{' ❯ ' if self.urgent else '   '}{self.words}"
        if self.urgent:
            style = self.style_of("cursor")
            end = canvas.write(0, 0, words, style)
            canvas.write(end, 0, " " * (canvas.width - end), style)
        else:
            canvas.write(0, 0, words, self.style_of("strong"))
        canvas.write(3, 1, self.detail, self.style_of("dim"))


def explained(row: int, worth: Worth, cells: int) -> str:
    """What taking a row would do, animal by animal: ``Row 2: owl 2›3 +4, bear 3›4 −11 = −7``."""
    if not worth.split:
        return say("table.row.worthless", row=row + 1)
    words = _spelled(row, worth, name)
    return words if cell_len(words) <= cells else _spelled(row, worth, letters)


def _spelled(row: int, worth: Worth, called: Callable[[int], str]) -> str:
    parts = say("log.comma").join(
        f"{called(one.animal)} {one.before}›{one.after} {signed(one.points)}" for one in worth.split
    )
    total = f" = {signed(worth.points)}" if len(worth.split) > 1 else ""
    return say("table.row.worth", row=row + 1, parts=parts + total)
