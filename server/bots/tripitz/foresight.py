"""How Tripitz is searched: which actions are worth a thought, how far to look ahead, what a lead is worth."""

import math
from collections.abc import Sequence
from random import Random
from typing import Final

from protocol.games.tripitz import Mine, Public
from server.bots.tripitz.play_on import Settled, layings, most, play_on
from server.bots.tripitz.world import World
from server.games.tripitz.actions import EXCHANGE, SIT_OUT, SWAP, pieces, placement
from server.games.tripitz.lookups import ALL_STONES, BITS

FADING: Final = 0.8
"""What a point of the next round counts beside one of this: the further ahead, the less is certain."""
WHOLE_GAME: Final = 150
"""More turns than a game has."""
SWING: Final = 3.6
"""How far apart, in points, chance drives two seats in a turn that each of them has (standard deviation)."""
SHORT: Final = 8
"""Turns to come in a short game beyond those that are looked at, as it may end at any time."""
FETCHED: Final = 5
"""Stones that a joker may be swapped for to be looked at more closely."""
MARGIN: Final = 0.0005
"""What a point more or less is worth beside the chance to win."""


class Foresight:
    """``server.bots.search.Model`` says what each method does. One for each decision."""

    def __init__(self, public: Public, seat: int, rounds: int) -> None:
        """``rounds``: how many turns of each seat to look ahead."""
        self.world = World(public)
        self._seat = seat
        seats = self.world.seats
        turns = rounds * seats - 1
        ahead = min(sum(map(len, public.racks)) + public.bag - 1 - turns, SHORT if public.short else 99)
        if ahead <= 0:
            self._weights = (1.0,) * WHOLE_GAME
            self.swing = 0.0
        else:
            self._weights = tuple([FADING ** (turn / seats) for turn in range(turns + 1)])
            self.swing = SWING * math.sqrt(ahead / seats)

    def imagine(self, public: Public, mine: Mine, seat: int, rng: Random) -> World:
        return self.world.shuffled(rng)

    def candidates(self, position: World, seat: int) -> Sequence[int]:
        """All placements, the best swaps, and the exchanges that somebody might think of."""
        found = layings(position.pay, position.hands[seat])
        laid = [placement(stone, cell) for _, cell, stone in sorted(found, reverse=True)]
        if position.left:
            laid += _exchanges(position, seat)
        swaps = [SWAP + cell for cell in _swaps(position, seat)]
        return swaps + laid or [SIT_OUT]

    def play_out(self, position: World, rng: Random) -> Sequence[float]:
        # After a swap the turn goes on.
        goes_on = position.turn == self._seat
        return play_on(position, self._weights if goes_on else self._weights[1:])

    def chances(self, points: Sequence[float]) -> Sequence[float]:
        if not self.swing or isinstance(points, Settled):
            return certain(points)
        return apart(points, self.swing)

    def worth(self, points: Sequence[float], seat: int) -> float:
        return self.chances(points)[seat] + MARGIN * lead(points, seat)


def apart(points: Sequence[float], swing: float) -> list[float]:
    """The chances of seats with these points if chance will drive each two of them so far apart."""
    scale = swing * math.sqrt(2)
    ahead = [math.prod([1 + math.erf((one - other) / scale) for other in points]) for one in points]
    total = sum(ahead)
    return [one / total for one in ahead]


def certain(points: Sequence[float]) -> list[float]:
    """Each seat's part of the win when the game is over."""
    best = max(points)
    share = 1 / sum([one == best for one in points])
    return [share if one == best else 0.0 for one in points]


def lead(points: Sequence[float], seat: int) -> float:
    """How far a seat is ahead of the best other one."""
    return points[seat] - max([other for at, other in enumerate(points) if at != seat])


def _swaps(world: World, seat: int) -> list[int]:
    """The cells whose stones would score most now."""
    hand = world.hands[seat]
    if hand <= ALL_STONES:
        return []
    gains = [(-most(world.pay, BITS[world.board[cell]])[0], cell) for cell in world.enclosed()]
    return [cell for _, cell in sorted(gains)[:FETCHED]]


def _exchanges(world: World, seat: int) -> list[int]:
    """All that can go back, the pieces that fit nowhere, and all but the one that scores most."""
    rack = pieces(world.hands[seat])
    fitting = 0
    for levels in world.pay.values():
        for _, stones in levels:
            fitting |= stones
    best = most(world.pay, world.hands[seat])
    subsets = [
        list(reversed(rack)),
        [piece for piece in reversed(rack) if not fitting & BITS[piece]],
        [piece for piece in reversed(rack) if not best[0] or piece != best[2]],
    ]
    kept = {sum([1 << rack.index(piece) for piece in subset[: world.left]]) for subset in subsets}
    return [EXCHANGE + places for places in sorted(kept - {0})]
