"""The line above a review: which game it is, and how far the expert has come."""

from typing import Final

from rich.cells import cell_len

from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.drawn_widget import Drawn

_BAR: Final = 20


class ReviewProgress(Drawn):
    def __init__(self, title: str) -> None:
        super().__init__(id="progress")
        self._title = title
        self._words = ""
        self._share = 0.0

    def show(self, words: str, share: float) -> None:
        """``share`` of the game is known; at 1 there is no bar."""
        self._words, self._share = words, share
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        right = canvas.write_right(canvas.width - 1, 0, self._words, self.style_of("dim")) - 1
        if self._share < 1:
            room = min(_BAR, right - cell_len(self._title) - 3)
            done = round(self._share * room)
            if room >= 4:
                canvas.write(right - room, 0, "━" * done, self.style_of("mark"))
                canvas.write(right - room + done, 0, "─" * (room - done), self.style_of("faint"))
                right -= room + 1
        canvas.write(1, 0, self._title, self.style_of("strong"), limit=max(0, right - 2))
