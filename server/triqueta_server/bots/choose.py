"""A bot's decision: from a view to an action."""

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from triqueta_protocol.codec import plain
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.games import VOCABULARIES
from triqueta_server.bots import BOTS, Decide

Plain = Mapping[str, Any]


def decider(level: str, game: str) -> Decide:
    """The function that decides for this level and game; refuses unknown ones."""
    if game not in BOTS:
        raise RefusalError(Code.UNKNOWN_GAME, game=game)
    if level not in BOTS[game]:
        raise RefusalError(Code.UNKNOWN_LEVEL, level=level)
    return BOTS[game][level]


def choose(
    level: str, game: str, public: Struct | Plain, mine: Struct | Plain, seat: int, rng: Random
) -> dict[str, Any]:
    """Return a bot's action, as it is on the wire.

    Views may be typed or plain maps as on the wire. The same view and the same state of ``rng`` give the same
    action.
    """
    decide = decider(level, game)
    words = VOCABULARIES[game].words
    seen = public if isinstance(public, Struct) else msgspec.convert(public, words.public)
    own = mine if isinstance(mine, Struct) else msgspec.convert(mine, words.mine)
    action: dict[str, Any] = plain(decide(seen, own, seat, rng))
    return action
