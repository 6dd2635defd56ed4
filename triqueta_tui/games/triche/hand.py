"""The cards in the player's hand, each with its key."""

from triqueta_tui.games.triche.card_drawing import SIZES, Tile, draw_card, inks
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.piece_row import PieceRow
from triqueta_tui.widgets.pieces import draw_bars


def hand_tile(width: int, lines: int, cards: int) -> Tile:
    """The largest size at which so many cards and their keys fit."""
    fitting = (tile for tile in SIZES if tile.lines <= lines and cards * (tile.cells + 4) <= width)
    return next(fitting, Tile.LETTERS)


class Hand(PieceRow):
    """The cards as they would lie."""

    def __init__(self, *, name: str = "hand") -> None:
        super().__init__(name=name)
        self.pictures = True

    def place_at(self, x: int) -> int | None:
        places = enumerate(self._lefts())
        return next((place for place, left in places if left - 2 <= x < left + self._tile().cells), None)

    def draw(self, canvas: Canvas) -> None:
        if not self.pieces:
            canvas.write(2, 0, self.words, self.style_of("dim"))
            return
        tile, colours = self._tile(), inks(self.app)
        for place, left in enumerate(self._lefts()):
            chosen = place == self.cursor
            style = self.style_of("mark" if chosen else "dim")
            middle = (tile.lines - 1) // 2
            canvas.write(left - 2, middle, self.keys[place], style)
            draw_card(canvas, left, 0, self.pieces[place], tile, colours)
            if chosen:
                draw_bars(canvas, left, 0, tile, style, half=tile is not Tile.LETTERS)
            if place in self.selected:
                canvas.write(left - 1, middle, "↺", self.style_of("bad"))

    def _tile(self) -> Tile:
        return hand_tile(*self.size, len(self.pieces)) if self.pictures else Tile.LETTERS

    def _lefts(self) -> list[int]:
        """The first column of each card."""
        step = self._tile().cells + (
            4 if self.size.width >= len(self.pieces) * (self._tile().cells + 4) else 3
        )
        return [3 + place * step for place in range(len(self.pieces))]
