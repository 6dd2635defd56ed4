"""How finished games of Tripitz are reviewed: all racks lie open, only the bag is dealt anew."""

import math
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from protocol.games.tripitz import Mine, Public
from server.bots.clock import now
from server.bots.coach import Option
from server.bots.reviewer import Chances, Reviewer, less
from server.bots.search import Budget, Difference
from server.bots.search import compare as compare_in
from server.bots.tripitz import coach, expert
from server.bots.tripitz.ending import preferred, solved
from server.bots.tripitz.foresight import Foresight, apart, certain
from server.bots.tripitz.world import World
from server.games.tripitz.actions import SWAP, pieces
from server.games.tripitz.position import Position
from server.games.tripitz.rules import RULES

SECONDS: Final = 4.0
"""For slow machines; the number of simulations decides."""
EFFORT: Final = replace(expert.EFFORT, budget=Budget(expert.EFFORT.budget.simulations, SECONDS))
"""The expert's."""
PAIRS: Final = Budget(800, SECONDS)
"""To compare the action that was taken with the best."""
SAMPLES: Final = 200
"""Of what may come, for each moment."""
DRAWS: Final = 150
WOBBLE: Final = 2.0
"""How far from where they would if everybody laid what scores most two seats come apart in as many turns as
are looked at: points, as a standard deviation, for a turn that each of them has. Measured between two of the
level ``hard`` at the end of a game."""


class Open:
    """What may come of a position, with the racks as they lie."""

    def __init__(self, public: Public) -> None:
        model = Foresight(public, public.owing[0], EFFORT.rounds)
        self.world = model.world
        self._model = model
        seats = self.world.seats
        turns = min(sum(map(len, public.racks)) + public.bag, EFFORT.rounds * seats)
        self._swing = math.hypot(model.swing, WOBBLE * math.sqrt(turns / seats))

    def sample(self, world: World, rng: Random) -> Chances:
        return apart(self._model.play_out(world, rng), self._swing)


def weigh(public: Public, mine: Mine, seat: int, rng: Random) -> Sequence[Option]:
    return coach.weighed(public, mine, seat, rng, EFFORT)


def compare(public: Public, mine: Mine, seat: int, rng: Random, one: int, other: int) -> Difference:
    ends = dict(_solved(World(public)))
    if one in ends and other in ends:
        return Difference(certain(ends[one])[seat] - certain(ends[other])[seat], 0.0)
    model = Foresight(public, seat, EFFORT.rounds)
    return compare_in(model, (public, mine), seat, rng, PAIRS, (one, other))


def same(public: Public, one: int, other: int) -> bool:
    return one == other


def outlook(position: Position, rng: Random) -> Sequence[Chances]:
    if position.turn is None:
        return [[1 / position.seats] * position.seats]  # whoever is quickest
    ahead = Open(RULES.public(position))
    ends = [end for _, end in _solved(ahead.world)]
    if ends:
        best = max(preferred(end, position.turn) for end in ends)
        return [certain(best[-1])]
    return [ahead.sample(ahead.world.shuffled(rng), rng) for _ in range(SAMPLES)]


def draws(before: Position, seat: int, action: int, after: Position, rng: Random) -> Sequence[Chances]:
    drawn = pieces(after.hands[seat] & ~before.hands[seat])
    if not drawn or action >= SWAP or before.turn is None or after.turn is None:
        return []
    begun, ahead = World(RULES.public(before)), Open(RULES.public(after))
    found = []
    for _ in range(DRAWS):
        might = begun.shuffled(rng)
        real = might.copy()
        real.bag = (*drawn, *_without(might.bag, drawn))
        luck = rng.getrandbits(32)
        for world in (might, real):
            world.apply(seat, action)
        found.append(less(*[ahead.sample(world, Random(luck)) for world in (real, might)]))
    return found


def _without(bag: Sequence[int], drawn: Sequence[int]) -> list[int]:
    """The rest of a bag; what would have been drawn lies where what was drawn has lain."""
    instead = [piece for piece in bag[: len(drawn)] if piece not in drawn]
    return [instead.pop() if piece in drawn else piece for piece in bag[len(drawn) :]]


def _solved(world: World) -> Sequence[tuple[int, tuple[int, ...]]]:
    """Every action with the points at the end, where the rest of a game can be solved."""
    until = now() + SECONDS
    return solved(world, EFFORT.positions, until, now) or ()


REVIEWER: Final = Reviewer(weigh, compare, outlook, draws, same)
