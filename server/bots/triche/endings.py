"""The end of a round, solved: every world that is possible is tried, as often as it can be dealt.

A conquest is decided without knowing which world it is, so both answers are weighed over all of them.
"""

from collections.abc import Sequence
from random import Random

from server.bots.search import Model, Weighed
from server.games.triche.actions import CONQUER
from server.games.triche.position import Position

Worlds = Sequence[tuple[float, Position]]


def solve(model: Model[Position], worlds: Worlds, seat: int) -> list[Weighed]:
    """What every candidate is worth in these worlds, the best first."""
    actions = model.candidates(worlds[0][1], seat)
    ranked = [weighed(model, worlds, seat, action) for action in actions]
    return sorted(ranked, key=lambda one: -one.worth)


def weighed(model: Model[Position], worlds: Worlds, seat: int, action: int) -> Weighed:
    """What one action is worth in these worlds."""
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
    """What is to be expected; play-outs change these worlds."""
    seats = worlds[0][1].seats
    worth, chances, points = 0.0, [0.0] * seats, [0.0] * seats
    total = sum(ways for ways, _ in worlds)
    for ways, world in worlds:
        share = ways / total
        got = model.play_out(world, Random(0))
        worth += share * model.worth(got, seat)
        for at, chance in enumerate(model.chances(got)):
            chances[at] += share * chance
            points[at] += share * got[at]
    return Weighed(action, worth, tuple(chances), tuple(points), len(worlds))
