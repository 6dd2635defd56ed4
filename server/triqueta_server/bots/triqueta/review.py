"""Review of finished games of Triqueta: kept tokens lie open, only undrawn tokens are shuffled again."""

from collections.abc import Sequence
from random import Random
from typing import Final

from triqueta_protocol.games.triqueta import TOKENS_OF_A_KIND, TOWER_HEIGHT, TOWERS, Mine, Public
from triqueta_server.bots.coach import Option
from triqueta_server.bots.reviewer import Chances, Reviewer, less
from triqueta_server.bots.search import Budget, Difference
from triqueta_server.bots.search import compare as compare_in
from triqueta_server.bots.tree import below
from triqueta_server.bots.triqueta import coach, levels
from triqueta_server.bots.triqueta.evaluate import chances_after
from triqueta_server.bots.triqueta.model import TriquetaModel
from triqueta_server.bots.triqueta.rollout import expected_points, own_style, play_round
from triqueta_server.games.triqueta.actions import DRAW, KEEP, PLACE, TAKE
from triqueta_server.games.triqueta.lookups import UNITS, animals, packed
from triqueta_server.games.triqueta.position import Position

BUDGET: Final = Budget(2 * levels.EXPERT.simulations, 4.0, levels.EXPERT.doubt)
"""More than the expert's; the time is for slow machines."""
PAIRS: Final = Budget(1200, 4.0)
"""To compare the action that was taken with the best."""
SAMPLES: Final = 800
"""Rollouts for each position of a game of two; with more seats there are fewer, of draws also."""
DRAWS: Final = 500

_ALL: Final = sum(TOKENS_OF_A_KIND * unit for unit in UNITS)


def weigh(public: Public, mine: Mine, seat: int, rng: Random) -> Sequence[Option]:
    return coach.weigh_options(public, mine, seat, rng, BUDGET)


def compare(public: Public, mine: Mine, seat: int, rng: Random, one: int, other: int) -> Difference:
    model = TriquetaModel(public, seat)
    return compare_in(model, (public, mine), seat, rng, PAIRS, (one, other), below(model, seat))


def same(public: Public, one: int, other: int) -> bool:
    """Unopened towers are alike, and so are rows with the same animals."""
    for first, behind in ((TAKE, PLACE), (PLACE, KEEP)):
        if first <= one < behind and first <= other < behind:
            return sorted(public.rows[one - first]) == sorted(public.rows[other - first])
    return one == other or public.phase == "tower"


def outlook(position: Position, rng: Random) -> Sequence[Chances]:
    if position.phase == "reveal":
        return [_rollout(position, rng)]
    return [_rollout(redealt(position, rng), rng) for _ in range(_fewer(SAMPLES, position.seats))]


def draws(before: Position, seat: int, action: int, after: Position, rng: Random) -> Sequence[Chances]:
    if action != DRAW:
        return []
    drawn = after.deal[before.top : after.top]
    found = []
    for _ in range(_fewer(DRAWS, before.seats)):
        might = redealt(before, rng)
        real = might.copy()
        real.deal = _with(might.deal, before.top, drawn)
        luck = rng.getrandbits(32)
        for world in (might, real):
            world.apply(seat, DRAW)
        found.append(less(*[_rollout(world, Random(luck)) for world in (real, might)]))
    return found


def redealt(position: Position, rng: Random) -> Position:
    """The same position with all undrawn tokens in another order."""
    held = position.deal[position.top - position.held : position.top]
    on_table = sum(row for row, taker in zip(position.rows, position.takers, strict=True) if taker is None)
    hidden = [animal for tokens in (*position.kept, *position.boxed) for animal in tokens]
    unseen = _ALL - sum(position.collections) - on_table - packed(hidden) - packed(held)
    tokens = list(animals(unseen))
    rng.shuffle(tokens)
    deal = bytearray(position.deal)
    closed = [tower for tower in range(TOWERS) if position.trees >> tower & 1]
    for start, end in (
        (position.top, position.end),
        *((tower * TOWER_HEIGHT, (tower + 1) * TOWER_HEIGHT) for tower in closed),
    ):
        deal[start:end] = bytes([tokens.pop() for _ in range(start, end)])
    twin = position.copy()
    twin.deal = bytes(deal)
    return twin


def _with(deal: bytes, top: int, drawn: bytes) -> bytes:
    """The same order, except that these tokens come next, swapped with like ones from far behind."""
    order = bytearray(deal)
    for at, animal in enumerate(drawn, top):
        if order[at] != animal:
            place = order.rfind(animal, top + len(drawn))
            if place >= 0:
                order[place] = order[at]
            order[at] = animal
    return bytes(order)


def _rollout(position: Position, rng: Random) -> Sequence[float]:
    play_round(position, (own_style(position.seats),) * position.seats, rng)
    return chances_after(expected_points(position), position.trees.bit_count())


def _fewer(count: int, seats: int) -> int:
    """Fewer samples: with more seats a rollout takes longer."""
    return count * 3 // (seats + 1)


REVIEWER: Final = Reviewer(weigh, compare, outlook, draws, same)
