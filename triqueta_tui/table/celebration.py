"""The celebration of a win: the knot closes while the winner's points count up."""

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

from textual.app import App
from textual.message import Message
from textual.timer import Timer

from triqueta_protocol.events import SeatInfo
from triqueta_tui.widgets.knot import KNOT, Pixels

STEPS: Final = 20
_PACE: Final = 0.06
"""Seconds per step."""
_REST: Final = 10
"""Steps for which the closed knot stays."""

_STARTS: Final = {"a": 0.0, "b": 2 * math.pi / 3, "c": 4 * math.pi / 3}
"""The first pixel of each strand, so that the three meet in the last step."""

_DIGITS: Final = {
    "0": ("bbb", "b.b", "b.b", "b.b", "bbb"),
    "1": (".b.", "bb.", ".b.", ".b.", "bbb"),
    "2": ("bbb", "..b", "bbb", "b..", "bbb"),
    "3": ("bbb", "..b", "bbb", "..b", "bbb"),
    "4": ("b.b", "b.b", "bbb", "..b", "..b"),
    "5": ("bbb", "b..", "bbb", "..b", "bbb"),
    "6": ("bbb", "b..", "bbb", "b.b", "bbb"),
    "7": ("bbb", "..b", "..b", ".b.", ".b."),
    "8": ("bbb", "b.b", "bbb", "b.b", "bbb"),
    "9": ("bbb", "b.b", "bbb", "..b", "bbb"),
    "-": ("...", "...", "bbb", "...", "..."),
}
_WIDTH: Final = len(KNOT[0])
_GAP: Final = ("." * _WIDTH,) * 2


_ROOM: Final = (40, 21)
"""The least terminal size for it."""


def may_celebrate(app: App[Any], winners: Iterable[SeatInfo]) -> bool:
    """Whether a person has won, and the screen may move and is large enough."""
    width, height = app.size
    people = any(seat.kind == "player" and not seat.bot for seat in winners)
    return people and width >= _ROOM[0] and height >= _ROOM[1] and app.has_class("-motion")


class Celebration(Pixels):
    DEFAULT_CSS = "Celebration { width: 28; height: 17; }"

    class Ended(Message):
        """The knot has closed and its time is over."""

    def __init__(self, points: int | None) -> None:
        """``points`` is None to show only the knot."""
        super().__init__()
        self._points = points
        self._step = 0
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        self._timer = self.set_interval(_PACE, self.advance)

    def advance(self) -> None:
        """Show the next step."""
        self._step += 1
        if self._step <= STEPS:
            self.redraw()
        elif self._step > STEPS + _REST:
            if self._timer is not None:
                self._timer.stop()
            self.post_message(self.Ended())

    def picture(self) -> Sequence[str]:
        return frame(min(self._step, STEPS), self._points)


def frame(step: int, points: int | None) -> list[str]:
    """The pixels of a step; the last one is the whole knot."""
    shown = _grown(step)
    knot = [
        "".join(tint if (x, y) in shown else "." for x, tint in enumerate(row)) for y, row in enumerate(KNOT)
    ]
    number = "" if points is None else str(round(points * step / STEPS))
    digits = [".".join(_DIGITS[digit][row] for digit in number).center(_WIDTH, ".") for row in range(5)]
    return [*knot, *_GAP, *digits, "." * _WIDTH]


def _grown(step: int) -> set[tuple[int, int]]:
    """The pixels of the strands after a step."""
    shown: set[tuple[int, int]] = set()
    for tint, start in _STARTS.items():
        strand = [(x, y) for y, row in enumerate(KNOT) for x, one in enumerate(row) if one == tint]
        strand.sort(key=lambda at: (_angle(*at) - start) % (2 * math.pi))
        shown.update(strand[: len(strand) * step // STEPS])
    return shown


def _angle(x: int, y: int) -> float:
    return math.atan2(y - len(KNOT) / 2, x - _WIDTH / 2)
