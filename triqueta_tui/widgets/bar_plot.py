"""A small bar plot in half blocks, from zero up or down, the newest bar on the right."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from triqueta_tui.locale.numbers import number
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas

_MARK: Final = "✓"
_WIDEST: Final = 3
"""The most cells for a bar and its gap."""


class BarPlot(Board):
    """Highlighted bars have another colour, and a sign below them."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id)
        self._values: tuple[int, ...] = ()
        self._strong: tuple[bool, ...] = ()
        self._most = 0

    def show(self, values: Sequence[int], strong: Sequence[bool] = (), *, most: int = 0) -> None:
        """Draw these; the scale reaches at least to ``most``."""
        self._values, self._most = tuple(values), most
        self._strong = tuple(strong) if len(strong) == len(values) else (False,) * len(values)
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        if not self._values or canvas.height < 2:
            return
        signs = any(self._strong)
        rows = canvas.height - signs
        high, low = max(self._most, 1, *self._values), min(0, *self._values)
        scale = max(cell_len(number(high)), cell_len(number(low))) + 1
        zero = round(high / (high - low) * 2 * rows)
        """The first half row below zero."""
        self._draw_scale(canvas, scale, rows, high, low, zero)
        room = canvas.width - scale
        step = max(1, min(_WIDEST, room // len(self._values)))
        bars = list(zip(self._values, self._strong, strict=True))[-(room // step) :]
        for at, (value, strong) in enumerate(bars):
            x = scale + at * step
            for column in range(x, x + max(1, step - 1)):
                self._draw_bar(canvas, column, rows, value, zero, (high, low), strong)
            if not value:
                canvas.put(x, min(rows - 1, zero // 2), ("·", self.style_of("dim")))
            if strong:
                canvas.write(x, rows, _MARK, self.style_of("good"))

    def _draw_scale(self, canvas: Canvas, scale: int, rows: int, high: int, low: int, zero: int) -> None:
        dim = self.style_of("dim")
        canvas.write_right(scale - 1, 0, number(high), dim)
        if rows > 2:
            canvas.write_right(scale - 1, min(rows - 1, zero // 2), "0", dim)
        if low < 0 and zero // 2 < rows - 1:
            canvas.write_right(scale - 1, rows - 1, number(low), dim)

    def _draw_bar(
        self,
        canvas: Canvas,
        x: int,
        rows: int,
        value: int,
        zero: int,
        ends: tuple[int, int],
        strong: bool,
    ) -> None:
        high, low = ends
        # Show at least half a cell.
        reach = max(1, round(abs(value) / (high - low) * 2 * rows)) if value else 0
        first, last = (zero - reach, zero) if value > 0 else (zero, zero + reach)
        style = self.style_of("good" if strong else "bar")
        for y in range(rows):
            upper, lower = (first <= half < last for half in (2 * y, 2 * y + 1))
            if upper or lower:
                canvas.put(x, y, ("█" if upper and lower else "▀" if upper else "▄", style))
