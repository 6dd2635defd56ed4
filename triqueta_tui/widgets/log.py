"""The log: what happened, newest at the bottom."""

import sys
from collections.abc import Sequence
from typing import Final

from textual import events

from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.prose import Line, fitted, pieces_of, wrapped

_INDENT: Final = 2
_JUMPS_FROM: Final = 6
"""From this height on the log scrolls by several lines at once."""


class Log(Board):
    """Wrapped sentences; the newest is highlighted.

    The screen owns the sentences, may show them in several places, and redraws its logs. A log
    that is full jumps by half its height: moving all lines for each new one would send them all again.
    """

    def __init__(self, sentences: Sequence[str], *, id: str) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id)
        self._sentences = sentences
        self._first = 0
        """The sentence at the top."""
        self._told = 0
        """The number of sentences at the last drawing."""

    def on_resize(self, event: events.Resize) -> None:
        # All lines are sent anyway, so leaving half of it empty saves nothing.
        self.restart()
        super().on_resize(event)

    def restart(self) -> None:
        """Fill the log with the latest sentences at the next drawing."""
        self._told = sys.maxsize

    def rewrite(self) -> None:
        """The sentences may have changed."""
        self.restart()
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        rewritten, self._told = len(self._sentences) < self._told, len(self._sentences)
        if rewritten:
            # After an undo or a resize other sentences fit.
            self._first = 0
        broken = [
            self._broken(sentence, canvas.width - 2, canvas.height)
            for sentence in self._sentences[self._first :]
        ]
        if sum(map(len, broken)) > canvas.height:
            fresh = rewritten or (self._first == 0 and self._shown is None)
            jump = canvas.height >= _JUMPS_FROM and not fresh
            self._first += _drop(broken, canvas.height // 2 if jump else canvas.height)
        y = 0
        for number, lines in enumerate(broken, 1):
            base = self.style_of("strong" if number == len(broken) else "dim")
            for offset, pieces in enumerate(lines):
                x = 1 if offset == 0 else 1 + _INDENT
                for words, ink in pieces:
                    x = canvas.write(x, y + offset, words, self.inked(base, ink))
            y += len(lines)

    @staticmethod
    def _broken(sentence: str, cells: int, height: int) -> list[Line]:
        """The sentence in lines; the brief form if it does not fit."""
        whole = wrapped(pieces_of(sentence), cells - _INDENT)
        return whole if len(whole) <= height else [fitted(sentence, cells)]


def _drop(broken: list[list[Line]], height: int) -> int:
    """Remove sentences from the front until the rest fits, but never the last; return their number."""
    dropped = 0
    while len(broken) > 1 and sum(map(len, broken)) > height:
        del broken[0]
        dropped += 1
    return dropped
