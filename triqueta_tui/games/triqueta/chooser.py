"""The choices of a turn, the cursor, and whether a key press acts or asks for confirmation."""

from collections.abc import Iterable

from triqueta_protocol.games.triqueta import AnyAction, Box, Choice, Draw, Keep, Place, Take

HandAction = type[Draw] | type[Keep] | type[Box]
"""An action with the tower or the drawn token, not with a row."""

_HAND: tuple[HandAction, ...] = (Draw, Keep, Box)


class Chooser:
    """The choices of a turn in screen order: the rows, then the hand.

    A press returns the action to send, or None when nothing is to be sent: because it is not offered, or
    because taking a row or keeping a token waits for the second press.
    """

    def __init__(self, *, confirm: bool = True) -> None:
        self.confirm = confirm
        self.armed = False
        """Whether the next press takes the row under the cursor, or keeps the token."""
        self._offers: tuple[Choice, ...] = ()
        self._cursor = 0
        self._row = 0

    def renew(self, choices: Iterable[Choice]) -> None:
        """Read the choices of a new view; the cursor stays if they are the same."""
        offers = tuple(sorted((one for one in choices if _place(one.action) is not None), key=_order))
        if [one.action for one in offers] == [one.action for one in self._offers]:
            self._offers = offers
            return
        self._offers = offers
        self.armed = False
        self._cursor = self._beginning()

    @property
    def open(self) -> bool:
        return bool(self._offers)

    @property
    def row(self) -> int | None:
        action = self._action()
        return action.row if isinstance(action, Take | Place) else None

    @property
    def hand(self) -> HandAction | None:
        action = self._action()
        return type(action) if isinstance(action, Draw | Keep | Box) else None

    @property
    def placing(self) -> bool:
        """Whether the drawn token may be laid in a row."""
        return any(isinstance(one.action, Place) for one in self._offers)

    def offers(self, kind: type[AnyAction]) -> bool:
        return any(isinstance(one.action, kind) for one in self._offers)

    def has_row(self, row: int) -> bool:
        return any(isinstance(one.action, Take | Place) and one.action.row == row for one in self._offers)

    def hand_actions(self) -> tuple[HandAction, ...]:
        return tuple(kind for kind in _HAND if self.offers(kind))

    def move(self, steps: int) -> None:
        """Move the cursor, cyclically."""
        if self._offers:
            self.armed = False
            self._cursor = (self._cursor + steps) % len(self._offers)
            self._row = self.row if self.row is not None else self._row

    def press_row(self, row: int) -> AnyAction | None:
        """Press a row's key; return the action, or None if a second press is needed."""
        for index, one in enumerate(self._offers):
            if isinstance(one.action, Take | Place) and one.action.row == row:
                return self._press(index)
        return None

    def press_hand(self, kind: HandAction) -> AnyAction | None:
        for index, one in enumerate(self._offers):
            if isinstance(one.action, kind):
                return self._press(index)
        return None

    def press(self) -> AnyAction | None:
        return self._press(self._cursor) if self._offers else None

    def point_at(self, action: AnyAction) -> None:
        """Move the cursor to a choice."""
        for index, one in enumerate(self._offers):
            if one.action == action:
                self.move(index - self._cursor)

    def cancel(self) -> bool:
        """Cancel a first press; False if there was none."""
        was, self.armed = self.armed, False
        return was

    def _press(self, index: int) -> AnyAction | None:
        again = self.armed and index == self._cursor
        self._cursor = index
        action = self._offers[index].action
        if isinstance(action, Take | Keep) and self.confirm and not again:
            self.armed = True
            return None
        self.armed = False
        if isinstance(action, Take | Place):
            self._row = action.row
        return action

    def _action(self) -> AnyAction | None:
        return self._offers[self._cursor].action if self._offers else None

    def _beginning(self) -> int:
        """The first choice: drawing, else where the last token went, else the best row."""
        best = 0
        for index, one in enumerate(self._offers):
            if isinstance(one.action, Draw):
                return index
            if isinstance(one.action, Place) and one.action.row == self._row:
                return index
            if isinstance(one.action, Take) and one.points > self._offers[best].points:
                best = index
        return best


def _place(action: AnyAction) -> int | None:
    """The position of a choice on the screen; None for those with a dialog."""
    if isinstance(action, Take | Place):
        return action.row
    for index, kind in enumerate(_HAND):
        if isinstance(action, kind):
            return 100 + index
    return None


def _order(choice: Choice) -> int:
    return _place(choice.action) or 0
