"""A decision by search: from a view to what every action is worth, and to the best of them."""

import time
from collections.abc import Callable
from random import Random

from protocol.games.tripitz import AnyAction, Mine, Public, StandBack
from server.bots.search import Budget, Weighed, weigh
from server.bots.tripitz.foresight import Foresight
from server.games.tripitz.actions import typed


def decided(
    public: Public,
    mine: Mine,
    seat: int,
    rng: Random,
    budget: Budget,
    clock: Callable[[], float] = time.perf_counter,
) -> AnyAction:
    """The best action; what needs no thought is answered at once. No bot races."""
    if public.phase == "race":
        return StandBack()
    if len(mine.choices) == 1 and mine.choices[0].pick is None and not mine.choices[0].cells:
        return mine.choices[0].action
    best = weighed(public, mine, seat, rng, budget, clock)[0]
    return typed(best.action, sum([1 << piece for piece in public.racks[seat]]))


def weighed(
    public: Public,
    mine: Mine,
    seat: int,
    rng: Random,
    budget: Budget,
    clock: Callable[[], float] = time.perf_counter,
) -> list[Weighed]:
    """What the actions that are worth a thought are worth, best first."""
    return weigh(Foresight(public, seat), (public, mine), seat, rng, budget, clock)
