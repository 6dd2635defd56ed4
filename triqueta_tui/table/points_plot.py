"""Everybody's points over the game: a line for each player, in the player's colour."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from triqueta_tui.locale.numbers import number
from triqueta_tui.session.view import AnyView
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.pieces import Tone, draw_pixels
from triqueta_tui.widgets.players import SIGNS, look

_NAME: Final = 10
"""The most cells of a name."""


class PointsPlot(Board):
    def __init__(self, now: AnyView, course: Sequence[Sequence[int]], decisive: int | None) -> None:
        """``course``: everybody's points after each step; ``decisive``: the step that is marked."""
        super().__init__(id="plot")
        self._now = now
        self._course = course
        self._decisive = decisive

    def draw(self, canvas: Canvas) -> None:
        now, course = self._now, self._course
        if len(course) < 2 or canvas.height < 3:
            return
        seats = range(len(course[0]))
        high, low = (side(points for step in course for points in step) for side in (max, min))
        left = max(cell_len(number(value)) for value in (high, low)) + 1
        names = min(_NAME, max(cell_len(name) for name in now.names))
        right = canvas.width - names - 4
        width, height = right - left, 2 * canvas.height
        if width < 8:
            return
        for y, value in ((0, high), (canvas.height - 1, low)):
            canvas.write_right(left - 1, y, number(value), self.style_of("dim"))
            canvas.write(left, y, "┈" * width, self.style_of("faint"))
        if self._decisive is not None:
            x = left + round(self._decisive * (width - 1) / (len(course) - 1))
            for y in range(canvas.height):
                canvas.write(x, y, "┊", self.style_of("strong"))

        def row(points: float) -> int:
            return round((high - points) * (height - 1) / max(1, high - low))

        pixels: list[list[Tone]] = [[None] * width for _ in range(height)]
        # The viewer's line is on top.
        for seat in sorted(seats, key=lambda one: one == now.reader):
            style = self.style_of(look(seat, now.reader))
            before: int | None = None
            for x in range(width):
                at = x * (len(course) - 1) / (width - 1)
                step = min(int(at), len(course) - 2)
                points = course[step][seat] + (at - step) * (course[step + 1][seat] - course[step][seat])
                here = row(points)
                for y in range(min(here, before or here), max(here, before or here) + 1):
                    pixels[y][x] = style.color
                    if style.color is None or style.color.is_default:
                        canvas.write(left + x, y // 2, SIGNS[seat], style)
                before = here
        if not self.app.has_class("-no-colour"):
            draw_pixels(canvas, left, 0, pixels)
        free = 0
        ranked = sorted(seats, key=lambda one: -course[-1][one])
        for place, seat in enumerate(ranked):
            last = canvas.height - (len(ranked) - place)
            free = max(free, min(row(course[-1][seat]) // 2, last))
            words = f"{SIGNS[seat]} {now.names[seat]}"
            canvas.write(right + 1, free, words, self.style_of(look(seat, now.reader)), limit=names + 3)
            free += 1
