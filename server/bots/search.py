"""The search that hard and expert bots share: imagine what cannot be seen, play on, compare.

It never holds the position of the game that is played, only worlds that a view allows. In each world every
action that is still in question is tried with the same luck, so what is compared are differences between
actions and not between deals. Actions that fall behind by more than chance explains are dropped: a clear
decision costs little, and the simulations go where the choice is close.

The number of simulations decides, not the clock: the same view and the same seed give the same answer on any
machine. The time limit only cuts short what takes too long on a slow one.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev
from typing import Any, Final, Protocol, TypeVar

from server.bots.clock import Clock, now
from server.games.game import Position

BATCH: Final = 6
"""Worlds between two looks at which actions are out of the question."""


PositionT = TypeVar("PositionT", bound=Position)

PlayOut = Callable[[PositionT, Random], Sequence[float]]
"""Plays on from a position, in place; the points of every seat at the end, or where imagination ends."""


class Model(Protocol[PositionT]):
    """How a game is searched: what differs from game to game."""

    def imagine(self, public: Any, mine: Any, seat: int, rng: Random) -> PositionT:
        """A position that the view allows; the likelier, the better it explains what others did."""

    def candidates(self, position: PositionT, seat: int) -> Sequence[int]:
        """The actions worth a thought, at least one. They depend on nothing that the seat cannot see."""

    def play_out(self, position: PositionT, rng: Random) -> Sequence[float]:
        """Play on sensibly, in place; the points of every seat at the end, or where imagination ends.

        Tie-breaks are fractions of a point.
        """

    def chances(self, points: Sequence[float]) -> Sequence[float]:
        """Each seat's chance to have won, after a play-out with these points."""

    def worth(self, points: Sequence[float], seat: int) -> float:
        """What a seat wants of a play-out with these points: to win, and beyond that to be well ahead."""


@dataclass(frozen=True)
class Budget:
    """How much a decision may cost."""

    simulations: int
    seconds: float
    """Checked between batches of worlds."""
    doubt: float = 2.0
    """Standard errors of the difference by which an action must trail to be dropped."""
    fair: int = 0
    """Worlds in which every action is tried before one is dropped: for whoever is told what each promises."""
    sure: int = 0
    """Worlds in which the best action is tried, also where nothing else is left: for whoever is told what it
    promises. Six worlds are enough to see that nothing else is better, but not how good it is."""


@dataclass(frozen=True)
class Weighed:
    """An action and what the search found out about it."""

    action: int
    worth: float
    chances: tuple[float, ...]
    """Each seat's chance to win after this action."""
    points: tuple[float, ...]
    """The points that each seat can expect after it."""
    simulations: int


class _Tried:
    """What came of one action so far; one entry for each world in which it was tried."""

    __slots__ = ("action", "chances", "play_out", "points", "worths")

    def __init__(self, action: int, play_out: PlayOut[Any]) -> None:
        self.action = action
        self.play_out = play_out
        self.worths: list[float] = []
        self.chances: list[Sequence[float]] = []
        self.points: list[Sequence[float]] = []

    def weighed(self, leader: "_Tried") -> Weighed:
        """What it is worth beside the leader, which may have been tried in more worlds since.

        The luck of the worlds in which both were tried is taken out: what they differ by there counts.
        """
        count = len(self.worths)
        chances, points = (
            _beside(own, all_, count)
            for own, all_ in ((self.chances, leader.chances), (self.points, leader.points))
        )
        [worth] = _beside([(one,) for one in self.worths], [(one,) for one in leader.worths], count)
        fair = tuple(min(1.0, max(0.0, chance)) for chance in chances)
        return Weighed(self.action, worth, fair, points, count)


