"""The choices of a turn as one list with a cursor."""

from collections.abc import Callable, Iterable
from typing import Generic

from msgspec import Struct

from triqueta_protocol.games.views import ActionT, Choice


class ListChooser(Generic[ActionT]):
    """The choices of a turn and the cursor. A press returns the action to send, or None for nothing yet."""

    def __init__(self) -> None:
        self.choices: tuple[Choice[ActionT], ...] = ()
        self.cursor = 0

    def renew(self, choices: Iterable[Choice[ActionT]]) -> None:
        """Read the choices of a new view; the cursor stays if they are the same."""
        before, self.choices = self.choices, tuple(choices)
        if [one.action for one in before] != [one.action for one in self.choices]:
            self.cursor = self.beginning()

    def beginning(self) -> int:
        """Where the cursor is at first."""
        return 0

    @property
    def open(self) -> bool:
        return bool(self.choices)

    @property
    def choice(self) -> Choice[ActionT] | None:
        return self.choices[self.cursor] if self.choices else None

    def move(self, steps: int) -> None:
        """Move the cursor, cyclically."""
        if self.choices:
            self.cursor = (self.cursor + steps) % len(self.choices)

    def press(self) -> ActionT | None:
        return self.press_index(self.cursor) if self.choices else None

    def press_first(self, wanted: Callable[[ActionT], bool]) -> ActionT | None:
        """Press the first action that is wanted; None if there is none, or if nothing is to be sent yet."""
        index = next((index for index, one in enumerate(self.choices) if wanted(one.action)), None)
        return None if index is None else self.press_index(index)

    def press_index(self, index: int) -> ActionT | None:
        self.cursor = index
        return self.choices[index].action

    def point_at(self, action: Struct) -> None:
        """Move the cursor to a choice."""
        for index, one in enumerate(self.choices):
            if one.action == action:
                self.move(index - self.cursor)

    def cancel(self) -> bool:
        """Cancel what waits for another press; False if nothing does."""
        return False
