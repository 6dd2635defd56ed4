"""How finished games of Triché are reviewed: hands and centres lie open, only later deals are dealt anew."""

import math
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from protocol.games.triche import Mine, Public
from protocol.games.triche_cards import SET_UP_CARDS
from server.bots.coach import Option
from server.bots.reviewer import Chances, Reviewer, by_seat, less
from server.bots.search import Budget, Difference
from server.bots.search import compare as compare_in
from server.bots.triche import coach, endings, expert, model, round_end
from server.bots.triche.lines import POINT
from server.bots.triche.model import LAST_CARD, TricheModel, at_first_sight
from server.bots.triche.policy import Policy, settle
from server.bots.triche.winning import chances
from server.games.triche.position import Position
from server.games.triche.shuffles import Shuffles

BUDGET: Final = Budget(expert.BUDGET.simulations, 4.0, expert.BUDGET.doubt)
"""The expert's for two; the time is for slow machines."""
PAIRS: Final = Budget(600, 4.0)
"""To compare the action that was taken with the best."""
DEALS: Final = 120
"""Deals that may come, for each moment before one. At larger tables there are fewer of all these."""
LINES: Final = 90
"""Ways to play on, for each moment at which cards are laid."""
GUESSES: Final = 8
"""Of where a round ends, for each way to play it."""
TASTES: Final = 0.8 * POINT
"""How far people differ in what they think of a placement, as a standard deviation."""
WOBBLE: Final = (0.6, 1.1)
"""How far from where it would end if all played as they are thought to a round ends, without and with the
expansion: points, as a standard deviation, times the root of the cards that come before the last one.

Measured between two of the level ``hard``; ``normal`` plays as it is thought to and is at half of it.
"""


class Redealt:
    """Shuffles that might have come: what was dealt stays, all that is dealt later comes by chance."""

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
    model_ = TricheModel(public, mine, seat, expert.MOST)
    worlds = model.all_worlds(model_, public, BUDGET)
    if worlds is not None:
        ahead, behind = (endings.weighed(model_, worlds, seat, action) for action in (one, other))
        return Difference(ahead.chances[seat] - behind.chances[seat], 0.0)
    pairs = replace(PAIRS, simulations=_fewer(PAIRS.simulations, len(public.owners)))
    return compare_in(model_, (public, mine), seat, rng, pairs, (one, other))


def weigh(public: Public, mine: Mine, seat: int, rng: Random) -> list[Option]:
    seats = len(public.owners)
    return coach.weighed(
        public, mine, seat, rng, replace(BUDGET, simulations=_fewer(BUDGET.simulations, seats))
    )


def same(public: Public, one: int, other: int) -> bool:
    return one == other


def outlook(position: Position, rng: Random) -> Sequence[Chances]:
    policy = model.policy(position.expansion, position.diagonals)
    policy.carres.forget()
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
    policy.carres.forget()
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
    """Play to the end of the round; it ends thereabouts."""
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
    points = round_end.play(position, policy.carres)
    found = []
    for _ in range(GUESSES):
        ends = [max(0, round(got + rng.gauss(0, away))) + tie for got, tie in zip(points, last, strict=True)]
        found.append(chances(ends, target, expansion=expansion))
    return found


def _lay(position: Position, policy: Policy, rng: Random) -> None:
    """Lay a card somewhere good, not always where it is best at first sight."""
    seat, judge = position.turn, policy.carres
    action = max(
        position.legal(seat),
        key=lambda one: at_first_sight(judge, position, seat, one) + rng.gauss(0, TASTES),
    )
    position.apply(seat, action)
    settle(position, policy, rng)


def _fewer(count: int, seats: int) -> int:
    """A play-out takes longer, the more seats there are."""
    return count * 2 // seats


def _samples(count: int, position: Position) -> int:
    """With more seats more cards are laid by taste as well."""
    return _fewer(_fewer(count, position.seats), position.seats)


REVIEWER: Final = Reviewer(weigh, compare, outlook, draws, same)
