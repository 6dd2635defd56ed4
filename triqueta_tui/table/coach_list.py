"""The coach's list of actions: winning chance as a bar and a number, and expected points."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.message import Message

from triqueta_tui.commands import COACH_DO, COACH_POINT
from triqueta_tui.commands.command import bindings
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import decimal, percentage, span
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.cursor_list import CursorList
from triqueta_tui.widgets.prose import broken, line_count, shortened

_BAR: Final = 20
"""Cells of the bar for the best chance."""
_LEAST_BAR: Final = 6
_LEAST_SPREAD: Final = 5
"""Percent between the best chance and an empty bar, at least: smaller differences mean little."""
_GAP: Final = 2
_LEFT: Final = 2
"""Cells for the mark of the best line."""
_MOST_LINES: Final = 2
"""Lines for the words of one action, above its numbers."""
_MOST_IN_FULL: Final = 3
"""The same for the long form."""
_WIDE: Final = 38
"""From this width on the points have a longer name."""
_HEAD: Final = 1
"""The line with the names of the columns."""


@dataclass(frozen=True)
class CoachLine:
    words: str
    at_length: str
    """The long form."""
    chance: int
    """In percent."""
    points: float

    @property
    def numbers(self) -> tuple[str, str]:
        return percentage(self.chance), decimal(self.points)


class CoachList(Board, CursorList, can_focus=True):
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(COACH_POINT, COACH_DO)]

    @dataclass
    class Picked(Message):
        at: int
        do: bool
        """Whether it is to be done, and not only shown."""

    def __init__(self) -> None:
        super().__init__(id="lines")
        self.slim = False
        """Whether words that do not fit beside their numbers may be above them."""
        self._in_full = False
        """Whether the long form may take several lines."""
        self._lines: Sequence[CoachLine] = ()
        self._points_head = ""

    @property
    def line_count(self) -> int:
        return len(self._lines)

    def set_lines(self, lines: Sequence[CoachLine], points_head: str) -> None:
        """Show these lines, best first; ``points_head`` names their points in wide lists."""
        self._lines, self._cursor, self._top = lines, 0, 0
        self._points_head = points_head
        self.redraw()

    def fit(self, width: int, lines: int) -> int:
        """Choose the words for this width and at most so many lines; returns the height of the list."""
        longest = max((line_count(one.at_length, width - _LEFT) for one in self._lines), default=0)
        self._in_full = longest <= _MOST_IN_FULL
        self._in_full &= self._lines_needed(width) <= lines
        return min(self._lines_needed(width), lines)

    def _lines_needed(self, width: int) -> int:
        return _HEAD + self.line_count * self._each(width)

    def draw(self, canvas: Canvas) -> None:
        if not self._lines:
            return
        each, (_, points) = self._each(canvas.width), self._columns(canvas.width)
        right = canvas.width
        for head, end in zip(self._heads(canvas.width), (right - points - _GAP, right), strict=True):
            canvas.write_right(end, 0, head, self.style_of("dim"))
        room, told = self._room(canvas.width), self._told(canvas.width)
        longest = max(map(cell_len, told))
        bar = min(_BAR, room if each > 1 else room - longest - _GAP)
        bar = bar if bar >= _LEAST_BAR else 0
        words = right - _LEFT if each > 1 else room - (bar + _GAP if bar else 0)
        shown = (canvas.height - _HEAD) // each
        self._top = max(min(self._top, self.cursor), self.cursor - shown + 1, 0)
        if shown < self.line_count:
            last = min(self._top + shown, self.line_count)
            canvas.write(_LEFT, 0, f"{span(self._top + 1, last)} / {self.line_count}", self.style_of("dim"))
        for place, at in enumerate(range(self._top, min(self.line_count, self._top + shown))):
            one, y = self._lines[at], _HEAD + place * each
            base = self.style_of("cursor") if at == self.cursor and self.has_focus else Style.null()
            strong = base or self.style_of("strong") if at == 0 else base
            for down in range(each):
                canvas.write(0, y + down, " " * right, base)
            canvas.write(0, y, "▸" if at == 0 else "", base or self.style_of("mark"))
            for offset, text in enumerate(_fitted(told[at], words, max(1, each - 1))):
                canvas.write(_LEFT, y + offset, text, strong)
            y += each - 1
            if bar:
                start = _LEFT if each > 1 else _LEFT + words + _GAP
                self._draw_bar(canvas, start, y, bar, one.chance, base)
            canvas.write_right(right - points - _GAP, y, one.numbers[0], strong)
            canvas.write_right(right, y, one.numbers[1], strong if at == 0 else base or self.style_of("dim"))

    def _draw_bar(self, canvas: Canvas, x: int, y: int, cells: int, chance: int, base: Style) -> None:
        chances = [one.chance for one in self._lines]
        spread = max(max(chances) - min(chances), _LEAST_SPREAD)
        full = max(1, round(cells * (1 - (max(chances) - chance) / spread)))
        canvas.write(x, y, "━" * full, base or self.style_of("good"))
        canvas.write(x + full, y, "─" * (cells - full), base or self.style_of("faint"))

    def _each(self, width: int) -> int:
        """Lines for each action."""
        told = self._told(width)
        longest = max(map(cell_len, told), default=0)
        if not self.slim or longest <= self._room(width):
            return 1
        most = _MOST_IN_FULL if self._in_full else _MOST_LINES
        return 1 + min(most, max(line_count(words, width - _LEFT) for words in told))

    def _told(self, width: int) -> list[str]:
        """The words of all lines: in full if the bar still fits, or where they may take several lines."""
        longest = max((cell_len(one.at_length) for one in self._lines), default=0)
        room = longest <= self._room(width) - _GAP - _LEAST_BAR
        in_full = room or (self.slim and self._in_full)
        return [one.at_length if in_full else one.words for one in self._lines]

    def _room(self, width: int) -> int:
        """Columns left of the numbers."""
        return width - _LEFT - sum(self._columns(width)) - 2 * _GAP

    def _columns(self, width: int) -> tuple[int, int]:
        """The widths of both columns of numbers."""
        columns = zip(self._heads(width), *(one.numbers for one in self._lines), strict=True)
        chance, points = (max(map(cell_len, column)) for column in columns)
        return chance, points

    def _heads(self, width: int) -> tuple[str, str]:
        return say("table.coach.chance"), self._points_head if width >= _WIDE else say("table.coach.points")

    def line_at(self, event: events.MouseEvent) -> int | None:
        region = self.content_region
        y = event.screen_y - region.y - _HEAD
        if y < 0 or not region.contains(event.screen_x, event.screen_y):
            return None
        at = self._top + y // self._each(region.width)
        return at if at < self.line_count else None

    def on_click(self, event: events.Click) -> None:
        if (at := self.line_at(event)) is not None:
            self.select(at)
            self.action_pick(False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return bool(self._lines) if action == "pick" else super().check_action(action, parameters)

    def action_pick(self, do: bool) -> None:
        if self._lines:
            self.post_message(self.Picked(self.cursor, do))


def _fitted(words: str, cells: int, lines: int) -> list[str]:
    """The words in at most this many lines, with an ellipsis."""
    all_lines = broken(words, cells)
    if len(all_lines) <= lines:
        return all_lines
    whole, at = all_lines[: lines - 1], 0
    for one in whole:
        at = words.index(one, at) + len(one)
    return [*whole, shortened(words[at:].lstrip(), cells)]
