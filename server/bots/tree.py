"""A search that looks deeper: what an action is worth depends on the own next decisions, so they are learned.

Below an action stands a tree of what its seat may come to know, and of what it may do then. Other seats play
by habit. The tree is grown by one decision in each world; beyond it everybody plays by habit. What the seat
cannot know is no part of it: worlds that look alike to the seat meet in the same place.
"""

import math
from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import Final, Protocol, TypeVar

from server.bots.search import Model, PlayOut
from server.games.game import Position

CURIOSITY: Final = 0.12
"""How much better than it looks an action may be that was tried seldom."""

HABIT: Final = 2
"""How often what is known of a place is tried for each new action there."""

PositionT = TypeVar("PositionT", bound=Position)


class Steps(Model[PositionT], Protocol[PositionT]):
    """What a game adds to its model, to be searched deeper."""

    def goes_on(self, position: PositionT) -> bool:
        """Whether imagination goes further than this position."""

    def habit(self, position: PositionT, seat: int, rng: Random) -> int:
        """What a seat does without much thought; one of its candidates, or as good as one."""

    def known(self, position: PositionT, seat: int) -> Hashable:
        """All that matters of what a seat knows, and nothing else."""


class _Place:
    """A decision that may come, and what was learned about it."""

    __slots__ = ("actions", "sums", "visits")

    def __init__(self, actions: Sequence[int], habit: int) -> None:
        # What is done by habit comes first: it is tried first.
        self.actions = sorted(actions, key=lambda action: action != habit)
        self.visits = [0] * len(actions)
        self.sums = [0.0] * len(actions)

    def pick(self) -> int:
        """Which of its actions is tried next."""
        visits = sum(self.visits)
        tried = len(self.visits) - self.visits.count(0)
        if tried < len(self.actions) and visits >= HABIT * tried:
            return tried
        much = math.log(visits + 1)
        scores = [
            total / count + CURIOSITY * math.sqrt(much / count)
            for total, count in zip(self.sums[:tried], self.visits, strict=False)
        ]
        return scores.index(max(scores))


def below(model: Steps[PositionT], seat: int) -> Callable[[], PlayOut[PositionT]]:
    """For ``search.weigh``: makes a tree for each action of a seat."""

    def tree() -> PlayOut[PositionT]:
        places: dict[Hashable, _Place] = {}

        def play_out(position: PositionT, rng: Random) -> Sequence[float]:
            path = _descend(model, places, position, seat, rng)
            points = model.play_out(position, rng)
            worth = model.worth(points, seat)
            for place, at in path:
                place.visits[at] += 1
                place.sums[at] += worth
            return points

        return play_out

    return tree


def _descend(
    model: Steps[PositionT], places: dict[Hashable, _Place], position: PositionT, seat: int, rng: Random
) -> list[tuple[_Place, int]]:
    """Play on through the tree and one decision beyond it; the way through it."""
    path: list[tuple[_Place, int]] = []
    while model.goes_on(position):
        mover = position.owing[0]
        if mover != seat or len(position.legal(mover)) == 1:
            position.apply(mover, model.habit(position, mover, rng))
            continue
        known = model.known(position, seat)
        place = places.get(known)
        grown = place is None
        if place is None:
            place = places[known] = _Place(model.candidates(position, seat), model.habit(position, seat, rng))
        at = 0 if grown else place.pick()
        path.append((place, at))
        position.apply(seat, place.actions[at])
        if grown:
            break
    return path
