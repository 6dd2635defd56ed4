"""A card over the table: a decision or a count, fitted into any terminal."""

from collections.abc import Callable
from typing import ClassVar, Final

from textual import events

from triqueta_tui.games.triche.view import View
from triqueta_tui.table.card import TableCard

_LOW: Final = 20
"""Below this height a card has no border and says only what is needed."""
FOOTER: Final = 1
_BORDERS: Final = 2
_BESIDE: Final = 6
"""Columns of a card's border and padding; where it is low, of its padding alone."""
_BESIDE_LOW: Final = 2


class Moment(TableCard):
    CSS_PATH = "cards.tcss"
    WIDTH: ClassVar[int] = 72

    def __init__(self, now: View, aside: Callable[[View], None] = lambda _: None) -> None:
        super().__init__()
        self.now = now
        self._aside = aside
        self._over = False
        self.leaves = False
        """Whether it is on its way out of sight, which takes a moment."""

    def close(self) -> None:
        """Close the card; below another screen, as soon as that one is gone."""
        self._over = True
        if self.is_active and not self.leaves:
            self.leaves = True
            self.dismiss()

    def reopen(self) -> None:
        """Do not close after all."""
        self._over = False

    def action_put_aside(self) -> None:
        """Look at the table first; there a key opens the card again."""
        self._aside(self.now)
        self.close()

    def on_screen_resume(self) -> None:
        if self._over:
            self.close()

    def on_resize(self, event: events.Resize) -> None:
        low = event.size.height < _LOW
        self.set_class(low, "-low")
        beside = _BESIDE_LOW if low else _BESIDE
        lines = event.size.height - FOOTER - (0 if low else _BORDERS)
        self.fit(min(self.WIDTH, event.size.width) - beside, lines, low=low)

    def fit(self, width: int, lines: int, *, low: bool) -> None:
        """Give the parts of the card their heights, within these columns and lines."""
