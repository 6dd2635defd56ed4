"""All players: names, points with those of the last move, and the stones of the others."""

from triqueta_tui.games.tripitz.stone_drawing import Tile, draw_stone, tones
from triqueta_tui.games.tripitz.to_come import to_come
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.locale import say
from triqueta_tui.table.numbers import signed
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas

CELLS = 27
"""The columns that a rack needs."""


class Racks(Board):
    """Two lines for each player; the viewer's own stones, which lie larger elsewhere, may be left out."""

    PANES = 4

    def __init__(self, *, own: bool = False, name: str = "racks") -> None:
        super().__init__(id=name)
        self.own = own
        """Whether the viewer's own stones are shown, too."""
        self._now: View | None = None

    def show(self, now: View) -> None:
        self._now = now
        self.redraw()

    def lines(self, now: View) -> int:
        """How many lines all of it takes."""
        racks = sum(2 if self._shows_stones(now, seat) else 1 for seat in range(len(now.public.racks)))
        return racks + (2 if now.opened is not None else 0)

    def _shows_stones(self, now: View, seat: int) -> bool:
        return bool(now.public.racks[seat]) and (self.own or seat != now.seat)

    def draw(self, canvas: Canvas) -> None:
        now = self._now
        if now is None:
            return
        public, colours, y = now.public, tones(self.app), 0
        for seat, rack in enumerate(public.racks):
            ink = self.style_of("mark" if seat == now.seat else "strong")
            if seat in public.owing:
                canvas.write(0, y, "▸", self.style_of("mark"))
            right = canvas.width - 1
            last = public.last
            gain = signed(last.sum.points) if last is not None and last.seat == seat else ""
            canvas.write_right(right, y, gain, self.style_of("good"))
            start = canvas.write_right(right - 4, y, str(public.points[seat]), ink)
            canvas.write(2, y, now.names[seat], ink, limit=max(1, start - 3))
            y += 1
            if self._shows_stones(now, seat):
                for place, stone in enumerate(rack):
                    draw_stone(canvas, 4 * place, y, stone, Tile.SMALL, colours)
                y += 1
        if bag := to_come(now):
            canvas.write(2, y, say("tripitz.table.racks.next"), self.style_of("dim"))
            for place, stone in enumerate(bag[: canvas.width // 4]):
                draw_stone(canvas, 4 * place, y + 1, stone, Tile.SMALL, colours)
