"""Deeper search: a tree of the seat's own next decisions below an action (information-set tree search).

The nodes are what the seat may know, with the actions it may take then. Other seats play by habit. Each world
adds one node; beyond the tree all seats play by habit. Worlds that look alike to the seat share a node.
"""

import math
from collections.abc import Callable, Hashable, Sequence
from random import Random
from typing import Final, Protocol, TypeVar

from triqueta_server.bots.search import Model, Rollout
from triqueta_server.games.game import Position

CURIOSITY: Final = 0.12
"""Exploration weight (UCB)."""

HABIT: Final = 2
"""Visits of a node for each action added to it."""

PositionT = TypeVar("PositionT", bound=Position)


class Steps(Model[PositionT], Protocol[PositionT]):
    """What a game adds to its model for this search."""

    def goes_on(self, position: PositionT) -> bool:
        """Whether the tree may grow beyond this position."""

    def habit(self, position: PositionT, seat: int, rng: Random) -> int:
        """The quick choice of a seat; one of its candidates, or equivalent to one."""

    def known(self, position: PositionT, seat: int) -> Hashable:
        """All that a seat knows and that matters, and nothing else."""


class _Node:
    """A future decision and the statistics of its actions."""

    __slots__ = ("actions", "sums", "visits")

    def __init__(self, actions: Sequence[int], habit: int) -> None:
        # The habit comes first, so it is tried first.
        self.actions = sorted(actions, key=lambda action: action != habit)
        self.visits = [0] * len(actions)
        self.sums = [0.0] * len(actions)

    def pick(self) -> int:
        """The index of the action to try next."""
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


def below(model: Steps[PositionT], seat: int) -> Callable[[], Rollout[PositionT]]:
    """For ``search.weigh``: a factory of one tree for each action of a seat."""

    def tree() -> Rollout[PositionT]:
        nodes: dict[Hashable, _Node] = {}

        def rollout(position: PositionT, rng: Random) -> Sequence[float]:
            path = _descend(model, nodes, position, seat, rng)
            points = model.rollout(position, rng)
            worth = model.worth(points, seat)
            for node, at in path:
                node.visits[at] += 1
                node.sums[at] += worth
            return points

        return rollout

    return tree


def _descend(
    model: Steps[PositionT], nodes: dict[Hashable, _Node], position: PositionT, seat: int, rng: Random
) -> list[tuple[_Node, int]]:
    """Play through the tree and one decision beyond it; return the path."""
    path: list[tuple[_Node, int]] = []
    while model.goes_on(position):
        mover = position.owing[0]
        if mover != seat or len(position.legal(mover)) == 1:
            position.apply(mover, model.habit(position, mover, rng))
            continue
        known = model.known(position, seat)
        node = nodes.get(known)
        grown = node is None
        if node is None:
            node = nodes[known] = _Node(model.candidates(position, seat), model.habit(position, seat, rng))
        at = 0 if grown else node.pick()
        path.append((node, at))
        position.apply(seat, node.actions[at])
        if grown:
            break
    return path
