"""The parts of the statistics: numbers and opponents."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from textual.geometry import Size

from triqueta_protocol.archive import GameStatistics, HeadToHead
from triqueta_tui.locale import plural, say, say_first
from triqueta_tui.locale.numbers import decimal, number, percent
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.level_words import level_words
from triqueta_tui.widgets.prose import shortened

_NAME: Final = 20


class Numbers(Board):
    """A line for each number: what it is on the left, the number on the right."""

    DEFAULT_CSS = "Numbers { height: auto; }"

    def __init__(self) -> None:
        super().__init__(id="numbers")
        self._lines: tuple[tuple[str, str, str], ...] = ()

    def show(self, about: GameStatistics) -> None:
        grown = len(self._lines)
        self._lines = tuple(number_lines(about))
        if len(self._lines) != grown:
            self.refresh(layout=True)
        self.redraw()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines)

    def draw(self, canvas: Canvas) -> None:
        for y, (label, value, more) in enumerate(self._lines):
            # The explanation is left out where it does not fit.
            room = canvas.width - 4 - cell_len(label) - cell_len(value)
            words = value + (more if cell_len(more) <= room else "")
            start = canvas.write_right(canvas.width - 1, y, words, self.style_of("strong"))
            canvas.write(1, y, shortened(label, start - 2), self.style_of("dim"))


class Against(Board):
    """A line for each opponent: games, and the share in which the player was ahead, as a bar."""

    def __init__(self) -> None:
        super().__init__(id="against")
        self._game = ""
        self._others: tuple[HeadToHead, ...] = ()

    def show(self, game: str, others: Sequence[HeadToHead]) -> None:
        grown = len(self._others)
        self._game, self._others = game, tuple(others)
        if len(self._others) != grown:
            self.refresh(layout=True)
        self.redraw()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._others)

    def draw(self, canvas: Canvas) -> None:
        name = min(_NAME, canvas.width // 3)
        counts = [say("statistics.ahead", ahead=one.wins, games=one.games) for one in self._others]
        right = canvas.width - 1 - max(map(cell_len, counts), default=0)
        room = max(0, right - name - 3)
        for y, (one, count) in enumerate(zip(self._others, counts, strict=True)):
            canvas.write(1, y, shortened(opponent(self._game, one), name - 2), self.style_of("strong"))
            ahead = round(room * one.wins / one.games) if one.games else 0
            x = canvas.write(name + 1, y, "━" * ahead, self.style_of("good"))
            canvas.write(x, y, "─" * (room - ahead), self.style_of("faint"))
            canvas.write_right(canvas.width - 1, y, count, self.style_of("dim"))


def opponent(game: str, one: HeadToHead) -> str:
    """The opponent's name: bots by level, a word for a removed name."""
    if one.level is not None:
        return say("rooms.seats.bot", level=level_words(game, one.level))
    return one.name or say("my_games.somebody")


def number_lines(about: GameStatistics) -> list[tuple[str, str, str]]:
    """The numbers: label, number and explanation of each."""
    share = about.wins / about.games if about.games else 0.0
    lines = [
        (say("statistics.games"), str(about.games), ""),
        (say("statistics.wins"), str(about.wins), say("statistics.share", percent=percent(share))),
        (say("statistics.mean"), decimal(about.mean_points), ""),
        (say("statistics.best"), number(about.best_points), ""),
        (say("statistics.streak"), streak_words(about.streak), ""),
        (say("statistics.best_streak"), streak_words(about.best_streak), ""),
    ]
    if about.rating is not None:
        lines.append((say("ratings.number"), str(about.rating), f" ± {about.doubt}"))
    for slip, count in about.slips.items():
        words = say_first(f"{about.game}.score.slips.{slip}", otherwise=slip)
        each = decimal(count / about.games) if about.games else "0"
        lines.append((words, str(count), say("statistics.each", each=each)))
    return lines


def streak_words(streak: int) -> str:
    if not streak:
        return say("statistics.no_streak")
    return plural("statistics.won_on_end" if streak > 0 else "statistics.lost_on_end", abs(streak))
