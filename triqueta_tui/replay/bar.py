"""The bar of a replay: step, round, time, speed and viewpoint, and a track to click on."""

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from rich.style import Style
from textual import events
from textual.message import Message

from triqueta_tui.locale import say
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.drawn_widget import Drawn
from triqueta_tui.widgets.durations import on_clock

DECISIVE: Final = "◊"
_PLAYING, _STANDING = "▸", "▪"
_LEAST_TRACK: Final = 8
_ROUND: Final = 4
"""Cells of the track that a round must have on average to be marked."""


@dataclass(frozen=True)
class Progress:
    """What the bar shows."""

    step: int
    here: int
    """The last step that has come; the bar's end is ``last``."""
    last: int
    round: int
    rounds: tuple[int, ...]
    """The steps at which rounds begin."""
    milliseconds: int
    speed: str
    playing: bool
    viewpoint: tuple[str, str]
    """In words, and in few."""
    decisive: int | None = None


class ReplayBar(Drawn):
    DEFAULT_CSS = "ReplayBar { height: 1; background: $surface; color: $foreground; }"

    @dataclass
    class Sought(Message):
        """The track was clicked."""

        step: int

    @dataclass
    class Pressed(Message):
        """A part beside the track was clicked: ``play``, ``speed`` or ``viewpoint``."""

        part: str

    def __init__(self) -> None:
        super().__init__(id="replay-bar")
        self._progress: Progress | None = None
        self._track = (0, 0)
        """Its first column, and the one after its last."""
        self._spots: list[tuple[int, int, str]] = []

    def show(self, progress: Progress) -> None:
        self._progress = progress
        self.redraw()

    def column_of(self, step: int) -> int:
        """Where a step is on the track."""
        left, right = self._track
        last = self._progress.last if self._progress is not None else 0
        return left + (round(step * (right - left - 1) / last) if last else 0)

    def on_click(self, event: events.Click) -> None:
        progress, (left, right) = self._progress, self._track
        if progress is None:
            return
        if left <= event.x < right:
            share = (event.x - left) / max(1, right - left - 1)
            self.post_message(self.Sought(round(share * progress.last)))
        for start, end, part in self._spots:
            if start <= event.x < end:
                self.post_message(self.Pressed(part))

    def draw(self, canvas: Canvas) -> None:
        """The step on the left, the track, and on the right as many of the words as leave room for it."""
        one = self._progress
        if one is None:
            return
        self._spots = []
        x = canvas.write(1, 0, _PLAYING if one.playing else _STANDING, self.style_of("mark")) + 1
        digits = len(str(one.last))
        x = canvas.write(x, 0, f"{one.step:>{digits}}/{one.last}", self.style_of("strong"))
        if one.here < one.last:
            x = canvas.write(x + 1, 0, f"({one.here * 100 // one.last}%)", self.style_of("dim"))
        self._spots.append((0, x, "play"))
        right = self._draw_words(canvas, one, canvas.width - 1, x + 1 + _LEAST_TRACK)
        self._track = (x + 1, right - 1)
        self._draw_track(canvas, one)

    def _draw_words(self, canvas: Canvas, one: Progress, right: int, left: int) -> int:
        """Draw from the right to the left; returns the column where the words begin."""
        whole, brief = one.viewpoint
        rounds, minutes = say("replay.bar.round", round=one.round), on_clock(one.milliseconds / 1000)
        forms = (
            [("viewpoint", whole), ("speed", one.speed), ("", minutes), ("", rounds)],
            [("viewpoint", whole), ("speed", one.speed), ("", rounds)],
            [("viewpoint", whole), ("speed", one.speed)],
            [("viewpoint", brief), ("speed", one.speed)],
            [("viewpoint", brief)],
        )
        room = right - left
        parts = next(
            (form for form in forms if sum(cell_len(words) + 3 for _, words in form) - 3 <= room), forms[-1]
        )
        for number, (part, words) in enumerate(parts):
            if number:
                right = canvas.write_right(right, 0, " · ", self.style_of("faint"))
            end, ink = right, "mark" if part == "viewpoint" else "strong" if part else "dim"
            right = canvas.write_right(right, 0, words, self.style_of(ink))
            if part:
                self._spots.append((right, end, part))
        return right

    def _draw_track(self, canvas: Canvas, one: Progress) -> None:
        left, right = self._track
        # Underlined, as a theme without colours would have it, a line looks like two.
        done, rest = self.style_of("mark") + Style(underline=False), self.style_of("faint")
        at, here = self.column_of(one.step), self.column_of(one.here)
        starts = {self.column_of(step) for step in one.rounds if step}
        if len(starts) * _ROUND > right - left:
            # A track of marks alone says nothing.
            starts = set()
        for x in range(left, right):
            if x <= at:
                canvas.write(x, 0, "╋" if x in starts else "━", done)
            elif x <= here:
                canvas.write(x, 0, "┼" if x in starts else "─", rest)
            else:
                canvas.write(x, 0, "·", rest)
        if one.decisive is not None and one.decisive <= one.here:
            column = self.column_of(one.decisive)
            canvas.write(column, 0, DECISIVE, self.style_of("cursor" if column == at else "good"))
