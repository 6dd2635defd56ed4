"""A beginner, who overlooks figures as people do: the more features differ, the harder one is to see."""

from random import Random
from typing import Final

from protocol.games.tripitz import AnyAction, Exchange, Mine, Public, SitOut, StandBack, Swap
from protocol.games.tripitz_board import AXES, groups
from protocol.games.tripitz_stones import features
from server.bots.tripitz.open_to import Laying, layings, most_exchanged, swaps

SEEN: Final = (1.0, 0.5, 0.3, 0.15)
"""By how many features differ: how likely a figure is to be noticed at a glance."""
GLANCES: Final = 3
"""How often to look before giving up and exchanging."""
EXCHANGED: Final = 3
"""How many stones to exchange then."""
SWAPPED: Final = 0.5
"""How likely somebody is to think of swapping a joker."""


def decide(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    """Lay the best of what is seen at a glance; never race, swap jokers for anything, exchange at a loss."""
    if public.phase == "race":
        return StandBack()
    cells = swaps(mine)
    if cells and rng.random() < SWAPPED:
        return Swap(rng.choice(cells))
    possible = layings(mine)
    for _ in range(GLANCES if possible else 0):
        seen = [one for one in possible if rng.random() < _ease(public, one)]
        if seen:
            most = max(one.points for one in seen)
            return rng.choice([one for one in seen if one.points == most]).action
    most = min(EXCHANGED, most_exchanged(mine))
    if most:
        rack = public.racks[seat]
        return Exchange(tuple(sorted(rng.sample(rack, min(most, len(rack))))))
    return rng.choice(possible).action if possible else SitOut()


def _ease(public: Public, laying: Laying) -> float:
    """How likely somebody is to see that a stone fits in a cell: as likely as the plainest of its figures."""
    action = laying.action
    plainest = 3
    for axis in range(len(AXES)):
        for group in groups(public.board, action.cell, action.stone, axis):
            if group.counts:
                first, second = [
                    action.stone if cell == action.cell else public.board[cell] for cell in group.cells
                ][:2]
                assert first is not None
                assert second is not None
                apart = [one != other for one, other in zip(features(first), features(second), strict=True)]
                plainest = min(plainest, sum(apart))
    return SEEN[plainest]
