"""The strongest player: tries every action in hundreds of worlds, and its next decisions in them, too."""

from random import Random
from typing import Final

from protocol.games.triqueta import AnyAction, Mine, Public
from server.bots.search import Budget, weigh
from server.bots.tree import below
from server.bots.triqueta.model import TriquetaModel
from server.bots.triqueta.obvious import obvious
from server.games.triqueta.actions import typed

BUDGET: Final = Budget(1200, 0.8, doubt=3.0)


def decide(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    """What does best in the worlds that it can imagine."""
    action = obvious(public, mine)
    if action is not None:
        return action
    model = TriquetaModel(public, seat)
    best, *_ = weigh(model, (public, mine), seat, rng, BUDGET, deeper=below(model, seat))
    return typed(best.action, 0)
