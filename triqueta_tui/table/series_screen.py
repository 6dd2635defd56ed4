"""The standings of a series between its games and at its end."""

from dataclasses import dataclass
from typing import ClassVar, Final

from msgspec import Struct
from rich.cells import cell_len
from rich.style import Style
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Vertical
from textual.getters import app as app_of
from textual.screen import Screen
from textual.widgets import Static

from triqueta_protocol.series import SeriesNow, SeriesScore
from triqueta_tui.app import TriquetaApp
from triqueta_tui.commands import SCORE_AGAIN, SERIES_CLOSE, SERIES_HOME
from triqueta_tui.commands.command import Command, bindings, keys_of
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import listed
from triqueta_tui.session.view import AnyView
from triqueta_tui.table.after_game import leave, may_ask_again, rematch_words
from triqueta_tui.table.celebration import Celebration, may_celebrate
from triqueta_tui.table.dialog import OverTable
from triqueta_tui.table.paper import Paper
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.knot import Knot
from triqueta_tui.widgets.series_words import (
    again_word,
    by_points,
    game_words,
    lead_words,
    name_of,
    rule_words,
    won_words,
)

_NAME: Final = 20
_COLUMN: Final = 5
_LEAST_COLUMN: Final = 3
_TOTAL: Final = 8
_MARGIN: Final = 2


@dataclass(frozen=True)
class _Measures:
    """The columns of the scoresheet for a width."""

    left: int
    name: int
    column: int
    first: int
    """The first game shown; earlier ones are left out."""
    games: int
    """How many are shown."""


class SeriesScoresheet(Board):
    def __init__(self, series: SeriesNow, seat: int | None) -> None:
        super().__init__(id="series")
        self._series = series
        self._seat = seat

    def show(self, series: SeriesNow, seat: int | None) -> None:
        self._series, self._seat = series, seat
        self.redraw()

    def fit(self, height: int) -> int:
        """Set the height, at most ``height``, and return the lines left."""
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
        """Columns for full names, and as many of the last games as fit."""
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


_AROUND: Final = 9
"""Lines besides the scoresheet: title, headline, notes and footer."""
_LEAST_AROUND: Final = 4
"""The same without notes."""
_NOTES_FROM: Final = 24
_KNOT_LINES: Final = 14


class SeriesScreen(OverTable, Screen[None]):
    """Over the result of a game, which it leads back to."""

    app = app_of(TriquetaApp)
    CSS_PATH = "series_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(SCORE_AGAIN, SERIES_CLOSE, SERIES_HOME)]

    def __init__(self, now: AnyView, last_game: str, *, just_won: bool) -> None:
        """``last_game`` says who won it."""
        super().__init__()
        self.now = now
        self._last_game = last_game
        self._just_won = just_won
        self._sheet = SeriesScoresheet(self._series, now.seat)
        self._notes = Static("", id="notes", markup=False)

    @property
    def _series(self) -> SeriesNow:
        series = self.now.room.series
        assert series is not None
        return series

    def compose(self) -> ComposeResult:
        series = self._series
        winners = [series.scores[at] for at in series.winners]
        seats = [self.now.room.seats[one.seat] for one in winners if one.seat is not None]
        if winners and self._just_won and may_celebrate(self.app, seats):
            self.add_class("-celebrating")
            with Vertical(id="celebration"):
                with Center():
                    yield Celebration(winners[0].points)
                names = listed(one.name for one in winners)
                yield Static(names, id="winner", markup=False)
        with Vertical(id="sheet"):
            if winners:
                with Center(id="knot"):
                    yield Knot()
            yield Static(say("series.title", rule=rule_words(series)), id="title", markup=False)
            won = any(one.seat is not None and one.seat == self.now.seat for one in winners)
            yield Static(self._headline(), id="headline", classes="-won" if won else "", markup=False)
            yield self._sheet
            yield self._notes
        yield Footer()

    def on_mount(self) -> None:
        self._notes.update(self._note_words())
        self._fit(self.app.size.height)

    def on_resize(self, event: events.Resize) -> None:
        self._fit(event.size.height)

    def _fit(self, height: int) -> None:
        """The knot of a won series is shown if all the rest still fits."""
        left = self._sheet.fit(max(1, height - (_AROUND if height >= _NOTES_FROM else _LEAST_AROUND)))
        for knot in self.query("#knot"):
            knot.display = left > _KNOT_LINES

    def follow(self, now: AnyView, events: tuple[Struct, ...]) -> None:
        if now.room.series is None:
            return
        self.now = now
        self._sheet.show(self._series, now.seat)
        self._notes.update(self._note_words())
        self.refresh_bindings()

    def _headline(self) -> str:
        series, seat = self._series, self.now.seat
        if series.winners:
            return won_words(series, seat)
        words = listed(filter(None, (game_words(series), lead_words(series, seat))))
        return words[:1].upper() + words[1:]

    def _note_words(self) -> str:
        series = self._series
        notes = [say("series.last_game", game=series.game, result=self._last_game.partition("\n")[0])]
        if not series.winners:
            notes += [say(f"series.rules.{series.kind}", length=series.length), say("series.rules.point")]
        notes += rematch_words(self.now, self.app.settings.keys)
        return "\n".join(notes)

    def on_key(self, event: events.Key) -> None:
        """Any key ends the celebration first."""
        if self.has_class("-celebrating") and event.key in keys_of(SERIES_CLOSE, self.app.settings.keys):
            event.stop()
        self.end_celebration()

    @on(Celebration.Ended)
    def end_celebration(self) -> None:
        if self.has_class("-celebrating"):
            self.remove_class("-celebrating")
            self.query_one("#celebration").remove()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return may_ask_again(self.now) if action == "again" else True

    def footer_word(self, command: Command) -> str:
        return again_word(self._series) if command is SCORE_AGAIN else command.word()

    def action_again(self) -> None:
        self.app.navigator.play_again()

    def action_close(self) -> None:
        self.dismiss()

    def action_home(self) -> None:
        leave(self.app, self.now)
