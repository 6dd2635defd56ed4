"""A long text that scrolls: laid out once for each width, painted line by line."""

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.segment import Segment
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from triqueta_tui.widgets.prose import Line

MARGIN: Final = 2
"""Free columns on either side of the text."""

WIDEST: Final = 76
"""The longest line that is pleasant to read."""


class Book(ScrollView, can_focus=True):
    """Chapters below each other. Subclasses write them; the keys that scroll are the screen's."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "book--title",
        "book--strong",
        "book--dim",
        "book--rule",
        "book--good",
        "book--bad",
        "book--key",
        *(f"book--{animal}" for animal in ("rabbit", "owl", "deer", "boar", "ram", "bear")),
    }

    @dataclass
    class Turned(Message):
        """Another chapter has come to the top."""

        chapter: int

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id)
        self._lines: list[Line] = []
        self._starts: list[int] = [0]
        self._chapter = 0

    @abstractmethod
    def chapters(self, cells: int) -> Sequence[Sequence[Line]]:
        """All chapters, in lines of at most this width."""

    @property
    def chapter(self) -> int:
        """The chapter at the top of the screen."""
        return self._chapter

    @property
    def text(self) -> str:
        """Everything that is written here, as it is broken into lines now."""
        return "\n".join("".join(words for words, _ in line) for line in self._lines)

    def on_resize(self, event: events.Resize) -> None:
        """Break the lines anew for the new width, and stay in the chapter."""
        self.write(event.size)

    def write(self, size: Size | None = None) -> None:
        """Lay the chapters out: at first, for a new width, or in another language."""
        size = size or self.size
        cells = max(min(size.width - 2 * MARGIN, WIDEST), 2)
        self._lines, self._starts = [], []
        for chapter in self.chapters(cells):
            self._starts.append(len(self._lines))
            self._lines += [*chapter, ()]
        last = self._starts[-1] if self._starts else 0
        # Room below the last chapter, so that it can come to the top too.
        height = max(len(self._lines), min(last + size.height, len(self._lines) + size.height))
        self.virtual_size = Size(size.width, height)
        self.turn_to(self._chapter)
        self.refresh()

    def turn_to(self, chapter: int) -> None:
        """Bring a chapter to the top."""
        chapter = max(0, min(chapter, len(self._starts) - 1))
        self.scroll_to(y=self._starts[chapter], animate=False)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Notice which chapter is at the top now."""
        super().watch_scroll_y(old_value, new_value)
        chapter = max(0, bisect_right(self._starts, round(new_value)) - 1)
        if chapter != self._chapter:
            self._chapter = chapter
            self.post_message(self.Turned(chapter))

    def render_line(self, y: int) -> Strip:
        """One line of the text."""
        place = y + round(self.scroll_offset.y)
        line = self._lines[place] if place < len(self._lines) else ()
        plain = self.rich_style
        segments = [Segment(" " * MARGIN, plain)]
        for words, style in line:
            paint = self.get_component_rich_style(f"book--{style}") if style else plain
            segments.append(Segment(words, paint))
        return Strip(segments).adjust_cell_length(self.size.width, plain)
