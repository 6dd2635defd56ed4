"""Tripitz's coach: the expert's search, with a reason. In a race it helps nobody."""

from dataclasses import replace
from random import Random
from typing import Final

from protocol.games.tripitz import Mine, Public
from server.bots.coach import Coach, Option, thorough
from server.bots.tripitz import expert, thinking
from server.bots.tripitz.reasons import explain
from server.bots.tripitz.thinking import Effort
from server.games.tripitz.actions import typed


def weighed(public: Public, mine: Mine, seat: int, rng: Random, effort: Effort | None = None) -> list[Option]:
    if public.phase == "race":
        return []
    rack = sum(1 << piece for piece in public.racks[seat])
    effort = effort or replace(expert.EFFORT, budget=thorough(expert.EFFORT.budget))
    found = thinking.weighed(public, mine, seat, rng, effort)
    return [Option.of(typed(one.action, rack), one) for one in found]


COACH: Final = Coach(weighed, explain)
