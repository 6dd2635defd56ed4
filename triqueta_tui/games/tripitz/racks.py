"""Racks: the player's own with keys, and all players with points and stones."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.style import Style

from triqueta_protocol.games.tripitz_stones import RACK
from triqueta_tui.games.tripitz.board_layout import Tile
from triqueta_tui.games.tripitz.shuffle_check import to_come
from triqueta_tui.games.tripitz.stone_drawing import draw_around, draw_stone, tones
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import signed
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.piece_row import PieceRow
from triqueta_tui.widgets.players import SIGNS, lit, look

NEW: Final = "▾"
"""Points at a new stone, from above or from the right."""
_NEW_BELOW: Final = "▴"


class Rack(PieceRow):
    """In one line stones and keys side by side; in more, keys and what each stone can score beside or below.

    Selected stones stand higher than the others.
    """

    PANES = 7

    def __init__(self, *, name: str = "rack") -> None:
        super().__init__(name=name)
        self.notes: Sequence[str] = ()
        """Shown beside each stone's key; may be empty."""
        self.fresh: frozenset[int] = frozenset()
        """Places of new stones; an arrow points at each."""

    def place_at(self, x: int) -> int | None:
        place = (x - 1) // self._step()
        return place if x >= 1 and place < len(self.pieces) else None

    def draw(self, canvas: Canvas) -> None:
        if not self.pieces:
            canvas.write(2, 0, self.words, self.style_of("dim"))
            return
        if canvas.height < 3:
            self._draw_low(canvas)
            return
        tile, step, colours, low = self._tile(), self._step(), tones(self.app), self._low
        for place, stone in enumerate(self.pieces):
            x = (4 if low else 2) + place * step
            chosen = place == self.cursor
            y = 0 if low or place in self.selected else 1
            draw_stone(canvas, x, y, stone, tile, colours)
            if place in self.fresh:
                at, sign = (y - 1, NEW) if y else (tile.lines, _NEW_BELOW)
                canvas.write(*((x - 3, 1) if low else (x + tile.cells // 2, at)), sign, self.style_of("good"))
            style = self.style_of("mark" if chosen else "dim")
            note = self.notes[place] if place < len(self.notes) else ""
            if low:
                canvas.write(x - 3, 0, self.keys[place], style)
                canvas.write(x - 3, 2, note, self.style_of("good"), limit=2)
            else:
                end = canvas.write(x + tile.middle, tile.lines + 1, self.keys[place], style)
                canvas.write(end + 1, tile.lines + 1, note, self.style_of("good"), limit=x + step - end - 2)
            if chosen:
                draw_around(canvas, x, y, tile, self.style_of("mark"))

    def _draw_low(self, canvas: Canvas) -> None:
        colours = tones(self.app)
        for place, stone in enumerate(self.pieces):
            x = 2 + place * 5
            chosen = place == self.cursor
            draw_stone(canvas, x, 0, stone, Tile.SMALL, colours)
            style = self.style_of("mark" if chosen else "dim")
            canvas.write(x - 1, 0, self.keys[place], style)
            if chosen:
                canvas.write(x - 1, 0, self.keys[place], self.style_of("cursor"))
                canvas.write(x + 3, 0, "▌", style + Style(underline=False))
            elif place in self.selected:
                canvas.write(x + 3, 0, "▴", self.style_of("bad"))
            elif place in self.fresh:
                canvas.write(x + 3, 0, NEW, self.style_of("good"))

    @property
    def _low(self) -> bool:
        """Whether keys and points are beside the stones: there is no line for them below."""
        return self.size.height < Tile.MEDIUM.lines + 2 and self._tile() is Tile.MEDIUM

    def _tile(self) -> Tile:
        """The largest stones that fit; there are always seven places."""
        width, height = self.size
        for tile in (Tile.LARGE, Tile.MEDIUM):
            if height >= tile.lines + 2 and width >= RACK * (tile.cells + 2) + 1:
                return tile
        low = height >= Tile.MEDIUM.lines and width >= RACK * (Tile.MEDIUM.cells + 4) + 1
        return Tile.MEDIUM if low else Tile.SMALL

    def _step(self) -> int:
        if self.size.height < 3:
            return 5
        tile = self._tile()
        if tile is not Tile.SMALL:
            return tile.cells + (4 if self._low else 2)
        return max(tile.cells + 1, min(6, (self.size.width - 1) // RACK))


CELLS: Final = RACK * 3
"""Columns of a rack whose stones touch."""


class Racks(Board):
    """Two lines for each player; the viewer's stones may be left out."""

    PANES = 4

    def __init__(self, *, own: bool = False, name: str = "racks") -> None:
        super().__init__(id=name)
        self.own = own
        """Whether the viewer's stones are shown."""
        self._now: View | None = None
        self._gains: Mapping[int, int] = {}

    def show(self, now: View, gains: Mapping[int, int] | None = None) -> None:
        """``gains``: by seat, the points of its last move."""
        last = now.public.last
        self._now = now
        self._gains = gains or ({} if last is None else {last.seat: last.sum.points})
        self.redraw()

    def lines(self, now: View) -> int:
        """The height of all racks."""
        racks = sum(2 if self._shows_stones(now, seat) else 1 for seat in range(len(now.public.racks)))
        return racks + (2 if now.opened is not None else 0)

    def _shows_stones(self, now: View, seat: int) -> bool:
        return bool(now.public.racks[seat]) and (self.own or seat != now.seat)

    def draw(self, canvas: Canvas) -> None:
        now = self._now
        if now is None:
            return
        public, colours, y = now.public, tones(self.app), 0
        step = 4 if canvas.width >= RACK * 4 - 1 else 3
        for seat, rack in enumerate(public.racks):
            ink = self.style_of(look(seat, now.reader))
            canvas.write(0, y, SIGNS[seat], ink)
            right = canvas.width - 1
            gain = signed(self._gains[seat]) if seat in self._gains else ""
            canvas.write_right(right, y, gain, self.style_of("good"))
            start = canvas.write_right(right - 4, y, str(public.points[seat]), ink)
            name = self.style_of(lit(seat, now.reader)) if seat in public.owing else ink
            canvas.write(2, y, now.names[seat], name, limit=max(1, start - 3))
            y += 1
            if self._shows_stones(now, seat):
                for place, stone in enumerate(rack):
                    draw_stone(canvas, step * place, y, stone, Tile.SMALL, colours)
                y += 1
        if bag := to_come(now):
            canvas.write(2, y, say("tripitz.table.racks.next"), self.style_of("dim"))
            for place, stone in enumerate(bag[: (canvas.width + 1) // step]):
                draw_stone(canvas, step * place, y + 1, stone, Tile.SMALL, colours)
