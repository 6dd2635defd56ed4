"""The end of a game, solved: with an empty bag nothing is hidden.

For two seats it is an alpha-beta search. With more, each seat maximises its own result: to win, and beyond
that to be well ahead of the best other seat.
"""

import math
from typing import Final

from triqueta_server.bots.clock import Clock
from triqueta_server.bots.tripitz.evaluate import certain, lead
from triqueta_server.bots.tripitz.rollout import NOTHING, placements
from triqueta_server.bots.tripitz.worlds import World
from triqueta_server.games.tripitz.actions import SIT_OUT, SWAP, placement
from triqueta_server.games.tripitz.lookups import ALL_STONES, EDGES

SOLVABLE: Final = 6
"""Pieces on all racks, at most; with seven there are mostly more than 6,000 positions."""

Solved = list[tuple[int, tuple[int, ...]]]
"""Every action and the final points after it."""


class _TooLargeError(Exception):
    """The rest of the game has too many positions for the time there is."""


def solved(world: World, positions: int, until: float, clock: Clock) -> Solved | None:
    """The result of every action if all seats play perfectly; None if that takes too long."""
    seat = world.turn
    if seat is None or world.left or sum([hand.bit_count() for hand in world.hands]) > SOLVABLE:
        return None
    solver = _Solver(world.seats, positions, until, clock)
    try:
        return [(action, solver.after(world, seat, action)) for action in actions(world, seat)]
    except _TooLargeError:
        return None


def winning_at_once(world: World, seat: int) -> int | None:
    """The placement that ends a short game and wins it by most, if there is one."""
    if not world.options.short:
        return None
    ending = [laying for laying in placements(world.pay, world.hands[seat]) if EDGES[laying[1]]]
    gain, cell, stone = max(ending, default=NOTHING)
    return placement(stone, cell) if gain and gain + lead(world.points, seat) > 0 else None


def actions(world: World, seat: int) -> list[int]:
    """The legal actions of the seat to move when the bag is empty, those that score most first."""
    hand = world.hands[seat]
    found = [placement(stone, cell) for _, cell, stone in sorted(placements(world.pay, hand), reverse=True)]
    found = found or [SIT_OUT]
    if hand > ALL_STONES:
        found += [SWAP + cell for cell in world.enclosed()]
    return found


def preferred(points: tuple[int, ...], seat: int) -> tuple[float, float, tuple[int, ...]]:
    """Sort key of a seat for final points: its share of the win, then its lead.

    The points themselves come last, so that the order of comparison does not matter.
    """
    return certain(points)[seat], lead(points, seat), points


class _Solver:
    def __init__(self, seats: int, positions: int, until: float, clock: Clock) -> None:
        self._opposed = seats == 2
        self._left = positions
        self._until = until
        self._clock = clock

    def after(
        self, world: World, seat: int, action: int, low: float = -math.inf, high: float = math.inf
    ) -> tuple[int, ...]:
        """The final points if a seat takes an action and then all play perfectly.

        With two seats, a lead of the first seat outside of ``low`` to ``high`` need not be exact.
        """
        self._left -= 1
        if self._left < 0 or self._clock() > self._until:
            raise _TooLargeError
        world = world.copy()
        world.apply(seat, action)
        mover = world.turn
        if mover is None:
            return tuple(world.points)
        best: tuple[int, ...] | None = None
        for answer in actions(world, mover):
            points = self.after(world, mover, answer, low, high)
            if best is None or preferred(points, mover) > preferred(best, mover):
                best = points
            if self._opposed:
                lead = points[0] - points[1]
                low, high = (max(low, lead), high) if mover == 0 else (low, min(high, lead))
                if low >= high:
                    break
        assert best is not None
        return best
