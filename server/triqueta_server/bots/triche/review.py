"""Review of finished games of Triché: hands and centres lie open, only later deals are dealt again."""

import math
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from triqueta_protocol.games.triche import Mine, Public
from triqueta_protocol.games.triche_cards import SET_UP_CARDS
from triqueta_server.bots.coach import Option
from triqueta_server.bots.reviewer import Chances, Reviewer, by_seat, less
from triqueta_server.bots.search import Budget, Difference
from triqueta_server.bots.search import compare as compare_in
from triqueta_server.bots.triche import coach, endgame, levels, model
from triqueta_server.bots.triche.evaluate import POINT, chances
from triqueta_server.bots.triche.model import LAST_CARD, TricheModel, at_first_sight
from triqueta_server.bots.triche.rollout import Policy, play_to_round_end, settle
from triqueta_server.games.triche.position import Position
from triqueta_server.games.triche.shuffles import Shuffles

BUDGET: Final = replace(levels.EXPERT.budget, seconds=4.0)
"""The expert's, for two seats; the time limit is for slow machines."""
PAIRS: Final = Budget(600, 4.0)
"""To compare the action that was taken with the best."""
DEALS: Final = 120
"""Deals to sample for a position before one. Larger tables get fewer of all these samples."""
LINES: Final = 90
"""Rollouts for a position in which cards are laid."""
GUESSES: Final = 8
"""Guesses of the final points, for each rollout."""
TASTES: Final = 0.8 * POINT
"""Standard deviation of what people think a placement is worth."""
WOBBLE: Final = (0.6, 1.1)
"""How far a round ends from its rollout: standard deviation in points, without and with the expansion, times
the square root of the cards to come before the last one.

Measured between two bots of level ``hard``. For ``normal``, which plays as rollouts do, it is half of this.
"""


class Redealt:
    """Shuffles that keep what was dealt and deal everything later at random."""

    def __init__(self, real: Shuffles, position: Position, rng: Random) -> None:
        self.cards = real.cards
        self._luck = rng.getrandbits(32)
        self._orders: dict[tuple[int, int], Sequence[int]] = {}
        if position.phase == "set_up":
            order = real.order(position.round, 0)
            dealt = SET_UP_CARDS * position.seats
            self._orders[position.round, 0] = [*order[:dealt], *rng.sample(order[dealt:], len(order) - dealt)]

    def order(self, round_: int, shuffle: int) -> Sequence[int]:
        order = self._orders.get((round_, shuffle))
        if order is None:
            luck = Random(f"{self._luck} {round_} {shuffle}")
            order = self._orders[round_, shuffle] = luck.sample(range(len(self.cards)), len(self.cards))
        return order


def compare(public: Public, mine: Mine, seat: int, rng: Random, one: int, other: int) -> Difference:
    model_ = TricheModel(public, mine, seat, levels.EXPERT.most)
    worlds = model.all_worlds(model_, public, BUDGET)
    if worlds is not None:
        ahead, behind = (endgame.weigh_action(model_, worlds, seat, action) for action in (one, other))
        return Difference(ahead.chances[seat] - behind.chances[seat], 0.0)
    pairs = replace(PAIRS, simulations=_fewer(PAIRS.simulations, len(public.owners)))
    return compare_in(model_, (public, mine), seat, rng, pairs, (one, other))


def weigh(public: Public, mine: Mine, seat: int, rng: Random) -> list[Option]:
    seats = len(public.owners)
    return coach.weigh_options(
        public, mine, seat, rng, replace(BUDGET, simulations=_fewer(BUDGET.simulations, seats))
    )


def same(public: Public, one: int, other: int) -> bool:
    return one == other


def outlook(position: Position, rng: Random) -> Sequence[Chances]:
    policy = model.policy(position.expansion, position.diagonals)
    policy.evaluator.trim()
    laying = position.phase not in ("set_up", "redraw")
    count = _samples(LINES if laying else DEALS, position)
    worlds = (position.copy() if laying else redealt(position, rng) for _ in range(count))
    return [by_seat(_ends(world, policy, rng)) for world in worlds]


def draws(before: Position, seat: int, action: int, after: Position, rng: Random) -> Sequence[Chances]:
    """A deal at the beginning of a round or after the carrés are set up, or cards that were redrawn."""
    dealt = after.round != before.round or (before.phase == "set_up" and after.phase != "set_up")
    redrawn = before.phase == "redraw" and sum(map(sum, after.redraws)) != sum(map(sum, before.redraws))
    if not (after.owing and (dealt or redrawn)):
        return []
    policy = model.policy(before.expansion, before.diagonals)
    policy.evaluator.trim()
    found = []
    for _ in range(_samples(DEALS, before)):
        might = redealt(before, rng)
        might.apply(seat, action)
        luck = rng.getrandbits(32)
        worlds = (redealt(after, rng), might)
        found.append(less(*[by_seat(_ends(world, policy, Random(luck))) for world in worlds]))
    return found


def redealt(position: Position, rng: Random) -> Position:
    twin = position.copy()
    twin.shuffles = Redealt(position.shuffles, position, rng)
    return twin


def _ends(position: Position, policy: Policy, rng: Random) -> Sequence[Chances]:
    """Play to the end of the round, and guess around it."""
    round_, seats = position.round, position.seats
    last = [LAST_CARD * ((at - position.start) % seats) for at in range(seats)]
    settle(position, policy, rng)
    for _ in range(seats):
        if position.round == round_ and position.phase == "place":
            _lay(position, policy, rng)
    target, expansion = position.target, position.expansion
    if position.round != round_ or not position.owing:
        ended = [got + tie for got, tie in zip(position.points, last, strict=True)]
        return [chances(ended, target, expansion=expansion)]
    away = WOBBLE[expansion] * math.sqrt(position.left - 1)
    points = play_to_round_end(position, policy.evaluator)
    found = []
    for _ in range(GUESSES):
        ends = [max(0, round(got + rng.gauss(0, away))) + tie for got, tie in zip(points, last, strict=True)]
        found.append(chances(ends, target, expansion=expansion))
    return found


def _lay(position: Position, policy: Policy, rng: Random) -> None:
    """Lay a card somewhere good, not always where the evaluator likes it best."""
    seat, evaluator = position.turn, policy.evaluator
    action = max(
        position.legal(seat),
        key=lambda one: at_first_sight(evaluator, position, seat, one) + rng.gauss(0, TASTES),
    )
    position.apply(seat, action)
    settle(position, policy, rng)


def _fewer(count: int, seats: int) -> int:
    """Fewer samples: rollouts take longer with more seats."""
    return count * 2 // seats


def _samples(count: int, position: Position) -> int:
    """Fewer samples: with more seats, more cards are laid per rollout as well."""
    return _fewer(_fewer(count, position.seats), position.seats)


REVIEWER: Final = Reviewer(weigh, compare, outlook, draws, same)
