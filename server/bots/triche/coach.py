"""Triché's coach: the expert's search, with a reason."""

from random import Random
from typing import Final

from protocol.games.triche import Mine, Public
from server.bots.coach import Coach, Option, thorough
from server.bots.search import Budget
from server.bots.triche import expert, model
from server.bots.triche.reasons import explain
from server.games.triche.actions import typed


def weighed(public: Public, mine: Mine, seat: int, rng: Random, budget: Budget | None = None) -> list[Option]:
    found = model.weighed(public, mine, seat, rng, budget or thorough(expert.BUDGET), expert.MOST)
    return [Option.of(typed(one.action), one) for one in found]


COACH: Final = Coach(weighed, explain)
