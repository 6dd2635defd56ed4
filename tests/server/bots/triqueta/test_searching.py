"""Bots of Triqueta that search: what they imagine, how they play on, and when they are cut short."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tests.server.bots.triqueta.games import VIEWS
from triqueta_protocol.codec import plain
from triqueta_protocol.games.triqueta import TOWERS, Options
from triqueta_server.bots.search import BATCH, Budget, weigh
from triqueta_server.bots.tree import below
from triqueta_server.bots.triqueta import normal
from triqueta_server.bots.triqueta.model import TriquetaModel
from triqueta_server.bots.triqueta.rollout import NORMAL, final_points, habit
from triqueta_server.bots.triqueta.values import VALUES_AFTER
from triqueta_server.games.triqueta.actions import BOX, DRAW, PLACE
from triqueta_server.games.triqueta.lookups import UNITS
from triqueta_server.games.triqueta.position import Position
from triqueta_server.games.triqueta.rules import RULES


def eventful(seats: int, variant: str, seed: int) -> Iterator[tuple[Position, int]]:
    """Every decision of a game in which one decision of three is random, and whose it is."""
    options = Options(variant="dorra") if variant == "dorra" else Options()
    position = RULES.begin(seats, options, b"eventful %d" % seed)
    rng = Random(seed)
    while position.owing:
        seat = rng.choice(position.owing)
        yield position, seat
        if rng.random() < 1 / 3:
            action = rng.choice(position.legal(seat))
        else:
            public, mine = RULES.public(position), RULES.mine(position, seat)
            action = RULES.read(position, seat, plain(normal.decide(public, mine, seat, rng)))
        position.apply(seat, action)


@pytest.mark.parametrize(("seats", "variant"), VIEWS)
def test_what_is_imagined_looks_like_what_is_seen(seats: int, variant: str) -> None:
    phases: Counter[str] = Counter()
    hidden = set()
    for seed in range(3):
        for position, seat in eventful(seats, variant, seed):
            public, mine = RULES.public(position), RULES.mine(position, seat)
            world = TriquetaModel(public, seat).sample_world(public, mine, seat, Random(seed))
            assert RULES.public(world) == public
            assert RULES.mine(world, seat) == mine
            assert sorted(world.legal(seat)) == sorted(position.legal(seat))
            hidden.add(world.kept[1 - seat] if seats == 2 else world.deal)
            phases[public.phase] += 1
    assert phases.keys() == {"turn", "place", "tower", "reveal"}
    assert len(hidden) > 2


@pytest.mark.parametrize(("seats", "variant"), VIEWS)
def test_the_quick_player_is_normal(seats: int, variant: str) -> None:
    """It differs only where normal finds two actions equally good, but for a rounding error."""
    compared = differ = 0
    for seed in range(5):
        for position, seat in eventful(seats, variant, seed):
            public, mine = RULES.public(position), RULES.mine(position, seat)
            if public.phase not in ("turn", "place") or len(mine.choices) == 1:
                continue
            decided = {
                RULES.read(position, seat, plain(normal.decide(public, mine, seat, Random(luck))))
                for luck in range(8)
            }
            differ += decided.isdisjoint({habit(position, NORMAL, seat, Random(luck)) for luck in range(8)})
            compared += 1
    assert compared > 200
    assert differ <= compared * 0.02


def test_points_at_the_end_are_those_of_the_scoresheet() -> None:
    for seed in range(20):
        seats = 2 + seed % 4
        for position, _ in eventful(seats, "standard", seed):
            if position.phase == "reveal":
                break
        guess = final_points(position)
        while position.owing:
            seat = position.owing[0]
            choices = RULES.mine(position, seat).choices
            [best] = [choice.action for choice in choices if choice.best]
            position.apply(seat, RULES.read(position, seat, plain(best)))
        sheet = RULES.public(position).scores
        assert sheet is not None
        # A reveal that brings nothing may still bring a token, which decides a tie.
        assert [int(points) for points in guess] == [column.total for column in sheet]


def test_a_triqueta_is_worth_more_the_later_it_is_complete() -> None:
    for seats in range(2, 6):
        worth = [
            VALUES_AFTER[seats, rounds][3 * UNITS[5]] - VALUES_AFTER[seats, rounds][0]
            for rounds in range(1, TOWERS)
        ]
        assert worth == sorted(worth, reverse=True)


def test_a_search_that_is_cut_short_still_answers() -> None:
    """With no time at all every action is tried in one batch of worlds, and no more."""
    position = RULES.begin(3, Options(start=0), b"short")
    position.apply(0, position.legal(0)[0])
    public, mine = RULES.public(position), RULES.mine(position, 0)
    model = TriquetaModel(public, 0)
    hurried = iter(range(0, 1000, 10))
    found = weigh(
        model, (public, mine), 0, Random(1), Budget(10_000, 1.0), lambda: next(hurried), below(model, 0)
    )
    assert found[0].action in position.legal(0)
    assert {one.simulations for one in found} == {BATCH}


def test_a_deeper_search_finds_what_the_own_next_decision_brings() -> None:
    """Alone in the round with three bears short of one: drawing pays, because a bad token can be kept."""
    position = RULES.begin(2, Options(start=0), b"deeper")
    position.apply(0, RULES.read(position, 0, {"do": "take", "row": 0}))
    public, mine = RULES.public(position), RULES.mine(position, 1)
    model = TriquetaModel(public, 1)
    found = weigh(model, (public, mine), 1, Random(3), Budget(120, 60.0), deeper=below(model, 1))
    assert found[0].action == RULES.read(position, 1, {"do": "draw"})
    assert all(abs(sum(one.chances) - 1) < 1e-6 for one in found)


def test_what_was_done_with_the_first_of_two_tokens_is_known() -> None:
    """The other token may go elsewhere only, so both ways to the same rows are different places."""
    options = Options(variant="dorra")
    laid, boxed = (RULES.begin(2, options, b"two tokens") for _ in range(2))
    seat, animal = laid.owing[0], laid.deal[0]
    boxed.rows[0] += UNITS[animal]
    for position, first in ((laid, PLACE), (boxed, BOX)):
        position.apply(seat, DRAW)
        position.apply(seat, first)
    model = TriquetaModel(RULES.public(laid), seat)
    assert laid.rows == boxed.rows
    assert laid.legal(seat) != boxed.legal(seat)
    assert model.known(laid, seat) != model.known(boxed, seat)


@pytest.mark.parametrize(
    ("seats", "reads", "another"), [(2, True, True), (2, False, False), (3, True, False)]
)
def test_who_reads_does_not_take_an_opponent_of_two_for_normal_in_every_world(
    seats: int, reads: bool, another: bool
) -> None:
    worlds = differ = 0
    for position, seat in eventful(seats, "standard", 5):
        public, mine = RULES.public(position), RULES.mine(position, seat)
        if public.phase != "place":
            continue
        model = TriquetaModel(public, seat, reads=reads)
        for luck in range(12):
            world = model.sample_world(public, mine, seat, Random(luck))
            world.apply(seat, world.legal(seat)[0])
            [other] = world.owing
            if other != seat:
                like_normal = {habit(world, NORMAL, other, Random(tie)) for tie in range(8)}
                differ += model.habit(world, other, Random(luck)) not in like_normal
                worlds += 1
    assert worlds > 50
    assert bool(differ) == another
    assert differ < worlds / 3, "mostly it does play like normal"
