"""A list of lines with a cursor, which the arrows take round and round or over to the list beside it."""

from typing import ClassVar, Protocol

from textual import events
from textual.binding import BindingType

from triqueta_tui.commands.command import bindings
from triqueta_tui.commands.cursor import DOWN, UP
from triqueta_tui.widgets.drawn_widget import Drawn


class Neighbour(Protocol):
    """What lies beside a list on the same screen: the cursor can go over to it."""

    def enter(self, by: int) -> bool:
        """The cursor comes in from above (1) or from below (-1); False if there is nothing to mark."""


class CursorList(Drawn):
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(UP, DOWN)]

    _cursor: int = 0
    _top: int = 0
    """The first line in sight."""
    beside: Neighbour | None = None
    """Where the cursor goes beyond either end."""

    @property
    def line_count(self) -> int:
        raise NotImplementedError

    @property
    def cursor(self) -> int:
        return min(self._cursor, self.line_count - 1)

    def mark(self, at: int) -> None:
        """Put the cursor, and with it the focus, on a line."""
        self._cursor = at
        if not self.has_focus:
            # At once, unlike ``focus``: the next key may have come in the same packet.
            self.screen.set_focus(self)
        self.redraw()
        self.refresh_bindings()

    def enter(self, by: int) -> bool:
        """Mark the first or the last line, coming from a neighbour."""
        if not self.line_count:
            return False
        self.mark(0 if by > 0 else self.line_count - 1)
        return True

    def line_at(self, event: events.MouseEvent) -> int | None:
        region = self.content_region
        at = self._top + event.screen_y - region.y
        inside = region.contains(event.screen_x, event.screen_y) and at < self.line_count
        return at if inside else None

    def action_up(self) -> None:
        self._move(-1)

    def action_down(self) -> None:
        self._move(1)

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.redraw()

    def _move(self, by: int) -> None:
        to = self.cursor + by
        if not 0 <= to < self.line_count and self.beside is not None and self.beside.enter(by):
            return
        if self.line_count:
            self.mark(to % self.line_count)
