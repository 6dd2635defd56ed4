"""The list of finished games: date, game, place, points, and the other players."""

import time
from collections.abc import Callable, Sequence
from typing import Final

from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Size

from triqueta_protocol.archive import ArchivedGame, ArchivedSeat
from triqueta_tui.archive.seat_words import by_place, own_seat, seat_name
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import listed, number, ordinal
from triqueta_tui.widgets.canvas import PLAIN, Canvas
from triqueta_tui.widgets.dates import brief_date, day_and_month
from triqueta_tui.widgets.long_list import LongList
from triqueta_tui.widgets.prose import shortened

_WIDE: Final = 60
"""From this width on a line has the time of day and full column titles."""

_BROAD: Final = 96
"""From this width on a line has notes about the game."""

_MARKS: Final = ("rated", "series", "practice", "coach", "abandoned", "imported")
"""Notes about a game, in their order."""


class GameList(LongList):
    def __init__(self, title: Callable[[str], str]) -> None:
        """``title`` gives the name of a game in the player's language."""
        super().__init__(id="games")
        self._title = title
        self._games: tuple[ArchivedGame, ...] = ()
        self._measured: dict[bool, tuple[int, int, int]] = {}

    def show(self, games: Sequence[ArchivedGame]) -> None:
        self._games = tuple(games)
        self._measured = {}
        self.redraw()

    @property
    def line_count(self) -> int:
        return len(self._games)

    @property
    def selected(self) -> ArchivedGame | None:
        return self._games[self.cursor] if self._games else None

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.HEAD + len(self._games)

    def _columns(self, width: int) -> tuple[int, int, int, int, int]:
        """The columns of a line."""
        dates, titles, marks = self._widths(width >= _WIDE)
        gap = 2 if width >= _WIDE else 1
        game = 1 + dates + gap
        place = game + titles + gap + (5 if width >= _WIDE else 2)
        points = place + (7 if width >= _WIDE else 4)
        others_end = width - marks - 3 if width >= _BROAD and marks else width - 1
        return game, place, points, points + gap, others_end

    def _widths(self, wide: bool) -> tuple[int, int, int]:
        """The widest date, game name and note, measured once per list."""
        if wide not in self._measured:
            dates = (cell_len(self._date(one, wide)) for one in self._games)
            titles = (cell_len(self._title(one.game)) for one in self._games)
            marks = (cell_len(marks_of(one)) for one in self._games)
            self._measured[wide] = (max(dates, default=0), max(titles, default=0), max(marks, default=0))
        return self._measured[wide]

    def _date(self, game: ArchivedGame, wide: bool) -> str:
        if not wide:
            return day_and_month(game.ended_at)
        return brief_date(game.ended_at, time.time())

    def draw_head(self, canvas: Canvas) -> None:
        if not self._games:
            return
        game, place, points, others, _ = self._columns(canvas.width)
        dim = self.style_of("dim")
        canvas.write(1, 0, say("my_games.columns.date"), dim, limit=game - 2)
        canvas.write(game, 0, say("my_games.columns.game"), dim, limit=place - game - 3)
        if canvas.width >= _WIDE:
            canvas.write_right(place, 0, say("my_games.columns.place"), dim)
            canvas.write_right(points, 0, say("my_games.columns.points"), dim)
        canvas.write(others, 0, say("my_games.columns.others"), dim)

    def draw_line(self, canvas: Canvas, y: int, at: int, cursor: Style | None) -> None:
        one, own = self._games[at], own_seat(self._games[at])
        game, place, points, others, end = self._columns(canvas.width)
        dim = cursor or self.style_of("dim")
        canvas.write_right(
            game - (2 if canvas.width >= _WIDE else 1), y, self._date(one, canvas.width >= _WIDE), dim
        )
        canvas.write(
            game, y, self._title(one.game), cursor or self.style_of("strong"), limit=place - game - 3
        )
        if own is not None:
            won = own.place == 1
            ink = self.style_of("good" if won else "dim")
            canvas.write_right(place, y, ordinal(own.place), cursor or ink)
            canvas.write_right(
                points, y, number(own.points), cursor or (self.style_of("strong") if won else PLAIN)
            )
        canvas.write(others, y, shortened(_others(one), end - others), cursor or PLAIN)
        if canvas.width >= _BROAD:
            canvas.write_right(canvas.width - 1, y, marks_of(one), dim)


def marks_of(game: ArchivedGame) -> str:
    """Notes about a game."""
    marks = (mark for mark in _MARKS if getattr(game, mark))
    return listed(say(f"my_games.marks.{one}", number=game.series_number) for one in marks)


def _others(game: ArchivedGame) -> str:
    """The other players with their points; all players of an imported game."""
    return listed(_scored(seat) for seat in by_place(game) if not seat.you)


def _scored(seat: ArchivedSeat) -> str:
    return say("my_games.scored", name=seat_name(seat), points=number(seat.points))