def weigh(
    model: Model[PositionT],
    view: tuple[Any, Any],
    seat: int,
    rng: Random,
    budget: Budget,
    clock: Clock = now,
    deeper: Callable[[], PlayOut[PositionT]] | None = None,
) -> list[Weighed]:
    """What every candidate is worth to a seat that sees ``view`` (the public and its own half), best first.

    Actions that were dropped early stand behind those that were not, so the first is the one to take.
    Each candidate is played out by the model, or by what ``deeper`` makes for it (``server.bots.tree``).
    """
    until = clock() + budget.seconds
    public, mine = view
    world = model.imagine(public, mine, seat, rng)
    alive = [
        _Tried(action, deeper() if deeper is not None else model.play_out)
        for action in model.candidates(world, seat)
    ]
    dropped: list[_Tried] = []
    left, worlds = budget.simulations, 0
    while True:
        for _ in range(BATCH):
            luck = rng.getrandbits(32)
            for tried in alive:
                _try(model, tried, world.copy(), seat, luck)
            world = model.imagine(public, mine, seat, rng)
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
    """How much more one action is worth to its seat than another, as a chance to win."""

    mean: float
    error: float
    """The standard error of the mean; 0 where nothing had to be imagined."""


def compare(
    model: Model[PositionT],
    view: tuple[Any, Any],
    seat: int,
    rng: Random,
    budget: Budget,
    pair: tuple[int, int],
    deeper: Callable[[], PlayOut[PositionT]] | None = None,
    clock: Clock = now,
) -> Difference:
    """Try two actions in the same worlds with the same luck.

    Meant for worlds other than those in which one of the two was found to be the best: there it was also the
    luckiest, and the difference would look greater than it is.
    """
    until = clock() + budget.seconds
    public, mine = view
    one, other = (_Tried(action, deeper() if deeper is not None else model.play_out) for action in pair)
    for done in range(budget.simulations // 2):
        if done >= BATCH and clock() > until:
            break
        world = model.imagine(public, mine, seat, rng)
        luck = rng.getrandbits(32)
        for tried in (one, other):
            _try(model, tried, world.copy(), seat, luck)
    differences = [
        ahead[seat] - behind[seat] for ahead, behind in zip(one.chances, other.chances, strict=True)
    ]
    return Difference(fmean(differences), stdev(differences) / math.sqrt(len(differences)))


def _beside(
    own: Sequence[Sequence[float]], leader: Sequence[Sequence[float]], count: int
) -> tuple[float, ...]:
    """The means of an action's first ``count`` worlds, moved by what the leader's mean has changed since."""
    return tuple(
        fmean(mine) + fmean(theirs) - fmean(theirs[:count])
        for mine, theirs in zip(zip(*own, strict=True), zip(*leader, strict=True), strict=True)
    )


def _try(model: Model[PositionT], tried: _Tried, world: PositionT, seat: int, luck: int) -> None:
    """Take the action in a world of its own and see what comes of it."""
    world.apply(seat, tried.action)
    points = tried.play_out(world, Random(luck))
    tried.points.append(points)
    tried.chances.append(model.chances(points))
    tried.worths.append(model.worth(points, seat))


def _race(alive: list[_Tried], doubt: float) -> tuple[list[_Tried], list[_Tried]]:
    """Those that may still be the best, and those that may not, the better ones first."""
    leader = max(alive, key=lambda tried: sum(tried.worths))
    stay: list[_Tried] = []
    behind: list[_Tried] = []
    for tried in alive:
        (stay if tried is leader or _in_question(leader.worths, tried.worths, doubt) else behind).append(
            tried
        )
    behind.sort(key=lambda tried: -sum(tried.worths))
    return stay, behind


def _in_question(ahead: Sequence[float], trailing: Sequence[float], doubt: float) -> bool:
    """Whether chance may explain the difference of two actions that were tried in the same worlds."""
    count = len(ahead)
    differences = [one - other for one, other in zip(ahead, trailing, strict=True)]
    mean = sum(differences) / count
    squares = sum((difference - mean) ** 2 for difference in differences)
    return mean <= doubt * math.sqrt(squares / (count * (count - 1)))
