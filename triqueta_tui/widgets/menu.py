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

from triqueta_tui.commands import CURSOR_CHOOSE
from triqueta_tui.commands.command import bindings
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.cursor_list import CursorList
from triqueta_tui.widgets.prose import shortened

_STRONG: Final = Style(bold=True)
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
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(CURSOR_CHOOSE)]

    @dataclass
    class Picked(Message):
        menu: "Menu"
        entry: Entry

        @property
        def control(self) -> "Menu":
            """The menu, for ``@on`` with a selector."""
            return self.menu

    def __init__(self, *entries: Entry, name: str | None = None, at: int = 0) -> None:
        """``at`` is the first selected line."""
        super().__init__(id=name)
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
        return max(1, len(self._entries))

    def draw(self, canvas: Canvas) -> None:
        """Draw key, word and, where it fits, a note."""
        keys = max((cell_len(entry.key) for entry in self._entries), default=0)
        longest = max((cell_len(entry.word) for entry in self._entries), default=0)
        cursor, key, note = self.style_of("cursor"), self.style_of("mark"), self.style_of("dim")
        left = keys + 3 if keys else 1
        notes = left + longest + _NOTE_FROM
        for y, entry in enumerate(self._entries):
            here = y == self._cursor and self.has_focus
            if here:
                canvas.write(0, y, " " * canvas.width, cursor)
            canvas.write(1, y, entry.key, cursor if here else key)
            canvas.write(left, y, entry.word, cursor if here else note if entry.faint else _STRONG)
            room = canvas.width - notes - 1
            words = shortened(entry.note, room) if entry.cut else entry.note
            if 0 < cell_len(words) <= room:
                canvas.write(notes, y, words, cursor if here else note)

    def action_choose(self) -> None:
        if self.selected is not None:
            self.post_message(self.Picked(self, self.selected))

    def on_click(self, event: events.Click) -> None:
        if (at := self.line_at(event)) is not None:
            self.select(at)
            self.action_choose()
