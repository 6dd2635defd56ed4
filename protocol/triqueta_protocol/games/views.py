"""What the views of all games have in common."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Generic, TypeVar

from msgspec import Meta, Struct, structs

ActionT = TypeVar("ActionT")

MOST_PICKED: Final = 64
"""Values of a family of actions, at most."""


class PublicView(Struct, frozen=True, gc=False):
    """The public view."""

    owing: tuple[int, ...]
    """The seats that owe a decision now, in seat order; several at once are possible, none means over."""


class Pick(Struct, frozen=True, gc=False, omit_defaults=True):
    """A family of actions, which differ from the one shown in one field.

    ``field`` holds between ``least`` and ``most`` of ``values``, each at most once and in this order; if
    ``single``, it holds one value instead of a list.
    """

    field: str
    values: Annotated[tuple[int, ...], Meta(min_length=1, max_length=MOST_PICKED)]
    least: int
    most: int
    single: bool = False

    def allows(self, picked: Sequence[int] | int) -> bool:
        """Whether the field may hold these values, or this one."""
        if self.single or isinstance(picked, int):
            return self.single and picked in self.values
        in_order = [value for value in self.values if value in picked]
        return self.least <= len(picked) <= self.most and in_order == list(picked)


class Choice(Struct, Generic[ActionT], frozen=True, gc=False, omit_defaults=True):
    """A legal action and its immediate points.

    With ``pick`` it represents a family of actions. The action shown is one of them, so a simple bot can send
    it unchanged.
    """

    action: ActionT
    points: int = 0
    best: bool = False
    """No other choice can beat this one."""
    pick: Pick | None = None

    def covers(self, action: Struct) -> bool:
        """Whether an action is the one shown, or one of its family."""
        shown: Any = self.action
        if self.pick is None or type(action) is not type(shown):
            return bool(action == shown)
        picked = getattr(action, self.pick.field)
        alike = structs.replace(shown, **{self.pick.field: picked}) == action
        return bool(alike) and self.pick.allows(picked)


class OwnView(Struct, Generic[ActionT], frozen=True, gc=False):
    """What one seat sees beyond the public view."""

    choices: tuple[Choice[ActionT], ...]
    """The seat's legal actions; empty when it owes nothing."""
