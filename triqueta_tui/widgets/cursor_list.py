"""A list with a cursor that wraps around or moves to a neighbouring list."""

from typing import ClassVar, Protocol

from textual import events
from textual.binding import BindingType

from triqueta_tui.commands import CURSOR_DOWN, CURSOR_UP
from triqueta_tui.commands.command import bindings
from triqueta_tui.widgets.drawn_widget import Drawn


class Neighbour(Protocol):
    """A neighbour of a list to which the cursor can move."""

    def enter(self, by: int) -> bool:
        """Take the cursor from above (1) or below (-1); False if there is no line."""


class CursorList(Drawn):
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(CURSOR_UP, CURSOR_DOWN)]

    _cursor: int = 0
    _top: int = 0
    """The first visible line."""
    across: int = 1
    """How many entries stand side by side."""
    above: Neighbour | None = None
    below: Neighbour | None = None

    @property
    def line_count(self) -> int:
        raise NotImplementedError

    @property
    def cursor(self) -> int:
        return min(self._cursor, self.line_count - 1)

    def select(self, at: int) -> None:
        """Move the cursor and the focus to a line."""
        self._cursor = at
        # The screen knows at once who has the focus, and the next key may be in the same packet.
        if self.screen.focused is not self:
            self.screen.set_focus(self)
        self.redraw()
        self.refresh_bindings()

    def enter(self, by: int) -> bool:
        """Select the first or last line, coming from a neighbour; without lines, pass on to the next."""
        if not self.line_count or not self.display:
            following = self.below if by > 0 else self.above
            return following is not None and following.enter(by)
        self.select(0 if by > 0 else self.line_count - 1)
        return True

    def line_at(self, event: events.MouseEvent) -> int | None:
        region = self.content_region
        at = self._top + event.screen_y - region.y
        inside = region.contains(event.screen_x, event.screen_y) and at < self.line_count
        return at if inside else None

    def action_up(self) -> None:
        self._move(-self.across)

    def action_down(self) -> None:
        self._move(self.across)

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.redraw()

    def _move(self, by: int) -> None:
        to = self.cursor + by
        neighbour = self.below if by > 0 else self.above
        if not 0 <= to < self.line_count and neighbour is not None and neighbour.enter(by):
            return
        if self.line_count:
            self.select(to % self.line_count)


def chain(*lists: CursorList) -> None:
    """Let the cursor move through these lists in turn, from the last one to the first."""
    for one, following in zip(lists, (*lists[1:], lists[0]), strict=True):
        one.below, following.above = following, one
