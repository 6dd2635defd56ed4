"""Tripitz's search model: which actions to try, how far to look ahead, what a lead is worth."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from triqueta_protocol.games.tripitz import AnyAction, Mine, Public, StandBack
from triqueta_server.bots.clock import Clock, now
from triqueta_server.bots.search import Budget, Weighed, weigh
from triqueta_server.bots.tripitz.endgame import preferred, solved, winning_at_once
from triqueta_server.bots.tripitz.evaluate import apart, certain, lead
from triqueta_server.bots.tripitz.rollout import Settled, most, placements, play_turns
from triqueta_server.bots.tripitz.worlds import World
from triqueta_server.games.tripitz.actions import EXCHANGE, SIT_OUT, SWAP, pieces, placement, typed
from triqueta_server.games.tripitz.lookups import ALL_STONES, BITS

FADING: Final = 0.8
"""What a point of the next round counts relative to one of this round."""
WHOLE_GAME: Final = 150
"""More turns than a game has."""
SWING: Final = 3.6
"""How far apart luck moves two seats in one turn of each: standard deviation, in points."""
SHORT: Final = 8
"""Turns that a short game is taken to last beyond the search, as it may end at any time."""
FETCHED: Final = 5
"""Stones to consider when a joker is swapped."""
MARGIN: Final = 0.0005
"""What a point of lead is worth, in chances to win."""


class TripitzModel:
    """``triqueta_server.bots.search.Model`` says what each method does. One for each decision."""

    def __init__(self, public: Public, seat: int, rounds: int) -> None:
        """``rounds``: turns of each seat to look ahead."""
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

    def sample_world(self, public: Public, mine: Mine, seat: int, rng: Random) -> World:
        return self.world.shuffled(rng)

    def candidates(self, position: World, seat: int) -> Sequence[int]:
        """All placements, the best swaps, and a few sensible exchanges."""
        found = placements(position.pay, position.hands[seat])
        laid = [placement(stone, cell) for _, cell, stone in sorted(found, reverse=True)]
        if position.left:
            laid += _exchanges(position, seat)
        swaps = [SWAP + cell for cell in _swaps(position, seat)]
        return swaps + laid or [SIT_OUT]

    def rollout(self, position: World, rng: Random) -> Sequence[float]:
        # After a swap the turn goes on.
        goes_on = position.turn == self._seat
        return play_turns(position, self._weights if goes_on else self._weights[1:])

    def chances(self, points: Sequence[float]) -> Sequence[float]:
        if not self.swing or isinstance(points, Settled):
            return certain(points)
        return apart(points, self.swing)

    def worth(self, points: Sequence[float], seat: int) -> float:
        return self.chances(points)[seat] + MARGIN * lead(points, seat)


def _swaps(world: World, seat: int) -> list[int]:
    """The cells whose stones would score most on this rack now."""
    hand = world.hands[seat]
    if hand <= ALL_STONES:
        return []
    gains = [(-most(world.pay, BITS[world.board[cell]])[0], cell) for cell in world.enclosed()]
    return [cell for _, cell in sorted(gains)[:FETCHED]]


def _exchanges(world: World, seat: int) -> list[int]:
    """Exchanges: everything, the pieces that fit nowhere, and everything but the piece that scores most."""
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


@dataclass(frozen=True)
class Effort:
    """How hard a level searches."""

    rounds: int
    """Turns of each seat to look ahead."""
    budget: Budget
    positions: int
    """Positions to visit when solving the end of a game, at most."""


def decide(
    public: Public, mine: Mine, seat: int, rng: Random, effort: Effort, clock: Clock = now
) -> AnyAction:
    """Return the best action; an only action is returned at once. No bot races."""
    if public.phase == "race":
        return StandBack()
    only = mine.choices[0]
    if len(mine.choices) == 1 and only.pick is None and not only.cells:
        return only.action
    best = weigh_actions(public, mine, seat, rng, effort, clock)[0]
    return typed(best.action, sum([BITS[piece] for piece in public.racks[seat]]))


def weigh_actions(
    public: Public, mine: Mine, seat: int, rng: Random, effort: Effort, clock: Clock = now
) -> list[Weighed]:
    """Every searched action with its worth, the best first; exact if the rest can be solved."""
    model = TripitzModel(public, seat, effort.rounds)
    ends = solved(model.world, effort.positions, clock() + effort.budget.seconds / 2, clock)
    if ends is None:
        found = weigh(model, (public, mine), seat, rng, effort.budget, clock)
        winning = winning_at_once(model.world, seat)
        return sorted(found, key=lambda one: one.action != winning)
    ends.sort(key=lambda end: preferred(end[1], seat), reverse=True)
    return [Weighed(action, model.worth(end, seat), tuple(certain(end)), end, 1) for action, end in ends]
