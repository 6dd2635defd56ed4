"""Review of finished games of Tripitz: all racks lie open, only the bag is shuffled again."""

import math
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from triqueta_protocol.games.tripitz import Mine, Public
from triqueta_server.bots.clock import now
from triqueta_server.bots.coach import Option
from triqueta_server.bots.reviewer import Chances, Reviewer, less
from triqueta_server.bots.search import Budget, Difference
from triqueta_server.bots.search import compare as compare_in
from triqueta_server.bots.tripitz import coach, levels
from triqueta_server.bots.tripitz.endgame import preferred, solved
from triqueta_server.bots.tripitz.evaluate import apart, certain
from triqueta_server.bots.tripitz.model import TripitzModel
from triqueta_server.bots.tripitz.worlds import World
from triqueta_server.games.tripitz.actions import SWAP, pieces
from triqueta_server.games.tripitz.position import Position
from triqueta_server.games.tripitz.rules import RULES

SECONDS: Final = 4.0
"""For slow machines; the number of simulations decides."""
EFFORT: Final = replace(levels.EXPERT, budget=Budget(levels.EXPERT.budget.simulations, SECONDS))
"""The expert's, with more time."""
PAIRS: Final = Budget(800, SECONDS)
"""To compare the action that was taken with the best."""
SAMPLES: Final = 200
"""Rollouts for each position."""
DRAWS: Final = 150
WOBBLE: Final = 2.0
"""How far two seats end from their rollout: standard deviation of their difference in points, for one turn of
each. Measured between two bots of level ``hard`` at the end of a game."""


class OpenGame:
    """Rollouts of a position whose racks lie open."""

    def __init__(self, public: Public) -> None:
        model = TripitzModel(public, public.owing[0], EFFORT.rounds)
        self.world = model.world
        self._model = model
        seats = self.world.seats
        turns = min(sum(map(len, public.racks)) + public.bag, EFFORT.rounds * seats)
        self._swing = math.hypot(model.swing, WOBBLE * math.sqrt(turns / seats))

    def sample(self, world: World, rng: Random) -> Chances:
        return apart(self._model.rollout(world, rng), self._swing)


def weigh(public: Public, mine: Mine, seat: int, rng: Random) -> Sequence[Option]:
    return coach.weigh_options(public, mine, seat, rng, EFFORT)


def compare(public: Public, mine: Mine, seat: int, rng: Random, one: int, other: int) -> Difference:
    ends = dict(_solved(World(public)))
    if one in ends and other in ends:
        return Difference(certain(ends[one])[seat] - certain(ends[other])[seat], 0.0)
    model = TripitzModel(public, seat, EFFORT.rounds)
    return compare_in(model, (public, mine), seat, rng, PAIRS, (one, other))


def same(public: Public, one: int, other: int) -> bool:
    return one == other


def outlook(position: Position, rng: Random) -> Sequence[Chances]:
    if position.turn is None:
        return [[1 / position.seats] * position.seats]  # the quickest player begins
    ahead = OpenGame(RULES.public(position))
    ends = [end for _, end in _solved(ahead.world)]
    if ends:
        best = max(preferred(end, position.turn) for end in ends)
        return [certain(best[-1])]
    return [ahead.sample(ahead.world.shuffled(rng), rng) for _ in range(SAMPLES)]


def draws(before: Position, seat: int, action: int, after: Position, rng: Random) -> Sequence[Chances]:
    drawn = pieces(after.hands[seat] & ~before.hands[seat])
    if not drawn or action >= SWAP or before.turn is None or after.turn is None:
        return []
    begun, ahead = World(RULES.public(before)), OpenGame(RULES.public(after))
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
    """The rest of a bag; what would have been drawn takes the places of what was drawn."""
    instead = [piece for piece in bag[: len(drawn)] if piece not in drawn]
    return [instead.pop() if piece in drawn else piece for piece in bag[len(drawn) :]]


def _solved(world: World) -> Sequence[tuple[int, tuple[int, ...]]]:
    """Every action with the final points, if the rest of the game can be solved."""
    until = now() + SECONDS
    return solved(world, EFFORT.positions, until, now) or ()


REVIEWER: Final = Reviewer(weigh, compare, outlook, draws, same)
