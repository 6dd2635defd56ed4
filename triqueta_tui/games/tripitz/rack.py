"""The player's own stones, each with its key; the chosen one is lifted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.style import Style
from textual import events
from textual.message import Message

from protocol.games.tripitz_stones import RACK
from triqueta_tui.games.tripitz.stone_drawing import Tile, draw_stone, tones
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas

NEW: Final = "▾"
"""Points at a new stone, from above it or from its right."""
_NEW_BELOW: Final = "▴"


class Rack(Board):
    """In one line stones and keys side by side; in more, keys and what each stone can score below them."""

    PANES = 7

    @dataclass
    class Pressed(Message):
        """A stone was clicked."""

        place: int

    def __init__(self, *, name: str = "rack") -> None:
        super().__init__(id=name)
        self.stones: Sequence[int] = ()
        self.keys: Sequence[str] = ()
        self.notes: Sequence[str] = ()
        """What is said of each stone beside its key; may be left out."""
        self.cursor: int | None = None
        self.lifted: frozenset[int] = frozenset()
        """Places of the stones that stand higher than the others."""
        self.fresh: frozenset[int] = frozenset()
        """Places of stones that are new on the rack; each is pointed at."""
        self.words = ""
        """What is said where no stones are."""

    def on_click(self, event: events.Click) -> None:
        at = event.screen_offset - self.content_region.offset
        step = self._step()
        place = (at.x - 1) // step
        if at.x >= 1 and place < len(self.stones):
            self.post_message(self.Pressed(place))

    def draw(self, canvas: Canvas) -> None:
        if not self.stones:
            canvas.write(2, 0, self.words, self.style_of("dim"))
            return
        if canvas.height < 3:
            self._draw_low(canvas)
            return
        tile, step, colours = self._tile(), self._step(), tones(self.app)
        for place, stone in enumerate(self.stones):
            x = 2 + place * step
            chosen = place == self.cursor
            y = 0 if place in self.lifted else 1
            draw_stone(canvas, x, y, stone, tile, colours)
            if place in self.fresh:
                at, sign = (y - 1, NEW) if y else (tile.lines, _NEW_BELOW)
                canvas.write(x + tile.cells // 2, at, sign, self.style_of("good"))
            style = self.style_of("mark" if chosen else "dim")
            note = self.notes[place] if place < len(self.notes) else ""
            label = self.keys[place]
            below = tile.lines + 1
            end = canvas.write(x + tile.middle, below, label, style)
            canvas.write(end + 1, below, note, self.style_of("good"), limit=x + step - end - 2)
            if chosen:
                self._embrace(canvas, x, y, tile)

    def _draw_low(self, canvas: Canvas) -> None:
        colours = tones(self.app)
        for place, stone in enumerate(self.stones):
            x = 2 + place * 5
            chosen = place == self.cursor
            draw_stone(canvas, x, 0, stone, Tile.SMALL, colours)
            style = self.style_of("mark" if chosen else "dim")
            canvas.write(x - 1, 0, self.keys[place], style)
            if chosen:
                canvas.write(x - 1, 0, self.keys[place], self.style_of("cursor"))
                canvas.write(x + 3, 0, "▌", style + Style(underline=False))
            elif place in self.lifted:
                canvas.write(x + 3, 0, "▴", self.style_of("bad"))
            elif place in self.fresh:
                canvas.write(x + 3, 0, NEW, self.style_of("good"))

    def _embrace(self, canvas: Canvas, x: int, y: int, tile: Tile) -> None:
        style = self.style_of("mark") + Style(underline=False)
        for line in range(tile.lines) if tile is Tile.LARGE else (tile.middle,):
            canvas.put(x - 1, y + line, ("▐", style))
            canvas.put(x + tile.cells, y + line, ("▌", style))

    def _tile(self) -> Tile:
        """The largest stones that fit; there are seven places, however many are taken."""
        for tile in (Tile.LARGE, Tile.MEDIUM):
            if self.size.height >= tile.lines + 2 and self.size.width >= RACK * (tile.cells + 2) + 1:
                return tile
        return Tile.SMALL

    def _step(self) -> int:
        if self.size.height < 3:
            return 5
        tile = self._tile()
        if tile is not Tile.SMALL:
            return tile.cells + 2
        return max(tile.cells + 1, min(6, (self.size.width - 1) // RACK))
