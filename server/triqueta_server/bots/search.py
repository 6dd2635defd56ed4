"""The search that hard and expert bots share: sample worlds, play rollouts, compare actions.

It never sees the real position, only worlds that a view allows. In each world every remaining action is tried
with the same luck, so actions are compared and not deals. Actions that fall behind by more than chance
explains are dropped: a clear decision costs little, and the simulations go where the choice is close.

The number of simulations ends a search: the same view and seed give the same answer on any machine. The time
limit only stops it on a slow one.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev
from typing import Any, Final, Protocol, TypeVar

from triqueta_server.bots.clock import Clock, now
from triqueta_server.games.game import Position

BATCH: Final = 6
"""Worlds between two checks of which actions to drop."""


PositionT = TypeVar("PositionT", bound=Position)

Rollout = Callable[[PositionT, Random], Sequence[float]]
"""Plays a position on, in place; returns the points of every seat at the end or at the horizon."""


class Model(Protocol[PositionT]):
    """What the search needs to know about a game."""

    def sample_world(self, public: Any, mine: Any, seat: int, rng: Random) -> PositionT:
        """Draw a position that the view allows, preferably one that explains what other seats did."""

    def candidates(self, position: PositionT, seat: int) -> Sequence[int]:
        """The actions to search, at least one. They must depend only on what the seat can see."""

    def rollout(self, position: PositionT, rng: Random) -> Sequence[float]:
        """Play a position on, in place; return the points of every seat at the end or at the horizon.

        Tie-breaks are fractions of a point.
        """

    def chances(self, points: Sequence[float]) -> Sequence[float]:
        """Each seat's chance to win after a rollout with these points."""

    def worth(self, points: Sequence[float], seat: int) -> float:
        """What these points are worth to a seat: the chance to win, and a little for a larger lead."""


@dataclass(frozen=True)
class Budget:
    """How much a decision may cost."""

    simulations: int
    seconds: float
    """Checked between batches of worlds."""
    doubt: float = 2.0
    """Standard errors of the difference by which an action must trail to be dropped."""
    fair: int = 0
    """Worlds in which every action is tried before one may be dropped, for callers that report them all."""
    sure: int = 0
    """Worlds in which the best action is tried even when it is the only one left, for callers that report its
    worth. Six worlds show that nothing else is better, but not how good it is."""


@dataclass(frozen=True)
class Weighed:
    """An action and what the search found about it."""

    action: int
    worth: float
    chances: tuple[float, ...]
    """Each seat's chance to win after this action."""
    points: tuple[float, ...]
    """The points that each seat can expect after it."""
    simulations: int


class _Tried:
    """The results of one action so far, one entry for each world."""

    __slots__ = ("action", "chances", "points", "rollout", "worths")

    def __init__(self, action: int, rollout: Rollout[Any]) -> None:
        self.action = action
        self.rollout = rollout
        self.worths: list[float] = []
        self.chances: list[Sequence[float]] = []
        self.points: list[Sequence[float]] = []

    def weighed(self, leader: "_Tried") -> Weighed:
        """Its worth relative to the leader, which may have been tried in more worlds.

        Only the difference in the worlds of both counts, which removes the luck of those worlds.
        """
        count = len(self.worths)
        chances, points = (
            _relative(own, all_, count)
            for own, all_ in ((self.chances, leader.chances), (self.points, leader.points))
        )
        [worth] = _relative([(one,) for one in self.worths], [(one,) for one in leader.worths], count)
        fair = tuple(min(1.0, max(0.0, chance)) for chance in chances)
        return Weighed(self.action, worth, fair, points, count)


