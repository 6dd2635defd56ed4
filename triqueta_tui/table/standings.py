"""The standings: a bar for each player, and the gains of the last round."""

from collections.abc import Mapping, Sequence
from typing import Final

from triqueta_tui.locale.numbers import number, signed
from triqueta_tui.session.view import AnyView
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas

_NAME: Final = 17
_NUMBERS: Final = 11


class Standings(Board):
    def __init__(self) -> None:
        super().__init__(id="standings")
        self._now: AnyView | None = None
        self._points: Sequence[int] = ()
        self._gains: Mapping[int, int] = {}
        self._most = 1

    def show(
        self, now: AnyView, points: Sequence[int], gains: Mapping[int, int], *, most: int | None = None
    ) -> None:
        """Draw the points of each seat and its gain in the round; ``most`` fills a bar."""
        self._now, self._points, self._gains = now, points, gains
        self._most = max(1, most if most is not None else max(points))
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        now = self._now
        if now is None:
            return
        points = self._points
        name = min(_NAME, canvas.width // 3)
        room = max(1, canvas.width - name - _NUMBERS)
        for line, seat in enumerate(sorted(range(len(points)), key=lambda one: -points[one])):
            own = seat == now.seat
            ink = self.style_of("mark" if own else "strong")
            canvas.write(1, line, now.names[seat], ink, limit=name - 2)
            bar = max(0, points[seat]) * room * 2 // self._most
            cells = "━" * (bar // 2) + ("╸" if bar % 2 else "")
            canvas.write(name, line, cells, self.style_of("mark" if own else "bar"))
            total = number(points[seat])
            canvas.write_right(canvas.width - 6, line, total, ink)
            gain = self._gains.get(seat)
            if gain is None:
                continue  # unknown: the viewer was not here
            style = self.style_of("good" if gain > 0 else "bad" if gain < 0 else "dim")
            canvas.write_right(canvas.width - 1, line, signed(gain), style)
