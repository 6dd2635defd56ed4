"""The line at the top: the round, the towers in short, whose table it is, and the clocks."""

from rich.cells import cell_len

from protocol.events import Room
from protocol.games.triqueta import TOWERS, Public
from triqueta_tui.games.triqueta.towers import brief, brief_cells
from triqueta_tui.locale import say
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas


class Status(Board):
    """What is the same for everybody at the table."""

    def __init__(self) -> None:
        super().__init__(id="status")
        self._public: Public | None = None
        self._room: Room | None = None
        self.clock = ""
        self.towers_shown = False
        """Whether the towers are drawn elsewhere."""

    def show(self, public: Public, room: Room) -> None:
        """Draw the line of a view."""
        self._public, self._room = public, room
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Round and towers on the left, table and clock on the right."""
        if self._public is None or self._room is None:
            return
        public, room = self._public, canvas.width - (cell_len(self.clock) + 2 if self.clock else 0)
        words = say("table.status.round", round=public.round, rounds=TOWERS)
        if not self.towers_shown and 1 + cell_len(words) + 2 + brief_cells(public) > room:
            words = f"{public.round}/{TOWERS}"
        x = canvas.write(1, 0, words, self.style_of("strong")) + 2
        if not self.towers_shown:
            if canvas.width >= 60:
                x = canvas.write(x, 0, say("table.status.towers"), self.style_of("dim")) + 1
            styles = (self.style_of("mark"), self.style_of("dim"), self.style_of("leaf"))
            x = brief(canvas, x, public, *styles, limit=room)
        right = canvas.width - 1
        table = self._room.table
        if right - x > 12:
            right = canvas.write_right(right, 0, table, self.style_of("dim")) - 2
        if self.clock:
            canvas.write_right(right, 0, self.clock, self.style_of("mark"))
