"""The end of a round, solved over every possible world, each weighted by its likelihood.

The seat decides on a conquest without knowing which world it is in, so both answers are weighed over all.
"""

from collections.abc import Sequence
from random import Random

from triqueta_server.bots.search import Model, Weighed
from triqueta_server.games.triche.actions import CONQUER
from triqueta_server.games.triche.position import Position

Worlds = Sequence[tuple[float, Position]]


def solve(model: Model[Position], worlds: Worlds, seat: int) -> list[Weighed]:
    """Weigh every candidate in these worlds; the best comes first."""
    actions = model.candidates(worlds[0][1], seat)
    ranked = [weigh_action(model, worlds, seat, action) for action in actions]
    return sorted(ranked, key=lambda one: -one.worth)


def weigh_action(model: Model[Position], worlds: Worlds, seat: int, action: int) -> Weighed:
    """Weigh one action in these worlds."""
    after = [(ways, _after(world, seat, action)) for ways, world in worlds]
    if after[0][1].phase != "conquer":
        return _expected(model, after, seat, action)
    answers = ([(ways, _after(world, seat, CONQUER + yes)) for ways, world in after] for yes in (False, True))
    return max((_expected(model, worlds, seat, action) for worlds in answers), key=lambda one: one.worth)


def _after(world: Position, seat: int, action: int) -> Position:
    world = world.copy()
    world.apply(seat, action)
    return world


def _expected(model: Model[Position], worlds: Worlds, seat: int, action: int) -> Weighed:
    """The expected result of an action that was already applied; changes the worlds."""
    seats = worlds[0][1].seats
    worth, chances, points = 0.0, [0.0] * seats, [0.0] * seats
    total = sum(ways for ways, _ in worlds)
    for ways, world in worlds:
        share = ways / total
        got = model.rollout(world, Random(0))
        worth += share * model.worth(got, seat)
        for at, chance in enumerate(model.chances(got)):
            chances[at] += share * chance
            points[at] += share * got[at]
    return Weighed(action, worth, tuple(chances), tuple(points), len(worlds))