def weigh(
    model: Model[PositionT],
    view: tuple[Any, Any],
    seat: int,
    rng: Random,
    budget: Budget,
    clock: Clock = now,
    deeper: Callable[[], Rollout[PositionT]] | None = None,
) -> list[Weighed]:
    """Weigh every candidate of a seat that sees ``view`` (public and own), the best first.

    Actions that were dropped come after those that were not, so the first is the one to take.
    Each candidate uses the model's rollout, or the one that ``deeper`` makes for it (``tree.py``).
    """
    until = clock() + budget.seconds
    public, mine = view
    world = model.sample_world(public, mine, seat, rng)
    alive = [
        _Tried(action, deeper() if deeper is not None else model.rollout)
        for action in model.candidates(world, seat)
    ]
    dropped: list[_Tried] = []
    left, worlds = budget.simulations, 0
    while True:
        for _ in range(BATCH):
            luck = rng.getrandbits(32)
            for tried in alive:
                _try(model, tried, world.copy(), seat, luck)
            world = model.sample_world(public, mine, seat, rng)
        left -= BATCH * len(alive)
        worlds += BATCH
        if worlds >= budget.fair:
            alive, behind = _race(alive, budget.doubt)
            dropped[:0] = behind
        settled = len(alive) == 1 and worlds >= budget.sure
        if settled or left < BATCH * len(alive) or clock() > until:
            break
    ranked = sorted(alive, key=lambda tried: -sum(tried.worths))
    return [tried.weighed(ranked[0]) for tried in (*ranked, *dropped)]


@dataclass(frozen=True)
class Difference:
    """How much more one action is worth to its seat than another, in chances to win."""

    mean: float
    error: float
    """The standard error of the mean; 0 if the result is exact."""


def compare(
    model: Model[PositionT],
    view: tuple[Any, Any],
    seat: int,
    rng: Random,
    budget: Budget,
    pair: tuple[int, int],
    deeper: Callable[[], Rollout[PositionT]] | None = None,
    clock: Clock = now,
) -> Difference:
    """Compare two actions in the same worlds with the same luck.

    Use other worlds than those in which one of the two was found to be the best: there it was also the
    luckiest, and the difference would be overestimated.
    """
    until = clock() + budget.seconds
    public, mine = view
    one, other = (_Tried(action, deeper() if deeper is not None else model.rollout) for action in pair)
    for done in range(budget.simulations // 2):
        if done >= BATCH and clock() > until:
            break
        world = model.sample_world(public, mine, seat, rng)
        luck = rng.getrandbits(32)
        for tried in (one, other):
            _try(model, tried, world.copy(), seat, luck)
    differences = [
        ahead[seat] - behind[seat] for ahead, behind in zip(one.chances, other.chances, strict=True)
    ]
    return Difference(fmean(differences), stdev(differences) / math.sqrt(len(differences)))


def _relative(
    own: Sequence[Sequence[float]], leader: Sequence[Sequence[float]], count: int
) -> tuple[float, ...]:
    """The means of an action's ``count`` worlds, corrected by how the leader's mean has changed since."""
    return tuple(
        fmean(mine) + fmean(theirs) - fmean(theirs[:count])
        for mine, theirs in zip(zip(*own, strict=True), zip(*leader, strict=True), strict=True)
    )


def _try(model: Model[PositionT], tried: _Tried, world: PositionT, seat: int, luck: int) -> None:
    """Apply the action to a world, play the rollout and record the result."""
    world.apply(seat, tried.action)
    points = tried.rollout(world, Random(luck))
    tried.points.append(points)
    tried.chances.append(model.chances(points))
    tried.worths.append(model.worth(points, seat))


def _race(alive: list[_Tried], doubt: float) -> tuple[list[_Tried], list[_Tried]]:
    """Split into actions that may still be the best, and those that may not, the better ones first."""
    leader = max(alive, key=lambda tried: sum(tried.worths))
    stay: list[_Tried] = []
    behind: list[_Tried] = []
    for tried in alive:
        (stay if tried is leader or _may_be_equal(leader.worths, tried.worths, doubt) else behind).append(
            tried
        )
    behind.sort(key=lambda tried: -sum(tried.worths))
    return stay, behind


def _may_be_equal(ahead: Sequence[float], trailing: Sequence[float], doubt: float) -> bool:
    """Whether chance may explain the difference between two actions tried in the same worlds."""
    count = len(ahead)
    differences = [one - other for one, other in zip(ahead, trailing, strict=True)]
    mean = sum(differences) / count
    squares = sum((difference - mean) ** 2 for difference in differences)
    return mean <= doubt * math.sqrt(squares / (count * (count - 1)))
