"""A bot's decision: a view goes in, an action comes out."""

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from protocol.codec import plain
from protocol.errors import Code, Refusal
from protocol.games import VOCABULARIES
from server.bots import BOTS, Decide

Plain = Mapping[str, Any]


def decider(level: str, game: str) -> Decide:
    """How a bot of this level decides in this game, or a refusal."""
    if game not in BOTS:
        raise Refusal(Code.UNKNOWN_GAME, game=game)
    if level not in BOTS[game]:
        raise Refusal(Code.UNKNOWN_LEVEL, level=level)
    return BOTS[game][level]


def choose(
    level: str, game: str, public: Struct | Plain, mine: Struct | Plain, seat: int, rng: Random
) -> dict[str, Any]:
    """The wire form of the action that a bot of this level takes on this seat.

    The view may come typed or as the plain maps it has on the wire. The same view and the same state of
    ``rng`` give the same action.
    """
    decide = decider(level, game)
    words = VOCABULARIES[game].words
    seen = public if isinstance(public, Struct) else msgspec.convert(public, words.public)
    own = mine if isinstance(mine, Struct) else msgspec.convert(mine, words.mine)
    action: dict[str, Any] = plain(decide(seen, own, seat, rng))
    return action
