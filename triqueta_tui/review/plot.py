"""The chances of all seats over time as lines, with a cursor.

Drawn here rather than by textual-plot (0.10.1), which brings numpy: 88 ms more to import, 13.6 MB more in
each client's memory and 74 MB more on its disk, for a few lines of half blocks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from rich.style import Style
from textual import events
from textual.message import Message

from triqueta_tui.locale.numbers import percent
from triqueta_tui.review.findings import Findings
from triqueta_tui.review.seats import SEAT_LOOKS, Player
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.drawn_widget import Drawn

_AXIS: Final = 5
"""Columns of the numbers on the left."""
_NAME: Final = 12
_VALUE: Final = 6
_NARROW: Final = 60
"""Below this width the names on the right are signs only."""
_BETWEEN_SIGNS: Final = 18
_BETWEEN_ROUNDS: Final = 5
_UPPER, _LOWER, _BOTH = "▀", "▄", "█"


@dataclass(frozen=True)
class Plotted:
    """What the plot shows."""

    findings: Findings
    players: tuple[Player, ...]
    rounds: Sequence[int]
    """The steps at which rounds start."""
    costly: Sequence[int]
    """The steps of the listed decisions, the most costly first."""
    cursor: int


class ChancePlot(Drawn):
    LOOKS = SEAT_LOOKS

    @dataclass
    class Pointed(Message):
        """A moment was clicked."""

        step: int

    def __init__(self) -> None:
        super().__init__(id="plot")
        self._plotted: Plotted | None = None

    def show(self, plotted: Plotted) -> None:
        self._plotted = plotted
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        one, (left, right) = self._plotted, self._sides
        if one is not None and left <= event.x < right and one.findings.known:
            share = (event.x - left) / max(1, right - left - 1)
            step = round(share * (one.findings.total - 1))
            self.post_message(self.Pointed(min(step, one.findings.known - 1)))

    @property
    def _sides(self) -> tuple[int, int]:
        """The columns of the lines, the end exclusive."""
        wide = self.size.width >= _NARROW
        return _AXIS, self.size.width - (_NAME + _VALUE + 4 if wide else _VALUE + 3)

    def column_of(self, step: int) -> int:
        left, right = self._sides
        last = self._plotted.findings.total - 1 if self._plotted is not None else 0
        return left + (round(step * (right - left - 1) / last) if last else 0)

    def draw(self, canvas: Canvas) -> None:
        one = self._plotted
        if one is None or canvas.height < 3:
            return
        height = canvas.height - 1
        self._draw_grid(canvas, height)
        self._draw_rounds(canvas, one, height)
        if one.findings.known:
            self._draw_cursor(canvas, one, height)
            self._draw_lines(canvas, one, height)
            self._draw_costly(canvas, one, height)
            self._draw_values(canvas, one, height)

    # Background

    def _draw_grid(self, canvas: Canvas, height: int) -> None:
        left, right = self._sides
        dim, faint = self.style_of("dim"), self.style_of("faint")
        for share in (1.0, 0.5, 0.0):
            words = percent(share)
            y = _row(share, height)
            canvas.write(_AXIS - 1 - len(words), y, words, dim)
            for x in range(left, right, 4):
                canvas.write(x, y, "·", faint)

    def _draw_rounds(self, canvas: Canvas, one: Plotted, y: int) -> None:
        left, right = self._sides
        canvas.write(left, y, "─" * (right - left), self.style_of("faint"))
        free = left
        for number, step in enumerate(one.rounds, start=1):
            x = self.column_of(step)
            if x >= free:
                canvas.write(x, y, "┬", self.style_of("faint"))
                free = canvas.write(x + 1, y, str(number), self.style_of("dim"), limit=right - x - 1)
                free += _BETWEEN_ROUNDS - 2

    def _draw_cursor(self, canvas: Canvas, one: Plotted, height: int) -> None:
        x = self.column_of(one.cursor)
        for y in range(height):
            canvas.write(x, y, "│", self.style_of("dim"))
        canvas.write(x, height, "┴", self.style_of("cursor"))

    # The lines

    def _draw_lines(self, canvas: Canvas, one: Plotted, height: int) -> None:
        """Draw each seat's line, two points to a cell, the viewer's on top."""
        pixels: dict[tuple[int, int], Player] = {}
        ordered = sorted(one.players, key=lambda player: -player.colour)
        for player in ordered:
            before: int | None = None
            for x, chance in self._course(one, player.seat):
                y = round((1 - chance) * (2 * height - 1))
                for between in _from_to(before, y):
                    pixels[x, between] = player
                before = y
        if self.app.has_class("-no-colour"):
            for (x, y), player in pixels.items():
                canvas.write(x, y // 2, player.sign, self.style_of("strong"))
            return
        for x, row in {(x, y // 2) for x, y in pixels}:
            text, style = self._cell(pixels.get((x, 2 * row)), pixels.get((x, 2 * row + 1)))
            canvas.write(x, row, text, style)
        self._draw_signs(canvas, one, height)

    def _cell(self, upper: Player | None, lower: Player | None) -> tuple[str, Style]:
        if upper is None or lower is None:
            only = upper or lower
            assert only is not None
            return (_LOWER if upper is None else _UPPER), self.style_of(only.look)
        if upper is lower:
            return _BOTH, self.style_of(upper.look)
        return _UPPER, self.style_of(upper.look) + self.style_of(f"ground-{lower.colour}")

    def _draw_signs(self, canvas: Canvas, one: Plotted, height: int) -> None:
        """Put a sign on each line at intervals, so that lines differ without colours."""
        for player in one.players:
            course = list(self._course(one, player.seat))
            for x, chance in course[2 + 5 * player.seat :: _BETWEEN_SIGNS]:
                if x != self.column_of(one.cursor):
                    y = round((1 - chance) * (2 * height - 1)) // 2
                    canvas.write(x, y, player.sign, self.style_of(player.look))

    def _course(self, one: Plotted, seat: int) -> list[tuple[int, float]]:
        """The chance of a seat in each known column, interpolated between moments."""
        left, right = self._sides
        moments = one.findings.moments
        last, columns = one.findings.total - 1, right - left - 1
        found = []
        for x in range(columns + 1):
            at = x * last / columns if columns > 0 else 0.0
            step = int(at)
            if at > len(moments) - 1:
                break
            chance = moments[step].chances[seat]
            if at > step:
                chance += (at - step) * (moments[step + 1].chances[seat] - chance)
            found.append((left + x, chance))
        return found

    def _draw_costly(self, canvas: Canvas, one: Plotted, height: int) -> None:
        """Draw the numbers of the listed decisions on the lines of their seats, the most costly on top."""
        for number, step in reversed(list(enumerate(one.costly, start=1))):
            moment = one.findings.moments[step]
            y = _row(moment.chances[moment.seat], height)
            canvas.write(self.column_of(step), y, str(number), self.style_of("costly"))

    # Labels

    def _draw_values(self, canvas: Canvas, one: Plotted, height: int) -> None:
        """Draw all chances at the cursor on the right, near the end of their lines."""
        _, right = self._sides
        chances = one.findings.moments[one.cursor].chances
        ordered = sorted(one.players, key=lambda player: -chances[player.seat])
        rows = _apart([_row(chances[player.seat], height) for player in ordered], height)
        for player, y in zip(ordered, rows, strict=True):
            style = self.style_of(player.look)
            x = canvas.write(right + 1, y, player.sign, style) + 1
            if canvas.width >= _NARROW:
                canvas.write(x, y, player.name, style, limit=_NAME)
            words = percent(chances[player.seat])
            canvas.write(canvas.width - 1 - cell_len(words), y, words, style)


def _row(share: float, height: int) -> int:
    return round((1 - share) * (2 * height - 1)) // 2


def _from_to(before: int | None, now: int) -> range:
    """The points that join two points of a line in neighbouring columns."""
    if before is None or before == now:
        return range(now, now + 1)
    return range(before + 1, now + 1) if before < now else range(now, before)


def _apart(rows: Sequence[int], height: int) -> list[int]:
    """Move the rows apart so that no two are the same; ordered from the top."""
    placed: list[int] = []
    for at, row in enumerate(rows):
        lowest = height - (len(rows) - at)
        placed.append(max(min(row, lowest), placed[-1] + 1 if placed else 0))
    return placed
