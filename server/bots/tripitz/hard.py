"""A strong player: looks two rounds ahead, in a few of the ways in which stones may come."""

from random import Random
from typing import Final

from protocol.games.tripitz import AnyAction, Mine, Public
from server.bots.search import Budget
from server.bots.tripitz.thinking import Effort, decided

EFFORT: Final = Effort(rounds=2, budget=Budget(simulations=200, seconds=0.1), positions=500)


def decide(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    return decided(public, mine, seat, rng, EFFORT)
