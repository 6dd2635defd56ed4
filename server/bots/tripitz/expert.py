"""The strongest player: looks four rounds ahead, in many of the ways in which stones may come."""

from random import Random
from typing import Final

from protocol.games.tripitz import AnyAction, Mine, Public
from server.bots.search import Budget
from server.bots.tripitz.thinking import Effort, decided

EFFORT: Final = Effort(rounds=4, budget=Budget(simulations=2500, seconds=0.7), positions=5000)


def decide(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    return decided(public, mine, seat, rng, EFFORT)
