"""The last things that happened, newest at the bottom, as many as there is room for."""

from collections import deque
from typing import Final

from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.prose import line, wrapped

_INDENT: Final = 2


class Log(Board):
    """Sentences, broken at the edge; older ones are drawn fainter.

    The sentences belong to the screen, which may show them in more than one place; it redraws its logs.
    """

    def __init__(self, sentences: deque[str], *, id: str) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id)
        self._sentences = sentences

    def draw(self, canvas: Canvas) -> None:
        """From the bottom up."""
        y = canvas.height
        newest = True
        for sentence in reversed(self._sentences):
            lines = wrapped(line((sentence, "")), canvas.width - 2 - _INDENT)
            y -= len(lines)
            style = self.style_of("strong" if newest else "dim")
            for offset, pieces in enumerate(lines):
                x = 1 if offset == 0 else 1 + _INDENT
                canvas.write(x, y + offset, "".join(words for words, _ in pieces), style)
            newest = False
            if y <= 0:
                break
