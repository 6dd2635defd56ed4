"""What all games do with actions: decode them from the wire, encode them, and refuse illegal ones."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from triqueta_protocol.codec import plain
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.tagged import Tagged, UnknownTagError
from triqueta_server.games.game import Position

ActionT = TypeVar("ActionT", bound=Struct)
PositionT = TypeVar("PositionT", bound=Position)


class WireActions(Generic[ActionT]):
    """The wire form of a game's actions, which are a tagged union of structs."""

    def __init__(self, union: Any) -> None:
        self._union = Tagged[ActionT](union)

    def decode(self, action: dict[str, Any]) -> ActionT:
        """Return the typed action, or refuse a malformed one."""
        try:
            return self._union.convert(action)
        except UnknownTagError:
            raise bad_action("unknown `do`") from None
        except msgspec.ValidationError as error:
            raise bad_action(str(error)) from None


def encode(action: Struct) -> dict[str, Any]:
    """A typed action as a new map for the wire and the store."""
    wire: dict[str, Any] = plain(action)
    return wire


def bad_action(why: str) -> RefusalError:
    return RefusalError(Code.BAD_ACTION, why=why)


def refusals(why: Callable[[PositionT, int, int], StrEnum]) -> Callable[[PositionT, int, int], RefusalError]:
    """Make a game's ``Rules.refusal`` from the function that says why an action is illegal."""

    def refusal(position: PositionT, seat: int, action: int) -> RefusalError:
        if seat not in position.owing:
            return RefusalError(Code.NOT_YOUR_TURN)
        return RefusalError(Code.ILLEGAL_ACTION, why=why(position, seat, action).value)

    return refusal
