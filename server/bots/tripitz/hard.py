"""A strong player: looks two rounds ahead, in a few of the ways the bag might be filled."""

from random import Random
from typing import Final

from protocol.games.tripitz import AnyAction, Mine, Public
from server.bots.search import Budget
from server.bots.tripitz.thinking import decided

BUDGET: Final = Budget(simulations=300, seconds=0.1)


def decide(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    return decided(public, mine, seat, rng, BUDGET)
