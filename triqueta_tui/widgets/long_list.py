"""A list that may be longer than the screen and is loaded in parts."""

from dataclasses import dataclass
from typing import ClassVar

from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.message import Message

from triqueta_tui.commands import CURSOR_FIRST, CURSOR_LAST, CURSOR_PAGE_DOWN, CURSOR_PAGE_UP
from triqueta_tui.commands.command import bindings
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.cursor_list import CursorList

_WHEEL = 3
"""Lines per notch of the wheel."""


class LongList(CursorList, can_focus=True):
    """Lines below a fixed head. The cursor does not wrap around."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(CURSOR_PAGE_UP, CURSOR_PAGE_DOWN, CURSOR_FIRST, CURSOR_LAST)
    ]
    HEAD: ClassVar[int] = 1
    """Height of the head."""

    @dataclass
    class Marked(Message):
        """The cursor moved to another line."""

    @dataclass
    class Chosen(Message):
        """The selected line was clicked."""

    @dataclass
    class NearEnd(Message):
        """The cursor is near the last loaded line: fetch more."""

    def draw_head(self, canvas: Canvas) -> None:
        """Draw the head."""

    def draw_line(self, canvas: Canvas, y: int, at: int, cursor: Style | None) -> None:
        """Draw a line of the list; ``cursor`` is its style if it is selected."""
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
        """Whether fewer lines are loaded than fit."""
        return self.line_count < self._page

    @property
    def _page(self) -> int:
        """The number of visible lines."""
        return max(1, self.size.height - self.HEAD)

    def _scroll(self, height: int) -> None:
        self._top = min(max(self._top, self.cursor - height + 1), max(0, self.cursor))
        self._top = max(0, min(self._top, self.line_count - height))

    def to_top(self) -> None:
        """Start again with other lines."""
        self._cursor = self._top = 0

    def select(self, at: int) -> None:
        super().select(at)
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
        """Select a line; a click on the selected one picks it."""
        at = self.line_at(event)
        if at is None:
            return
        if at == self.cursor and self.has_focus:
            self.post_message(self.Chosen())
        else:
            self.select(at)

    # The first click gives the focus, and must not pick the old selection.
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
            self.select(max(0, min(self.cursor + by, self.line_count - 1)))
