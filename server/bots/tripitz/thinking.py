"""A decision by search: from a view to what every action is worth, and to the best of them."""

from dataclasses import dataclass
from random import Random

from protocol.games.tripitz import AnyAction, Mine, Public, StandBack
from server.bots.clock import Clock, now
from server.bots.search import Budget, Weighed, weigh
from server.bots.tripitz.ending import preferred, solved, winning_at_once
from server.bots.tripitz.foresight import Foresight, certain
from server.games.tripitz.actions import typed
from server.games.tripitz.lookups import BITS


@dataclass(frozen=True)
class Effort:
    """How hard a level thinks."""

    rounds: int
    """How many turns of each seat it looks ahead."""
    budget: Budget
    positions: int
    """How many it looks at to solve the end of a game."""


def decided(
    public: Public, mine: Mine, seat: int, rng: Random, effort: Effort, clock: Clock = now
) -> AnyAction:
    """The best action; what needs no thought is answered at once. No bot races."""
    if public.phase == "race":
        return StandBack()
    only = mine.choices[0]
    if len(mine.choices) == 1 and only.pick is None and not only.cells:
        return only.action
    best = weighed(public, mine, seat, rng, effort, clock)[0]
    return typed(best.action, sum([BITS[piece] for piece in public.racks[seat]]))


def weighed(
    public: Public, mine: Mine, seat: int, rng: Random, effort: Effort, clock: Clock = now
) -> list[Weighed]:
    """What the actions that are worth a thought are worth, best first; exactly, if the rest can be solved."""
    model = Foresight(public, seat, effort.rounds)
    ends = solved(model.world, effort.positions, clock() + effort.budget.seconds / 2, clock)
    if ends is None:
        found = weigh(model, (public, mine), seat, rng, effort.budget, clock)
        winning = winning_at_once(model.world, seat)
        return sorted(found, key=lambda one: one.action != winning)
    ends.sort(key=lambda end: preferred(end[1], seat), reverse=True)
    return [Weighed(action, model.worth(end, seat), tuple(certain(end)), end, 1) for action, end in ends]
