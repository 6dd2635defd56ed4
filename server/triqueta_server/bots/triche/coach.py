"""Triché's coach: the expert's search, with a reason."""

from random import Random
from typing import Final

from triqueta_protocol.games.triche import Mine, Public
from triqueta_server.bots.coach import Coach, Option, thorough
from triqueta_server.bots.search import Budget
from triqueta_server.bots.triche import levels, model
from triqueta_server.bots.triche.reasons import explain
from triqueta_server.games.triche.actions import typed


def weigh_options(
    public: Public, mine: Mine, seat: int, rng: Random, budget: Budget | None = None
) -> list[Option]:
    effort = levels.EXPERT
    found = model.weigh_actions(public, mine, seat, rng, budget or thorough(effort.budget), effort.most)
    return [Option.of(typed(one.action), one) for one in found]


COACH: Final = Coach(weigh_options, explain)
