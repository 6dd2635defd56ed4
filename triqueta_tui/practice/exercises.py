"""Asks about one position after the other, judges the answers, and remembers the position of the day."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import Final

from msgspec import Struct

from triqueta_tui.app import TriquetaApp
from triqueta_tui.game import Game, Games
from triqueta_tui.locale import say
from triqueta_tui.practice.feed import PracticeFeed
from triqueta_tui.practice.positions import Practised, of_the_day, shipped
from triqueta_tui.practice.verdict import Verdict, Wish
from triqueta_tui.session.own_name import own_name
from triqueta_tui.settings import DailyResult
from triqueta_tui.table.coach_dialog import Place
from triqueta_tui.table.screen import TableScreen

RIGHT: Final = "✓"
WRONG: Final = "×"
GIVEN_UP: Final = "–"


def games_with_positions(games: Games) -> list[Game]:
    return [game for game in games if game.positions is not None]


def daily_game(games: Games, day: date) -> Game:
    """What the position of a day is about."""
    names = [game.name for game in games_with_positions(games)]
    return games[of_the_day(day, names)[0]]


def daily_position(games: Games, day: date) -> Practised:
    game, number = of_the_day(day, [game.name for game in games_with_positions(games)])
    path = games[game].positions
    assert path is not None
    return shipped(path).daily[number]


def result_line(day: date, game: Game, marks: str) -> str:
    """What a player tells others: it gives nothing away, and reads the same in every language."""
    return f"Triqueta {day.isoformat()} · {game.title} · {marks}"


class Exercises:
    """Of one game, over the screen that is shown now."""

    def __init__(
        self,
        app: TriquetaApp,
        game: Game,
        positions: Iterator[Practised],
        day: date | None = None,
    ) -> None:
        """``day`` for the position of that day, the only one then."""
        self._app = app
        self._game = game
        self._positions = positions
        self._day = day
        self._marks = ""
        """One for each answer about this position."""
        self._number = 1
        self._right = 0
        """Positions for which the first answer was right."""
        name = own_name(app.settings.name)
        self.feed = PracticeFeed(game.vocabulary, name, next(positions), self._answered)
        self._ask(self.feed.position)
        self.screen = TableScreen(self.feed, game)

    @classmethod
    def of_game(cls, app: TriquetaApp, game: Game, rng: Random) -> "Exercises":
        """All exercises of a game in random order, again and again."""
        assert game.positions is not None
        return cls(app, game, _shuffled(shipped(game.positions).exercises, rng))

    @classmethod
    def of_the_day(cls, app: TriquetaApp, day: date) -> "Exercises":
        return cls(app, daily_game(app.games, day), iter((daily_position(app.games, day),)), day)

    def open(self) -> None:
        self._app.push_screen(self.screen)
        if self._done_today:
            self._app.call_later(self._show_again)

    @property
    def _done_today(self) -> str:
        """The marks, if this is the position of the day and was answered."""
        done = self._app.settings.daily
        return done.marks if self._day is not None and done.date == self._day.isoformat() else ""

    def _ask(self, position: Practised) -> None:
        self._marks = ""
        question = say(f"{self._game.name}.practice.question.{position.kind}")
        self.feed.call(self._label, question)

    def _label(self) -> str:
        if self._day is not None:
            return say("practice.label.daily", day=self._day.isoformat())
        return say("practice.label.exercise", right=self._right, count=self._number)

    def _show_label(self) -> None:
        self.screen.status.code = self.feed.label
        self.screen.status.redraw()

    # Answers

    def _answered(self, action: Struct) -> None:
        right = action in self.feed.answers
        if not self._is_over:
            self._marks += RIGHT if right else WRONG
            if self._marks == RIGHT:
                self._right += 1
            if right:
                self._remember()
        # After a dialog in which it was answered.
        self._app.call_later(self._judge, action)

    @property
    def _is_over(self) -> bool:
        """Whether the answer is known."""
        return self._marks.endswith((RIGHT, GIVEN_UP))

    def _judge(self, action: Struct) -> None:
        if not self.screen.is_attached:
            return
        self._show_label()
        verdict = self._verdict()
        if action not in self.feed.answers:
            verdict.reject(action, known=self._is_over)
        elif self._marks.endswith(GIVEN_UP):
            verdict.explain("shown", action, self._result())
        else:
            verdict.explain("right", action, self._result())
        self.screen.dialogs.open(verdict)

    def _show_again(self) -> None:
        """What came of the position of the day when it was answered."""
        self._marks = self._done_today
        verdict = self._verdict()
        found = self._marks.endswith(RIGHT)
        verdict.explain("right" if found else "shown", self.feed.answers[0], self._result())
        self.screen.dialogs.open(verdict)

    def _verdict(self) -> Verdict:
        screen = self.screen
        return Verdict(
            self.feed,
            screen.parts.advice_text(self.feed.view),
            screen.advice_place if self._day is None else self._below,
            screen.screen_layout_refresh_signal,
            self._closed,
            daily=self._day is not None,
        )

    def _below(self) -> Place:
        """Where the line to paste is not broken."""
        return replace(self.screen.advice_place(), side=None)

    def _result(self) -> str:
        """The line to paste, for the position of the day."""
        return result_line(self._day, self._game, self._marks) if self._day is not None else ""

    def _closed(self, wish: Wish) -> None:
        match wish:
            case "show":
                self._marks += GIVEN_UP
                self._remember()
                self._app.call_later(self._judge, self.feed.answers[0])
            case "next":
                self._number += 1
                position = next(self._positions)
                self._ask(position)
                self._show_label()
                self.feed.show(position)
            case "leave":
                self.screen.dismiss()
            case _:
                self.feed.show(self.feed.position)

    def _remember(self) -> None:
        """Keep the result of the position of the day."""
        if self._day is None:
            return
        before, today = self._app.settings.daily, self._day.isoformat()
        found = self._marks.endswith(RIGHT)
        follows = before.date == (self._day - timedelta(days=1)).isoformat()
        streak = (before.streak if follows else 0) + 1 if found else 0
        self._app.change_settings(daily=DailyResult(today, self._marks, streak))


def _shuffled(positions: Sequence[Practised], rng: Random) -> Iterator[Practised]:
    while True:
        yield from rng.sample(positions, len(positions))
