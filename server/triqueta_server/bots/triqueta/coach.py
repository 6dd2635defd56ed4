"""Triqueta's coach: the expert's search, with a reason."""

from dataclasses import replace
from random import Random
from typing import Final

from triqueta_protocol.games.triqueta import Mine, Public
from triqueta_server.bots.coach import Coach, Option, thorough
from triqueta_server.bots.search import Budget, weigh
from triqueta_server.bots.tree import below
from triqueta_server.bots.triqueta import levels
from triqueta_server.bots.triqueta.model import TriquetaModel
from triqueta_server.bots.triqueta.normal import obvious_action
from triqueta_server.bots.triqueta.reasons import explain
from triqueta_server.games.triqueta.actions import typed


def weigh_options(
    public: Public, mine: Mine, seat: int, rng: Random, budget: Budget | None = None
) -> list[Option]:
    """Weigh the actions; an obvious one comes first, whatever the search says.

    At the last reveal the seat's points are certain: fractions only decide a tie.
    """
    model = TriquetaModel(public, seat)
    budget = budget or thorough(levels.EXPERT)
    found = weigh(model, (public, mine), seat, rng, budget, deeper=below(model, seat))
    options = [Option.of(typed(one.action, len(mine.face_down)), one) for one in found]
    if public.phase == "reveal":
        options = [replace(one, points=tuple(got // 1 for got in one.points)) for one in options]
    clear = obvious_action(public, mine)
    return sorted(options, key=lambda option: option.action != clear) if clear is not None else options


COACH: Final = Coach(weigh_options, explain)
