"""A card over a table on which something is decided. The clock stays in sight on it."""

from collections.abc import Iterable
from typing import Any, ClassVar, Protocol, runtime_checkable

from msgspec import Struct
from textual.screen import ModalScreen, Screen
from textual.widgets import Static


@runtime_checkable
class Coached(Protocol):
    """A table at which a coach may be asked and decisions may be taken back."""

    def action_coach(self) -> None: ...

    def action_undo(self) -> None: ...

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None: ...


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

    def action_coach(self) -> None:
        """Ask the coach about the decision on this card."""
        if (table := self._table()) is not None:
            table.action_coach()

    def action_undo(self) -> None:
        """Take back the decision before the one on this card, which then goes."""
        if (table := self._table()) is not None:
            table.action_undo()

    def point_at(self, action: Struct) -> None:
        """Put the cursor, or marks, where this action would be confirmed, if it is one of this card's."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in {"coach", "undo"}:
            table = self._table()
            return table is not None and bool(table.check_action(action, parameters))
        return super().check_action(action, parameters)

    def _table(self) -> Coached | None:
        below = (screen for screen in self.app.screen_stack if not isinstance(screen, TableCard))
        return next((screen for screen in below if isinstance(screen, Coached)), None)

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
