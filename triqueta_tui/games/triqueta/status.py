"""The line at the top: the round, the towers in short, whose table it is, and the clocks."""

from protocol.events import Room
from protocol.games.triqueta import TOWERS, Public
from triqueta_tui.games.triqueta.towers import brief
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
        words = say("table.status.round", round=self._public.round, rounds=TOWERS)
        x = canvas.write(1, 0, words, self.style_of("strong")) + 2
        if not self.towers_shown:
            if canvas.width >= 60:
                x = canvas.write(x, 0, say("table.status.towers"), self.style_of("dim")) + 1
            x = brief(
                canvas, x, self._public, self.style_of("mark"), self.style_of("dim"), self.style_of("leaf")
            )
        right = canvas.width - 1
        table = self._room.table
        if right - x > 12:
            right = canvas.write_right(right, 0, table, self.style_of("dim")) - 2
        if self.clock:
            canvas.write_right(right, 0, self.clock, self.style_of("mark"))
