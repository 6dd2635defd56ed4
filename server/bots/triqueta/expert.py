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
BUDGET_OF_TWO: Final = Budget(4000, 0.8, doubt=4.0)
"""Rounds of two are short, so more of them fit into the same time."""


def decide(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    """What does best in the worlds that it can imagine."""
    action = obvious(public, mine)
    if action is not None:
        return action
    model = TriquetaModel(public, seat)
    budget = BUDGET_OF_TWO if len(public.collections) == 2 else BUDGET
    best, *_ = weigh(model, (public, mine), seat, rng, budget, deeper=below(model, seat))
    return typed(best.action, 0)
