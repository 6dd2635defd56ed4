"""A page title between arrows; a click on an arrow turns the page."""

from dataclasses import dataclass

from textual import events
from textual.message import Message

from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.drawn_widget import Drawn
from triqueta_tui.widgets.prose import shortened


class PageLine(Drawn):
    DEFAULT_CSS = "PageLine { height: 1; }"

    @dataclass
    class Turned(Message):
        by: int

    def __init__(self) -> None:
        super().__init__(id="page")
        self._words = ""
        self._at = self._pages = 0
        self._end = 0

    def show(self, words: str, at: int, pages: int) -> None:
        self._words, self._at, self._pages = words, at, pages
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        if not self._pages:
            return
        many = self._pages > 1
        place = f"{self._at + 1}/{self._pages}" if many else ""
        words = shortened(self._words, canvas.width - 8 - len(place))
        arrow = self.style_of("mark" if many else "faint")
        x = canvas.write(2, 0, "‹ ", arrow)
        x = canvas.write(x, 0, f" {words} ", self.style_of("cursor" if many else "strong"))
        self._end = canvas.write(x, 0, " ›", arrow)
        canvas.write_right(canvas.width - 2, 0, place, self.style_of("dim"))

    def on_click(self, event: events.Click) -> None:
        if event.x < self._end:
            self.post_message(self.Turned(-1 if event.x < 4 else 1))
