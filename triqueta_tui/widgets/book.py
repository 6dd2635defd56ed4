"""A scrolling text: laid out once for each width, painted line by line."""

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from triqueta_tui.commands import READING_COMMANDS
from triqueta_tui.commands.command import bindings
from triqueta_tui.widgets.looks import theme_style
from triqueta_tui.widgets.prose import Ink, Line

MARGIN: Final = 2
"""Free columns on either side of the text."""

WIDEST: Final = 76
"""The longest readable line."""


class Book(ScrollView, can_focus=True, inherit_bindings=False):
    """Chapters below each other, from the subclass."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(*READING_COMMANDS)]
    DEFAULT_CSS = """
    Book {
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        scrollbar-background: $panel;
        scrollbar-background-hover: $panel;
        scrollbar-background-active: $panel;
        scrollbar-color: $primary 60%;
        .book--title { color: $primary; text-style: bold; }
        .book--strong { color: $text; text-style: bold; }
        .book--dim { color: $text-muted; }
        .book--rule { color: $primary 50%; }
        .book--good { color: $text-success; text-style: bold; }
        .book--bad { color: $text-error; text-style: bold; }
        .book--key { color: $footer-key-foreground; text-style: bold; }
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "book--title",
        "book--strong",
        "book--dim",
        "book--rule",
        "book--good",
        "book--bad",
        "book--key",
    }

    TURNS: ClassVar[bool] = False
    """Whether keys move by chapter, and not only by line."""

    @dataclass
    class Turned(Message):
        """Another chapter is at the top."""

        chapter: int

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id)
        self._lines: list[Line] = []
        self._starts: list[int] = [0]
        self._chapter = 0
        self._columns = 0

    @abstractmethod
    def chapters(self, cells: int) -> Sequence[Sequence[Line]]:
        """All chapters, in lines of at most this width."""

    @property
    def chapter(self) -> int:
        return self._chapter

    @property
    def text(self) -> str:
        """The whole text in its current lines."""
        return "\n".join("".join(words for words, _ in line) for line in self._lines)

    def on_resize(self, event: events.Resize) -> None:
        """Break the lines for the new width, and stay in the chapter."""
        self._lay_out(event.size.width)
        height = len(self._lines)
        if self.TURNS and height > event.size.height:
            # Space below the last chapter, so that it can scroll to the top.
            height = max(height, self._starts[-1] + event.size.height)
        self.virtual_size = Size(event.size.width, height)
        self.turn_to(self._chapter)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        self._lay_out(width)
        return len(self._lines)

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._columns = 0
        if self.size:
            self._lay_out(self.size.width)

    def _lay_out(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        self._lines, self._starts = [], []
        for chapter in self.chapters(max(min(columns - 2 * MARGIN, WIDEST), 2)):
            if self._lines:
                self._lines.append(())
            self._starts.append(len(self._lines))
            self._lines += chapter

    def turn_to(self, chapter: int) -> None:
        """Scroll a chapter to the top."""
        chapter = max(0, min(chapter, len(self._starts) - 1))
        self.scroll_to(y=self._starts[chapter], animate=False)

    def action_next(self) -> None:
        self.turn_to(self._chapter + 1)

    def action_previous(self) -> None:
        """Scroll to the start of this chapter, or of the one before."""
        inside = round(self.scroll_y) > self._starts[self._chapter]
        self.turn_to(self._chapter - (not inside))

    def action_down(self) -> None:
        self.scroll_down(animate=False)

    def action_up(self) -> None:
        self.scroll_up(animate=False)

    def action_page_down(self) -> None:
        self.scroll_relative(y=max(1, self.size.height - 2), animate=False)

    def action_page_up(self) -> None:
        self.scroll_relative(y=-max(1, self.size.height - 2), animate=False)

    def action_top(self) -> None:
        self.scroll_home(animate=False)

    def action_end(self) -> None:
        self.scroll_end(animate=False)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        chapter = max(0, bisect_right(self._starts, round(new_value)) - 1)
        if chapter != self._chapter:
            self._chapter = chapter
            self.post_message(self.Turned(chapter))

    def render_line(self, y: int) -> Strip:
        place = y + round(self.scroll_offset.y)
        line = self._lines[place] if place < len(self._lines) else ()
        plain = self.rich_style
        segments = [Segment(" " * MARGIN, plain)]
        segments += [Segment(words, self._style(ink, plain)) for words, ink in line]
        return Strip(segments).adjust_cell_length(self.size.width, plain)

    def _style(self, ink: Ink, plain: Style) -> Style:
        if not ink:
            return plain
        if isinstance(ink, str) and ink.startswith("$"):
            return plain + theme_style(self.app.theme_variables, ink)
        return self.get_component_rich_style(f"book--{ink}") if isinstance(ink, str) else plain + ink
