"""A line for each player: name, absence and clock."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from triqueta_tui.session.view import AnyView
from triqueta_tui.table.timekeeper import Timekeeper
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.level_words import bot_words
from triqueta_tui.widgets.series_words import tally_words

_NAME: Final = 16


@dataclass(frozen=True)
class SeatLine:
    name: str
    own: bool
    owes: bool
    note: str
    """The absence in short, or the clock."""
    clock: str
    bot: str
    """What kind of bot it is; empty for a person."""
    won: str = ""
    """The games won in a series."""


def seat_lines(now: AnyView, time: Timekeeper, key: str) -> list[SeatLine]:
    """The lines of all seats; ``key`` starts a stand-in bot."""
    absences = time.absences
    away = {one.seat: absences.words(one, key, "brief", named=False) for one in absences.all()}
    return [
        SeatLine(
            name,
            at == now.seat,
            at in now.public.owing,
            away.get(at, ""),
            time.clock.of(at),
            bot_words(now.room.game, now.room.seats[at]),
            tally_words(now.room.series, at),
        )
        for at, name in enumerate(now.names)
    ]


class SeatLines(Board):
    """In the right column, at tables with a clock or an absent player."""

    def __init__(self) -> None:
        super().__init__(id="seat-lines")
        self._lines: Sequence[SeatLine] = ()

    def show(self, lines: Sequence[SeatLine]) -> None:
        needed = any(line.note or line.clock for line in lines)
        self.display = needed
        if needed:
            self.styles.height = len(lines) + 1
        self._lines = lines
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        for y, line in enumerate(self._lines):
            if line.owes:
                canvas.write(0, y, "▸", self.style_of("mark"))
            ink = self.style_of("mark" if line.own else "strong")
            words = line.note or line.clock
            room = canvas.width - 3 - cell_len(words)
            end = canvas.write(2, y, line.name, ink, limit=max(4, min(_NAME, room - 1)))
            style = "bad" if line.note else "strong" if line.owes else "dim"
            start = max(end + 1, canvas.width - 1 - cell_len(words))
            canvas.write(start, y, words, self.style_of(style))
