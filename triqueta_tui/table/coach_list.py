"""What a coach says about each action: a bar and a number for the chance to win, and points to expect."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.message import Message

from triqueta_tui.commands.coach import POINT
from triqueta_tui.commands.command import bindings
from triqueta_tui.locale import say
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.cursor_list import CursorList
from triqueta_tui.widgets.prose import shortened

_BAR: Final = 20
"""Cells of the bar for a sure win, where there is room."""
_LEAST_BAR: Final = 6
_GAP: Final = 2
_LEFT: Final = 2
"""Cells for the mark of the best line."""


@dataclass(frozen=True)
class CoachLine:
    words: str
    chance: int
    """In percent."""
    points: float


class CoachList(Board, CursorList, can_focus=True):
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(POINT)]

    @dataclass
    class Picked(Message):
        at: int

    def __init__(self) -> None:
        super().__init__(id="lines")
        self._lines: Sequence[CoachLine] = ()

    @property
    def line_count(self) -> int:
        return len(self._lines)

    def put(self, lines: Sequence[CoachLine]) -> None:
        """Show these lines, the best first."""
        self._lines, self._cursor, self._top = lines, 0, 0
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        if not self._lines:
            return
        heads = say("table.coach.chance"), say("table.coach.points")
        numbers = [(f"{one.chance} %", points_words(one.points)) for one in self._lines]
        chance, points = (max(map(cell_len, column)) for column in zip(heads, *numbers, strict=True))
        words = max(cell_len(one.words) for one in self._lines)
        room = canvas.width - _LEFT - chance - points - 2 * _GAP
        bar = min(_BAR, room - words - _GAP)
        bar = bar if bar >= _LEAST_BAR else 0
        words = room - (bar + _GAP if bar else 0)
        right = canvas.width
        canvas.write_right(right, 0, heads[1], self.style_of("dim"))
        canvas.write_right(right - points - _GAP, 0, heads[0], self.style_of("dim"))
        lines = canvas.height - 1
        self._top = max(min(self._top, self.cursor), self.cursor - lines + 1, 0)
        for y, at in enumerate(range(self._top, min(self.line_count, self._top + lines)), 1):
            one = self._lines[at]
            here = at == self.cursor and self.has_focus
            base = self.style_of("cursor") if here else Style.null()
            plain = self.style_of("strong") if at == 0 else Style.null()
            canvas.write(0, y, " " * canvas.width, base)
            canvas.write(0, y, "▸" if at == 0 else "", base or self.style_of("mark"))
            canvas.write(_LEFT, y, shortened(one.words, words), base or plain)
            if bar:
                self._draw_bar(canvas, _LEFT + words + _GAP, y, bar, one.chance, base)
            canvas.write_right(right - points - _GAP, y, numbers[at][0], base or plain)
            canvas.write_right(right, y, numbers[at][1], base or (plain if at == 0 else self.style_of("dim")))

    def _draw_bar(self, canvas: Canvas, x: int, y: int, cells: int, chance: int, base: Style) -> None:
        full = round(cells * chance / 100)
        canvas.write(x, y, "━" * full, base or self.style_of("good"))
        canvas.write(x + full, y, "─" * (cells - full), base or self.style_of("faint"))

    def line_at(self, event: events.MouseEvent) -> int | None:
        region = self.content_region
        at = self._top + event.screen_y - region.y - 1
        return at if region.contains(event.screen_x, event.screen_y) and 0 <= at < self.line_count else None

    def on_click(self, event: events.Click) -> None:
        if (at := self.line_at(event)) is not None:
            self.mark(at)
            self.action_point()

    def action_point(self) -> None:
        if self._lines:
            self.post_message(self.Picked(self.cursor))


def points_words(points: float) -> str:
    """Points with one place behind the mark that the language uses."""
    words = f"{abs(points):.1f}".replace(".", say("table.coach.mark"))
    return f"−{words}" if points < 0 and float(f"{points:.1f}") else words
