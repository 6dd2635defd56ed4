"""The status line at the top of a table: progress of the game, table code, and clock."""

from typing import Generic

from rich.cells import cell_len

from triqueta_tui.table.view_model import AnyView, PublicT
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas


class StatusLine(Board, Generic[PublicT]):
    """A game draws the left part."""

    def __init__(self) -> None:
        super().__init__(id="status")
        self._view: AnyView | None = None
        self.clock = ""

    def show(self, view: AnyView) -> None:
        self._view = view
        self.redraw()

    def draw_left(self, canvas: Canvas, public: PublicT, room: int) -> int:
        """Draw how far the game is, within so many cells; returns the column after it."""
        return 0

    def draw(self, canvas: Canvas) -> None:
        view = self._view
        if view is None:
            return
        room = canvas.width - (cell_len(self.clock) + 2 if self.clock else 0)
        x = self.draw_left(canvas, view.public, room)
        right = canvas.width - 1
        if right - x > 12:
            right = canvas.write_right(right, 0, view.table, self.style_of("dim")) - 2
        if self.clock:
            canvas.write_right(right, 0, self.clock, self.style_of("mark"))
