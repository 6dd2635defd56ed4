"""A panel with a title and a few paragraphs."""

from textual.containers import Vertical

from triqueta_tui.widgets.book import Book
from triqueta_tui.widgets.prose import Line, paragraphs


class Words(Book):
    def __init__(self, text: str) -> None:
        super().__init__(id="words")
        self._text = text

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """At the end of the text its keys belong to the dialog: Space closes a hint."""
        return self.scroll_offset.y < self.max_scroll_y if action == "page_down" else True

    def chapters(self, cells: int) -> list[list[Line]]:
        return [paragraphs(self._text, cells)]


class TextPanel(Vertical):
    DEFAULT_CSS = """
    TextPanel {
        width: 64;
        max-width: 100%;
        height: auto;
        max-height: 100%;
        border: round $accent;
        border-title-color: $accent;
        border-title-style: bold;
        background: $surface;
    }
    TextPanel > Words { height: auto; max-height: 100%; background: $surface; }
    """

    def __init__(self, title: str, text: str) -> None:
        super().__init__(Words(text), id="dialog")
        self.border_title = title
