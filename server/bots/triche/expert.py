"""The strongest player: imagines many worlds and plays each decision out to the end of the round."""

from random import Random
from typing import Final

from protocol.games.triche import AnyAction, Mine, Public
from server.bots.search import Budget
from server.bots.triche import model

BUDGET: Final = Budget(simulations=1200, seconds=0.6)
"""For two; at larger tables a play-out takes longer, and fewer are made."""
MOST: Final = 24
"""Actions of one decision that are thought through."""


def decide(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    """Whatever wins most often."""
    return model.decide(public, mine, seat, rng, BUDGET, MOST)
