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
"""From this height on the log makes room for several lines at once."""


class Log(Board):
    """Wrapped sentences; the newest is highlighted.

    The sentences belong to the screen, which may show them in more than one place and redraws its logs. A log
    that is full jumps by half its height: moving all lines for each new one would send them all again.
    """

    def __init__(self, sentences: Sequence[str], *, id: str) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id)
        self._sentences = sentences
        self._first = 0
        """The sentence at the top."""
        self._told = 0
        """How many sentences there were."""

    def on_resize(self, event: events.Resize) -> None:
        # All lines are sent anyway, so there is nothing to save by leaving half of it empty.
        self.begin_anew()
        super().on_resize(event)

    def begin_anew(self) -> None:
        """When the log is drawn next, fill it with the latest sentences, whatever was shown."""
        self._told = sys.maxsize

    def rewrite(self) -> None:
        """The sentences may be others than those that were shown."""
        self.begin_anew()
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        rewritten, self._told = len(self._sentences) < self._told, len(self._sentences)
        if rewritten:
            # A decision was taken back, or there is another height: other sentences are the latest that fit.
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
        """The sentence in lines; in fewer words if there are not so many lines."""
        whole = wrapped(pieces_of(sentence), cells - _INDENT)
        return whole if len(whole) <= height else [fitted(sentence, cells)]


def _drop(broken: list[list[Line]], height: int) -> int:
    """Remove sentences from the front until the rest fits, but never the last; returns how many."""
    dropped = 0
    while len(broken) > 1 and sum(map(len, broken)) > height:
        del broken[0]
        dropped += 1
    return dropped
