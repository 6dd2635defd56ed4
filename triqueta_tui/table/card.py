"""A card over a table on which something is decided. The clock stays in sight on it."""

from collections.abc import Iterable
from typing import Any, ClassVar

from textual.screen import ModalScreen, Screen
from textual.widgets import Static


class TableCard(ModalScreen[None]):
    DEFAULT_CSS = """
    TableCard { layers: card clock; }
    TableCard > #clock {
        layer: clock; dock: right; width: auto; height: 1; padding: 0 1;
        background: $panel; color: $my-turn; text-style: $mark-style;
    }
    """

    HINTS_WAIT: ClassVar[bool] = False
    """Whether hints for a new player wait until the card is closed: it is to be looked at by itself."""

    _clock: Static | None = None

    def show_clock(self, words: str) -> None:
        """Show what is left of the running clock in the upper right corner: below a card nothing is drawn."""
        if self._clock is None and words:
            self._clock = Static(words, id="clock", markup=False)
            self.mount(self._clock)
        elif self._clock is not None:
            self._clock.update(words)
            self._clock.display = bool(words)


def show_clock_on_cards(stack: Iterable[Screen[Any]], words: str) -> None:
    for screen in stack:
        if isinstance(screen, TableCard):
            screen.show_clock(words)
