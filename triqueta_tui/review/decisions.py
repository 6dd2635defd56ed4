"""The most costly decisions: player, action, better action, cost and reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from textual import events
from textual.message import Message

from triqueta_tui.review.seats import SEAT_LOOKS
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.drawn_widget import Drawn
from triqueta_tui.widgets.prose import line, wrapped

_INDENT: Final = 3


@dataclass(frozen=True)
class CostlyDecision:
    step: int
    look: str
    """The deciding seat."""
    done: tuple[str, str]
    """Round, player and action, in full and in brief."""
    cost: str
    better: str
    """The better action, and why."""


class CostlyDecisions(Drawn):
    LOOKS = SEAT_LOOKS

    @dataclass
    class Picked(Message):
        """A decision was clicked."""

        step: int

    def __init__(self) -> None:
        super().__init__(id="decisions")
        self._decisions: Sequence[CostlyDecision] = ()
        self._title = ""
        self._empty = ""
        self._cursor = -1
        self._spots: dict[int, int] = {}
        """By line: the step shown there."""

    def show(self, title: str, decisions: Sequence[CostlyDecision], empty: str, cursor: int) -> None:
        """``cursor`` is the current step; ``empty`` is shown when there are no decisions."""
        self._title, self._decisions, self._empty, self._cursor = title, decisions, empty, cursor
        self.redraw()

    def height_for(self, width: int) -> int:
        """The lines of all decisions in full."""
        told = sum(1 + len(self._lines(one, width)) for one in self._decisions)
        return 1 + (told or len(wrapped(line((self._empty, "")), width - 2)))

    def _lines(self, one: CostlyDecision, width: int) -> list[str]:
        cells = max(10, width - _INDENT - 1)
        return ["".join(words for words, _ in pieces) for pieces in wrapped(line((one.better, "")), cells)]

    def on_click(self, event: events.Click) -> None:
        step = self._spots.get(event.y)
        if step is not None:
            self.post_message(self.Picked(step))

    def draw(self, canvas: Canvas) -> None:
        canvas.write(1, 0, self._title, self.style_of("dim"))
        self._spots = {}
        if not self._decisions:
            for y, pieces in enumerate(wrapped(line((self._empty, "")), canvas.width - 2), start=1):
                canvas.write(1, y, "".join(words for words, _ in pieces))
            return
        y = 1
        for one in self._fitting(canvas):
            number = self._decisions.index(one) + 1
            here = one.step == self._cursor
            if here:
                canvas.write(0, y, " " * canvas.width, self.style_of("cursor"))
            ink = self.style_of("cursor" if here else one.look)
            canvas.write(1, y, str(number), ink)
            right = canvas.width - 1 - cell_len(one.cost)
            room = right - _INDENT - 1
            full, brief = one.done
            canvas.write(_INDENT, y, full if cell_len(full) <= room else brief, ink, limit=room)
            canvas.write(right, y, one.cost, self.style_of("cursor" if here else "bad"))
            self._spots[y] = one.step
            for words in self._lines(one, canvas.width):
                y += 1
                self._spots[y] = one.step
                canvas.write(_INDENT, y, words)
            y += 1

    def _fitting(self, canvas: Canvas) -> Sequence[CostlyDecision]:
        """All of them; where they do not fit, from the one at the cursor."""
        if self.height_for(canvas.width) <= canvas.height:
            return self._decisions
        at = next((at for at, one in enumerate(self._decisions) if one.step == self._cursor), 0)
        return self._decisions[at:]
