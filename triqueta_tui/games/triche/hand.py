"""The cards in the player's hand, each with its key; the chosen one is marked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.style import Style
from textual import events
from textual.message import Message

from triqueta_tui.games.triche.card_drawing import Tile, draw_card, inks
from triqueta_tui.games.triche.carres import brackets
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas

_TILES: Final = (Tile.MEDIUM, Tile.SMALL, Tile.LETTERS)


class Hand(Board):
    @dataclass
    class Pressed(Message):
        """A card was clicked."""

        place: int

    def __init__(self, *, name: str = "hand") -> None:
        super().__init__(id=name)
        self.cards: Sequence[int] = ()
        """As they would lie."""
        self.keys: Sequence[str] = ()
        self.cursor: int | None = None
        self.marked: frozenset[int] = frozenset()
        """Places of cards that are set apart."""
        self.words = ""
        """What is said where no cards are."""
        self.pictures = True

    def on_click(self, event: events.Click) -> None:
        at = event.screen_offset - self.content_region.offset
        for place, left in enumerate(self._lefts()):
            if left - 2 <= at.x < left + self._tile().cells:
                self.post_message(self.Pressed(place))

    def draw(self, canvas: Canvas) -> None:
        if not self.cards:
            canvas.write(2, 0, self.words, self.style_of("dim"))
            return
        tile, colours = self._tile(), inks(self.app)
        for place, left in enumerate(self._lefts()):
            chosen = place == self.cursor
            style = self.style_of("mark" if chosen else "dim")
            middle = (tile.lines - 1) // 2
            canvas.write(left - 2, middle, self.keys[place], style)
            draw_card(canvas, left, 0, self.cards[place], tile, colours)
            if chosen:
                brackets(canvas, left, 0, tile, style + Style(underline=False))
            if place in self.marked:
                canvas.write(left - 1, middle, "↺", self.style_of("bad"))

    def _tile(self) -> Tile:
        tiles = _TILES if self.pictures else _TILES[-1:]
        for tile in tiles:
            if (
                tile.lines <= max(1, self.size.height)
                and len(self.cards) * (tile.cells + 4) <= self.size.width
            ):
                return tile
        return Tile.LETTERS

    def _lefts(self) -> list[int]:
        """The column where each card begins."""
        step = self._tile().cells + (
            4 if self.size.width >= len(self.cards) * (self._tile().cells + 4) else 3
        )
        return [3 + place * step for place in range(len(self.cards))]
