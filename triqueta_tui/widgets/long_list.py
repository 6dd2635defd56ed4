"""A list that may be longer than the screen, and longer than what is there of it already."""

from dataclasses import dataclass
from typing import ClassVar

from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.message import Message

from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.cursor import FIRST, LAST, PAGE_DOWN, PAGE_UP
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.cursor_list import CursorList

_WHEEL = 3
"""Lines for a notch of the wheel."""


class LongList(CursorList, can_focus=True):
    """Lines below a head that stays. The ends are ends: the cursor does not go round."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(PAGE_UP, PAGE_DOWN, FIRST, LAST)]
    HEAD: ClassVar[int] = 1
    """Lines of the head."""

    @dataclass
    class Marked(Message):
        """The cursor is on another line."""

    @dataclass
    class Chosen(Message):
        """The marked line was clicked."""

    @dataclass
    class NearEnd(Message):
        """The cursor comes near the end of what is there: more can be fetched."""

    def draw_head(self, canvas: Canvas) -> None:
        """Draw the first lines."""

    def draw_line(self, canvas: Canvas, y: int, at: int, cursor: Style | None) -> None:
        """Draw a line of the list; ``cursor`` is the style of everything on it if it is marked."""
        raise NotImplementedError

    def draw(self, canvas: Canvas) -> None:
        self._scroll(self._page)
        self.draw_head(canvas)
        style = self.style_of("cursor")
        for at in range(self._top, min(self.line_count, self._top + self._page)):
            y, here = self.HEAD + at - self._top, at == self.cursor and self.has_focus
            if here:
                canvas.write(0, y, " " * canvas.width, style)
            self.draw_line(canvas, y, at, style if here else None)

    @property
    def has_room(self) -> bool:
        """Whether there are fewer lines than could be in sight."""
        return self.line_count < self._page

    @property
    def _page(self) -> int:
        """How many lines are in sight."""
        return max(1, self.size.height - self.HEAD)

    def _scroll(self, height: int) -> None:
        self._top = min(max(self._top, self.cursor - height + 1), max(0, self.cursor))
        self._top = max(0, min(self._top, self.line_count - height))

    def to_top(self) -> None:
        """Begin again, with other lines."""
        self._cursor = self._top = 0

    def mark(self, at: int) -> None:
        super().mark(at)
        self.post_message(self.Marked())
        if at >= self.line_count - self._page:
            self.post_message(self.NearEnd())

    def line_at(self, event: events.MouseEvent) -> int | None:
        region = self.content_region
        if event.screen_y - region.y < self.HEAD or not region.contains(event.screen_x, event.screen_y):
            return None
        at = self._top + event.screen_y - region.y - self.HEAD
        return at if at < self.line_count else None

    def on_click(self, event: events.Click) -> None:
        """Mark a line; a click on the marked one chooses it."""
        at = self.line_at(event)
        if at is None:
            return
        if at == self.cursor and self.has_focus:
            self.post_message(self.Chosen())
        else:
            self.mark(at)

    # The first click gives the focus, and must not choose what was marked before.
    FOCUS_ON_CLICK = False

    def on_mouse_scroll_down(self) -> None:
        self._move(_WHEEL)

    def on_mouse_scroll_up(self) -> None:
        self._move(-_WHEEL)

    def action_page_down(self) -> None:
        self._move(self._page - 1)

    def action_page_up(self) -> None:
        self._move(1 - self._page)

    def action_first(self) -> None:
        self._move(-self.line_count)

    def action_last(self) -> None:
        self._move(self.line_count)

    def _move(self, by: int) -> None:
        if self.line_count:
            self.mark(max(0, min(self.cursor + by, self.line_count - 1)))
