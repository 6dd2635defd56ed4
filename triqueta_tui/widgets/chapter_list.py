"""A table of contents beside a book: marks the current chapter, a click goes to another."""

from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget


class Contents(Widget):
    COMPONENT_CLASSES: ClassVar[set[str]] = {"contents--here"}

    @dataclass
    class Picked(Message):
        chapter: int

    def __init__(self, titles: list[str]) -> None:
        super().__init__()
        self._titles = titles
        self._here = 0

    def mark(self, chapter: int) -> None:
        """Mark the current chapter; only the two lines that change are painted."""
        before, self._here = self._here, chapter
        self.refresh(Region(0, before, self.size.width, 1), Region(0, chapter, self.size.width, 1))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return max(map(cell_len, self._titles)) + 4

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._titles)

    def render_line(self, y: int) -> Strip:
        if y >= len(self._titles):
            return Strip.blank(self.size.width, self.rich_style)
        here = y == self._here
        style = self.get_component_rich_style("contents--here") if here else self.rich_style
        words = f"{'▌' if here else ' '} {self._titles[y]}"
        return Strip([Segment(words, style)]).adjust_cell_length(self.size.width, style)

    def on_click(self, event: events.Click) -> None:
        if 0 <= event.y < len(self._titles):
            self.post_message(self.Picked(event.y))
