"""The end of a game, solved: with an empty bag there is nothing left to imagine.

Two seats want the opposite of each other, so what cannot change the outcome is left out (alpha-beta). Among
more, each is taken to look after itself: to win, and beyond that to be well ahead of the best other.
"""

import math
from typing import Final

from server.bots.clock import Clock
from server.bots.tripitz.foresight import certain, lead
from server.bots.tripitz.play_on import NOTHING, layings
from server.bots.tripitz.world import World
from server.games.tripitz.actions import SIT_OUT, SWAP, placement
from server.games.tripitz.lookups import ALL_STONES, EDGES

SOLVABLE: Final = 6
"""Pieces on the racks of all seats; with seven there are mostly more than 6,000 positions to look at."""

Solved = list[tuple[int, tuple[int, ...]]]
"""Every action and the points with which the game ends after it."""


class _TooLargeError(Exception):
    """The rest of the game has more positions than there is time for."""


def solved(world: World, positions: int, until: float, clock: Clock) -> Solved | None:
    """What comes of every action if all play as well as possible; None if that takes too long."""
    seat = world.turn
    if seat is None or world.left or sum([hand.bit_count() for hand in world.hands]) > SOLVABLE:
        return None
    solver = _Solver(world.seats, positions, until, clock)
    try:
        return [(action, solver.after(world, seat, action)) for action in actions(world, seat)]
    except _TooLargeError:
        return None


def winning_at_once(world: World, seat: int) -> int | None:
    """The placement that ends a short game and wins it by most: no imagined lead is as certain."""
    if not world.options.short:
        return None
    ending = [laying for laying in layings(world.pay, world.hands[seat]) if EDGES[laying[1]]]
    gain, cell, stone = max(ending, default=NOTHING)
    return placement(stone, cell) if gain and gain + lead(world.points, seat) > 0 else None


def actions(world: World, seat: int) -> list[int]:
    """What is open to a seat whose turn it is when the bag is empty, what scores most first."""
    hand = world.hands[seat]
    found = [placement(stone, cell) for _, cell, stone in sorted(layings(world.pay, hand), reverse=True)]
    found = found or [SIT_OUT]
    if hand > ALL_STONES:
        found += [SWAP + cell for cell in world.enclosed()]
    return found


def preferred(points: tuple[int, ...], seat: int) -> tuple[float, float, tuple[int, ...]]:
    """What a seat wants of the end of a game: the greatest part of the win, then the greatest lead.

    The points themselves come last, so that it does not matter in which order ends are compared.
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
        """The points at the end if a seat takes an action and then everybody the best one.

        With two seats, leads of the first one outside of ``low`` to ``high`` need not be exact.
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
