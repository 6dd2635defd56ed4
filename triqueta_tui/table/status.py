"""The status line at the top of a table: progress of the game, table code, and clock."""

from typing import Final, Generic

from rich.cells import cell_len

from triqueta_protocol.events import Room
from triqueta_tui.locale import say
from triqueta_tui.session.view import AnyView, PublicT
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.series_words import game_words, lead_words, own_score

CLOCK_WORDS_FROM: Final = 56
"""From this width on the clock is labelled."""


class StatusLine(Board, Generic[PublicT]):
    """A game draws the left part."""

    def __init__(self) -> None:
        super().__init__(id="status")
        self._view: AnyView | None = None
        self.clocks = ("", "")
        """The clock, long and short form."""
        self.note = ""
        """A note, shown if it fits."""
        self.code = ""
        """Marks of the table: coach, practice or rated."""
        self._series: tuple[str, ...] = ()
        """The game of a series: with the score, without it, in numbers."""

    def name_table(self, room: Room, *, solo: bool, seat: int | None = None) -> None:
        marks = [say("table.practice")] if room.settings.practice else []
        marks += [say("ratings.mark")] if room.settings.rated else []
        self.code = " · ".join(marks if solo else [*marks, room.table])
        if room.series is not None:
            game, lead = game_words(room.series), lead_words(room.series, seat)
            between = own_score(room.series, seat)
            self._series = tuple(f"{game}, {words}" if words else game for words in (lead, between, ""))

    def show(self, view: AnyView) -> None:
        self._view = view
        self.redraw()

    def draw_left(self, canvas: Canvas, public: PublicT, room: int) -> int:
        """Draw the progress of the game within ``room`` cells and return the column after it."""
        return 0

    def draw(self, canvas: Canvas) -> None:
        view = self._view
        if view is None:
            return
        clock = self.clocks[0 if canvas.width >= CLOCK_WORDS_FROM else 1]
        room = canvas.width - (cell_len(clock) + 2 if clock else 0)
        x = self.draw_left(canvas, view.public, room)
        right = canvas.width - 1
        if clock:
            right = canvas.write_right(right, 0, clock, self.style_of("mark")) - 2
        if self.note and right - x > cell_len(self.note) + 2:
            right = canvas.write_right(right, 0, self.note, self.style_of("bad")) - 2
        if right - x > 12 and self.code:
            right = canvas.write_right(right, 0, self.code, self.style_of("dim")) - 2
        fitting = (words for words in self._series if right - x > cell_len(words) + 2)
        if words := next(fitting, ""):
            canvas.write_right(right, 0, words, self.style_of("strong"))
