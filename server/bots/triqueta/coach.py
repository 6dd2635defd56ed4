"""Triqueta's coach: the expert's search, with a reason."""

from dataclasses import replace
from random import Random
from typing import Final

from protocol.games.triqueta import Mine, Public
from server.bots.coach import Coach, Option, thorough
from server.bots.search import Budget, weigh
from server.bots.tree import below
from server.bots.triqueta import expert
from server.bots.triqueta.model import TriquetaModel
from server.bots.triqueta.obvious import obvious
from server.bots.triqueta.reasons import explain
from server.games.triqueta.actions import typed


def weighed(public: Public, mine: Mine, seat: int, rng: Random, budget: Budget | None = None) -> list[Option]:
    """What the actions promise; what needs no thought comes first, whatever chance says.

    At the last reveal the own points are certain: what is a fraction of one only decides a tie.
    """
    model = TriquetaModel(public, seat)
    budget = budget or thorough(expert.BUDGET)
    found = weigh(model, (public, mine), seat, rng, budget, deeper=below(model, seat))
    options = [Option.of(typed(one.action, len(mine.face_down)), one) for one in found]
    if public.phase == "reveal":
        options = [replace(one, points=tuple(got // 1 for got in one.points)) for one in options]
    clear = obvious(public, mine)
    return sorted(options, key=lambda option: option.action != clear) if clear is not None else options


COACH: Final = Coach(weighed, explain)
