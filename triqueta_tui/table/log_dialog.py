"""The whole log on its own screen; above it players, absences and clocks."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from msgspec import Struct
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Size
from textual.screen import Screen

from triqueta_tui.commands import HELP_CLOSE, TABLE_CLOSE_LOG
from triqueta_tui.commands.command import bindings
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import listed
from triqueta_tui.session.view import AnyView
from triqueta_tui.table.dialog import OverTable
from triqueta_tui.table.seat_lines import SeatLine
from triqueta_tui.widgets.book import Book
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.prose import Line, line, pieces_of, wrapped


class LogPages(Book):
    """Opens at its end and follows it while it grows."""

    def __init__(self, sentences: Sequence[str], seats: Callable[[], Sequence[SeatLine]]) -> None:
        super().__init__(id="book")
        self._sentences = sentences
        self._seats = seats

    def on_mount(self) -> None:
        self.border_title = say("table.log.title")
        self.focus()
        self.call_after_refresh(self.scroll_end, animate=False)

    def refresh_log(self) -> None:
        """Lay out the log again."""
        at_end = round(self.scroll_y) >= self.max_scroll_y
        self._columns = 0
        self._lay_out(self.size.width)
        self.virtual_size = Size(self.size.width, len(self._lines))
        if at_end:
            self.scroll_end(animate=False)
        self.refresh()

    def chapters(self, cells: int) -> Sequence[Sequence[Line]]:
        players: list[Line] = [line((say("table.seats.title"), "title"))]
        for seat in self._seats():
            more = listed(filter(None, (seat.bot, seat.won, seat.note, seat.clock)))
            name = (seat.name, "strong" if seat.own else "")
            players += wrapped(line(name, (f"  {more}" if more else "", "dim")), cells)
        told: list[Line] = [line((say("table.log.title"), "title"))]
        for sentence in self._sentences:
            told += wrapped(pieces_of(sentence), cells)
        return [players, told]


class LogDialog(OverTable, Screen[None]):
    CSS_PATH = "log_dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(HELP_CLOSE, TABLE_CLOSE_LOG)]

    def __init__(self, sentences: Sequence[str], seats: Callable[[], Sequence[SeatLine]]) -> None:
        super().__init__()
        self._pages = LogPages(sentences, seats)

    def compose(self) -> ComposeResult:
        yield self._pages
        yield Footer()

    def follow(self, now: AnyView, events: tuple[Struct, ...]) -> None:
        """Follow the table."""
        if self.is_mounted:
            self._pages.refresh_log()

    def action_close(self) -> None:
        self.dismiss()
