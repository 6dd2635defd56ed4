"""Tripitz's coach: the expert's search, with a reason. It gives no advice in a race."""

from dataclasses import replace
from random import Random
from typing import Final

from triqueta_protocol.games.tripitz import Mine, Public
from triqueta_server.bots.coach import Coach, Option, thorough
from triqueta_server.bots.tripitz import levels, model
from triqueta_server.bots.tripitz.model import Effort
from triqueta_server.bots.tripitz.reasons import explain
from triqueta_server.games.tripitz.actions import typed


def weigh_options(
    public: Public, mine: Mine, seat: int, rng: Random, effort: Effort | None = None
) -> list[Option]:
    if public.phase == "race":
        return []
    rack = sum(1 << piece for piece in public.racks[seat])
    effort = effort or replace(levels.EXPERT, budget=thorough(levels.EXPERT.budget))
    found = model.weigh_actions(public, mine, seat, rng, effort)
    return [Option.of(typed(one.action, rack), one) for one in found]


COACH: Final = Coach(weigh_options, explain)
