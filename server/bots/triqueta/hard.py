"""A strong player: tries every action in some dozens of worlds.

It has not learned what opponents tend to keep.
"""

from random import Random
from typing import Final

from protocol.games.triqueta import AnyAction, Mine, Public
from server.bots.search import Budget, weigh
from server.bots.triqueta.model import TriquetaModel
from server.bots.triqueta.obvious import obvious
from server.games.triqueta.actions import typed

BUDGET: Final = Budget(160, 0.1)


def decide(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    """What does best in the worlds that it can imagine."""
    action = obvious(public, mine)
    if action is not None:
        return action
    model = TriquetaModel(public, seat, reads=False)
    best, *_ = weigh(model, (public, mine), seat, rng, BUDGET)
    return typed(best.action, 0)
