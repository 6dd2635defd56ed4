"""A table of Tripitz without a network."""

import msgspec
from msgspec import Struct

from tests.triqueta_tui.games.local import LocalGame
from triqueta_protocol.games.tripitz import Choice, Exchange, Mine, Public, Swap
from triqueta_server.games.tripitz.rules import RULES


class LocalTable(LocalGame[Public]):
    rules = RULES

    def sensible(self, mine: Mine) -> Struct:
        """The most points at once; a joker is swapped whenever that is possible."""
        swap = next((one for one in mine.choices if isinstance(one.action, Swap)), None)
        return (swap or max(mine.choices, key=_worth)).action


def _worth(choice: Choice) -> int:
    return -1 if isinstance(choice.action, Exchange) else choice.points


def exchange_of(mine: Mine, count: int) -> Struct:
    """The exchange of the first so many stones of a rack."""
    choice = next(one for one in mine.choices if isinstance(one.action, Exchange))
    assert choice.pick is not None
    return msgspec.structs.replace(choice.action, stones=choice.pick.values[:count])
