"""A list to pick a line from, with arrows, letters or the mouse."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Self

from msgspec import Struct
from rich.cells import cell_len
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.message import Message

from triqueta_tui.commands import CURSOR_CHOOSE, CURSOR_LEFT, CURSOR_RIGHT
from triqueta_tui.commands.command import bindings
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.cursor_list import CursorList
from triqueta_tui.widgets.prose import shortened

_STRONG: Final = Style(bold=True)
_LEAST_NOTE: Final = 12
"""Cells that are worth a shortened note."""
_NOTE_FROM: Final = 3
"""Cells between the longest word and the notes."""


class Entry(Struct, frozen=True):
    name: str
    word: str
    key: str = ""
    note: str = ""
    faint: bool = False
    """Disabled and grey."""
    cut: bool = False
    """Whether a note that does not fit is cut instead of left out."""


class Menu(CursorList, can_focus=True):
    """One line for each entry."""

    DEFAULT_CSS = "Menu { height: auto; }"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(CURSOR_CHOOSE, CURSOR_LEFT, CURSOR_RIGHT)]

    @dataclass
    class Picked(Message):
        menu: "Menu"
        entry: Entry

        @property
        def control(self) -> "Menu":
            """The menu, for ``@on`` with a selector."""
            return self.menu

    def __init__(self, *entries: Entry, name: str | None = None, at: int = 0, across: int = 1) -> None:
        """``at`` is the first selected line; ``across`` is the number of columns."""
        super().__init__(id=name)
        self.across = across
        self._cursor = at
        self._entries: tuple[Entry, ...] = entries

    def set_entries(self, entries: Sequence[Entry]) -> Self:
        """Show these entries; the cursor stays on its entry, if it is still there."""
        if self._entries == tuple(entries):
            return self
        selected, grown = self.selected, len(entries) != len(self._entries)
        self._entries = tuple(entries)
        names = [entry.name for entry in entries]
        if selected is not None and selected.name in names:
            self._cursor = names.index(selected.name)
        else:
            self._cursor = min(self._cursor, max(0, len(names) - 1))
        if grown:
            self.refresh(layout=True)
        self.redraw()
        return self

    @property
    def line_count(self) -> int:
        return len(self._entries)

    @property
    def selected(self) -> Entry | None:
        return self._entries[self._cursor] if self._cursor < len(self._entries) else None

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max(1, -(-len(self._entries) // self.across))

    def draw(self, canvas: Canvas) -> None:
        """Draw key, word and, where it fits, a note."""
        wide = canvas.width // self.across
        keys = max((cell_len(entry.key) for entry in self._entries), default=0)
        words = max((cell_len(entry.word) for entry in self._entries), default=0)
        cursor, key, note = self.style_of("cursor"), self.style_of("mark"), self.style_of("dim")
        left = keys + 3 if keys else 1
        notes = left + words + _NOTE_FROM
        self._scroll(canvas.height)
        hidden = self.line_count - (self._top + canvas.height) * self.across
        for at, entry in enumerate(self._entries):
            y, x = at // self.across - self._top, at % self.across * wide
            if not 0 <= y < canvas.height:
                continue
            here = at == self._cursor and self.has_focus
            if here:
                canvas.write(x, y, " " * (wide - (self.across > 1)), cursor)
            canvas.write(x + 1, y, entry.key, cursor if here else key)
            canvas.write(x + left, y, entry.word, cursor if here else note if entry.faint else _STRONG)
            fits = notes + cell_len(entry.note) < wide
            if fits or (entry.cut and wide - notes > _LEAST_NOTE):
                brief = shortened(entry.note, wide - notes - 1)
                canvas.write(x + notes, y, brief, cursor if here else note)
        if hidden > 0:
            more = f" +{hidden}"
            canvas.write(canvas.width - cell_len(more), canvas.height - 1, more, key)

    def _scroll(self, height: int) -> None:
        """Keep the cursor visible in a menu that has less room than lines."""
        line, lines = self.cursor // self.across, -(-self.line_count // self.across)
        self._top = min(max(self._top, line - height + 1), line)
        self._top = max(0, min(self._top, lines - height))

    def line_at(self, event: events.MouseEvent) -> int | None:
        at, region = super().line_at(event), self.content_region
        if at is None or self.across == 1:
            return at
        at = at * self.across + (event.screen_x - region.x) // max(1, region.width // self.across)
        return at if at < self.line_count else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.across > 1 if action in {"left", "right"} else True

    def action_left(self) -> None:
        self._move(-1)

    def action_right(self) -> None:
        self._move(1)

    def action_choose(self) -> None:
        if self.selected is not None:
            self.post_message(self.Picked(self, self.selected))

    def on_click(self, event: events.Click) -> None:
        if (at := self.line_at(event)) is not None:
            self.select(at)
            self.action_choose()
