"""A bot's decision: a view goes in, an action comes out."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

import msgspec

from protocol.codec import plain
from protocol.errors import Code, Refusal
from protocol.games.triqueta import AnyAction, Mine, Public
from server.bots.triqueta import easy, normal

Plain = Mapping[str, Any]
Triqueta = Callable[[Public, Mine, int, Random], AnyAction]

_TRIQUETA: Final[dict[str, Triqueta]] = {"easy": easy.decide, "normal": normal.decide}


def player(level: str, game: str) -> Triqueta:
    """How a bot of this level decides in this game, or a refusal."""
    if game != "triqueta":
        raise Refusal(Code.UNKNOWN_GAME, game=game)
    if level not in _TRIQUETA:
        raise Refusal(Code.UNKNOWN_LEVEL, level=level)
    return _TRIQUETA[level]


def choose(
    level: str, game: str, public: Public | Plain, mine: Mine | Plain, seat: int, rng: Random
) -> dict[str, Any]:
    """The wire form of the action that a bot of this level takes on this seat.

    The view may come typed or as the plain maps it has on the wire. The same view and the same state of
    ``rng`` give the same action.
    """
    decide = player(level, game)
    seen = public if isinstance(public, Public) else msgspec.convert(public, Public)
    own = mine if isinstance(mine, Mine) else msgspec.convert(mine, Mine)
    action: dict[str, Any] = plain(decide(seen, own, seat, rng))
    return action
