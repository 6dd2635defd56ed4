"""The choices of a turn, the cursor, and whether a key press acts or asks for confirmation."""

from collections.abc import Iterable

from triqueta_protocol.games import views
from triqueta_protocol.games.triqueta import AnyAction, Box, Draw, Keep, Place, Take
from triqueta_tui.table.list_chooser import ListChooser

HandAction = type[Draw] | type[Keep] | type[Box]
"""An action with the tower or the drawn token, not with a row."""

_HAND: tuple[HandAction, ...] = (Draw, Keep, Box)


class Chooser(ListChooser[AnyAction]):
    """The choices of a turn in screen order: the rows, then the hand.

    A press that takes a row or keeps a token waits for the second press.
    """

    def __init__(self, *, confirm: bool = True) -> None:
        super().__init__()
        self.confirm = confirm
        self.armed = False
        """Whether the next press takes the row under the cursor, or keeps the token."""
        self._row = 0

    def renew(self, choices: Iterable[views.Choice[AnyAction]]) -> None:
        super().renew(sorted((one for one in choices if _place(one.action) is not None), key=_order))

    @property
    def row(self) -> int | None:
        action = self._action
        return action.row if isinstance(action, Take | Place) else None

    @property
    def hand(self) -> HandAction | None:
        action = self._action
        return type(action) if isinstance(action, Draw | Keep | Box) else None

    @property
    def placing(self) -> bool:
        """Whether the drawn token may be laid in a row."""
        return self.offers(Place)

    def offers(self, kind: type[AnyAction]) -> bool:
        return any(isinstance(one.action, kind) for one in self.choices)

    def has_row(self, row: int) -> bool:
        return any(isinstance(one.action, Take | Place) and one.action.row == row for one in self.choices)

    def hand_actions(self) -> tuple[HandAction, ...]:
        return tuple(kind for kind in _HAND if self.offers(kind))

    def move(self, steps: int) -> None:
        super().move(steps)
        if self.choices:
            self.armed = False
            self._row = self.row if self.row is not None else self._row

    def press_row(self, row: int) -> AnyAction | None:
        """Press a row's key; return the action, or None if a second press is needed."""
        return self.press_first(lambda action: isinstance(action, Take | Place) and action.row == row)

    def press_hand(self, kind: HandAction) -> AnyAction | None:
        return self.press_first(lambda action: isinstance(action, kind))

    def press_index(self, index: int) -> AnyAction | None:
        again = self.armed and index == self.cursor
        self.cursor = index
        action = self.choices[index].action
        if isinstance(action, Take | Keep) and self.confirm and not again:
            self.armed = True
            return None
        self.armed = False
        if isinstance(action, Take | Place):
            self._row = action.row
        return action

    def cancel(self) -> bool:
        was, self.armed = self.armed, False
        return was

    def beginning(self) -> int:
        """The first choice: drawing, else where the last token went, else the best row."""
        self.armed = False
        best = 0
        for index, one in enumerate(self.choices):
            if isinstance(one.action, Draw):
                return index
            if isinstance(one.action, Place) and one.action.row == self._row:
                return index
            if isinstance(one.action, Take) and one.points > self.choices[best].points:
                best = index
        return best

    @property
    def _action(self) -> AnyAction | None:
        return self.choice.action if self.choice is not None else None


def _place(action: AnyAction) -> int | None:
    """The position of a choice on the screen; None for those with a dialog."""
    if isinstance(action, Take | Place):
        return action.row
    for index, kind in enumerate(_HAND):
        if isinstance(action, kind):
            return 100 + index
    return None


def _order(choice: views.Choice[AnyAction]) -> int:
    return _place(choice.action) or 0
