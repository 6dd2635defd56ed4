"""The score pad of a series: a line for each player, a column for each game, and how many each has won."""

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from rich.style import Style

from protocol.series import SeriesNow, SeriesScore
from triqueta_tui.locale import say
from triqueta_tui.table.paper import Paper
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.series_words import by_points, name_of

_NAME: Final = 20
_COLUMN: Final = 5
_LEAST_COLUMN: Final = 3
_TOTAL: Final = 8
_MARGIN: Final = 2


@dataclass(frozen=True)
class _Measures:
    """How the pad is laid out in a width."""

    left: int
    name: int
    column: int
    first: int
    """The first game that is shown; those before it are left out."""
    games: int
    """How many are shown."""


class SeriesSheet(Board):
    def __init__(self, series: SeriesNow, seat: int | None) -> None:
        super().__init__(id="series")
        self._series = series
        self._seat = seat

    def show(self, series: SeriesNow, seat: int | None) -> None:
        self._series, self._seat = series, seat
        self.redraw()

    def fit(self, height: int) -> int:
        """Take as many of so many lines as are of use; returns how many are left."""
        players = len(by_points(self._series))
        lines = min(height, players * (2 if height > 2 * players else 1) + 1)
        self.styles.height = lines
        return height - lines

    def draw(self, canvas: Canvas) -> None:
        series, order = self._series, by_points(self._series)
        pitch = 2 if canvas.height > 2 * len(order) else 1
        measures = self._measure(canvas.width)
        paper = Paper(self, canvas, measures.left + measures.name, measures.column, measures.games)
        total = paper.left + paper.width + 1
        self._head(paper, measures, total)
        for line, at in enumerate(order):
            y, one = 1 + line * pitch, series.scores[at]
            for row in range(y, y + pitch):
                paper.blank(row, ruled=pitch > 1 and row == y + pitch - 1)
            own = one.seat is not None and one.seat == self._seat
            ink = "mark" if own else "strong" if one.seat is not None else "dim"
            canvas.write(measures.left, y, _name(one), self.style_of(ink), limit=measures.name - 1)
            for index in range(measures.games):
                self._game(paper, index, y, measures.first + index, at)
            won = at in series.winners
            points = f"({one.points})" if won else f" {one.points} "
            canvas.write(total, y, points, self.style_of("mark" if won else "strong"))

    def _head(self, paper: Paper, measures: _Measures, total: int) -> None:
        paper.blank(0, ruled=True)
        for index in range(measures.games):
            number = measures.first + index
            words = "…" if index == 0 and number > 0 else str(number + 1)
            style = paper.style("print" if number < len(self._series.games) else "paper-line")
            paper.centred(index, 0, words, style + Style(underline=True))
        paper.canvas.write(total, 0, say("series.total"), self.style_of("dim"))

    def _game(self, paper: Paper, index: int, y: int, number: int, at: int) -> None:
        games = self._series.games
        if number < len(games) and at in games[number]:
            paper.centred(index, y, "1", paper.style("pen"))
        elif number >= len(games) and self._series.winners:
            paper.centred(index, y, "–", paper.style("paper-line"))

    def _measure(self, width: int) -> _Measures:
        """Names as wide as they need, and as many of the last games as there is room for."""
        series = self._series
        longest = max(cell_len(_name(series.scores[at])) for at in by_points(series)) + 2
        name = min(_NAME, longest, width // 3)
        room = width - name - _TOTAL - _MARGIN
        games = max(series.length, len(series.games))
        column = max(_LEAST_COLUMN, min(_COLUMN, (room - 1) // games))
        shown = max(1, min(games, (room - 1) // column))
        first = max(0, min(games - shown, len(series.games) - shown + 1))
        used = name + column * shown + 1 + _TOTAL
        return _Measures(max(0, (width - used) // 2), name, column, first, shown)


def _name(one: SeriesScore) -> str:
    return name_of(one) if one.seat is not None else say("series.gone", name=name_of(one))
