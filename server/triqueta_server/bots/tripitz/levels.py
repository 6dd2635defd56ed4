"""The four levels of Tripitz's bots."""

from random import Random
from typing import Final

from triqueta_protocol.games.tripitz import AnyAction, Exchange, Mine, Public, SitOut, StandBack, Swap
from triqueta_protocol.games.tripitz_board import AXES, groups
from triqueta_protocol.games.tripitz_stones import features
from triqueta_server.bots.search import Budget
from triqueta_server.bots.tripitz import model, normal
from triqueta_server.bots.tripitz.legal_moves import Placement, most_exchanged, placements, swaps
from triqueta_server.bots.tripitz.model import Effort

SEEN: Final = (1.0, 0.5, 0.3, 0.15)
"""By number of differing features: how likely level easy is to notice a figure at a glance."""
GLANCES: Final = 3
"""Looks at the board before level easy gives up and exchanges."""
EXCHANGED: Final = 3
"""Stones that level easy exchanges then."""
SWAPPED: Final = 0.5
"""How likely level easy is to think of swapping a joker."""

HARD: Final = Effort(rounds=2, budget=Budget(simulations=200, seconds=0.1), positions=500)
EXPERT: Final = Effort(rounds=4, budget=Budget(simulations=2500, seconds=0.7), positions=5000)


def easy(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    """Lay the best of what is seen at a glance; never race, swap jokers for anything, exchange at a loss.

    It overlooks figures as people do: the more features differ, the harder a figure is to see.
    """
    if public.phase == "race":
        return StandBack()
    cells = swaps(mine)
    if cells and rng.random() < SWAPPED:
        return Swap(rng.choice(cells))
    possible = placements(mine)
    for _ in range(GLANCES if possible else 0):
        seen = [one for one in possible if rng.random() < _visibility(public, one)]
        if seen:
            most = max(one.points for one in seen)
            return rng.choice([one for one in seen if one.points == most]).action
    most = min(EXCHANGED, most_exchanged(mine))
    if most:
        rack = public.racks[seat]
        return Exchange(tuple(sorted(rng.sample(rack, min(most, len(rack))))))
    return rng.choice(possible).action if possible else SitOut()


def _visibility(public: Public, placement: Placement) -> float:
    """How likely the placement is to be noticed: as likely as the plainest of its figures."""
    action = placement.action
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


def hard(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    """Look two rounds ahead, over a few orders of the bag."""
    return model.decide(public, mine, seat, rng, HARD)


def expert(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    """Look four rounds ahead, over many orders of the bag."""
    return model.decide(public, mine, seat, rng, EXPERT)


LEVELS: Final = {"easy": easy, "normal": normal.decide, "hard": hard, "expert": expert}
