"""Worlds that bots imagine are what the view says, and know what every stone scores in every cell."""

from random import Random

import pytest

from tests.server.games.tripitz.play import FORMS, begun, random_action
from triqueta_protocol.games.tripitz_board import CELLS, points
from triqueta_protocol.games.tripitz_stones import STONES
from triqueta_server.bots.tripitz.model import TripitzModel
from triqueta_server.bots.tripitz.rollout import Settled, most, play_turns
from triqueta_server.bots.tripitz.worlds import World
from triqueta_server.games.tripitz.actions import EXCHANGE, SIT_OUT, placement
from triqueta_server.games.tripitz.lookups import EDGES, FREE
from triqueta_server.games.tripitz.position import Position
from triqueta_server.games.tripitz.rules import RULES
from triqueta_server.games.tripitz.scoring import figures


def scores(position: Position) -> dict[int, dict[int, int]]:
    """By free cell and stone: what it scores, worked out one by one by the rules."""
    one_per_axis = position.options.one_figure_per_axis
    found: dict[int, dict[int, int]] = {}
    for cell in range(CELLS):
        for stone in range(STONES) if position.board[cell] == FREE else ():
            made = figures(position.board, cell, stone, one_per_axis=one_per_axis)
            if made[0] or made[1]:
                found.setdefault(cell, {})[stone] = points(*made, edge=EDGES[cell])
    return found


def known(world: World) -> dict[int, dict[int, int]]:
    """The same as a world has it."""
    return {
        cell: {stone: gain for gain, stones in pay for stone in range(STONES) if stones >> stone & 1}
        for cell, pay in world.pay.items()
    }


def in_bag(position: Position) -> set[int]:
    return {*position.bag[position.drawn :]}


@pytest.mark.parametrize("form", FORMS)
def test_what_every_stone_scores_is_known_after_every_action(form: str) -> None:
    rng = Random(f"scores {form}")
    world = World(RULES.public(begun(3, form.encode(), FORMS[form])))
    swapped = False
    while world.owing:
        seat = rng.choice(world.owing)
        action = random_action(world, seat, rng)
        world.apply(seat, action)
        swapped |= action > EXCHANGE + 127 and world.turn == seat
        assert known(world) == scores(world)
        assert {*world.pay} == {*world.fits}
        copied = world.copy()
        before = known(world)
        copied.lay(next(iter(world.pay), 0), 0)
        assert known(world) == before
    assert swapped == world.options.jokers


@pytest.mark.parametrize("form", FORMS)
def test_an_imagined_world_looks_like_the_game(form: str) -> None:
    rng = Random(f"looks {form}")
    orders = set()
    for seats in (2, 3, 6):
        position = begun(seats, b"looks", FORMS[form])
        while position.owing:
            seat = rng.choice(position.owing)
            public, mine = RULES.public(position), RULES.mine(position, seat)
            world = TripitzModel(public, seat, 2).sample_world(public, mine, seat, rng)
            assert RULES.public(world) == public
            assert RULES.mine(world, seat) == mine
            assert in_bag(world) == in_bag(position)
            assert world.passes == position.passes
            orders.add(world.bag == position.bag[position.drawn :])
            position.apply(seat, random_action(position, seat, rng))
    assert False in orders


@pytest.mark.parametrize("form", FORMS)
def test_every_candidate_is_legal(form: str) -> None:
    rng = Random(f"candidates {form}")
    kinds = set()
    for seats in (2, 5):
        position = begun(seats, b"candidates", FORMS[form])
        while position.owing:
            seat = rng.choice(position.owing)
            if position.phase == "turn":
                public, mine = RULES.public(position), RULES.mine(position, seat)
                model = TripitzModel(public, seat, 2)
                world = model.sample_world(public, mine, seat, rng)
                found = model.candidates(world, seat)
                assert {*found} <= {*position.legal(seat)}
                assert {*position.placements(seat)} <= {*found}
                kinds |= {"lay" if action < EXCHANGE else "more" for action in found}
            position.apply(seat, random_action(position, seat, rng))
    assert kinds == {"lay", "more"}


@pytest.mark.parametrize("form", ["full", "short"])
def test_a_rollout_follows_the_rules(form: str) -> None:
    """It ends with the points of a game in which the same is done by the rules."""
    laid = 0
    for game in range(8):
        rng = Random(game)
        played = World(RULES.public(begun(2 + game % 3, b"out %d" % game, FORMS[form]))).shuffled(rng)
        outcome = play_turns(played.copy(), (1.0,) * 150)
        while (seat := played.turn) is not None:
            gain, cell, stone = most(played.pay, played.hands[seat])
            if not gain and played.left:
                break
            played.apply(seat, placement(stone, cell) if gain else SIT_OUT)
        else:
            assert outcome == Settled(played.points)
            laid += 1
    assert laid > 4


def test_what_is_far_ahead_counts_less() -> None:
    world = World(RULES.public(begun(2, b"far")))
    near = play_turns(world.copy(), (1.0, 1.0))
    assert play_turns(world.copy(), (1.0, 1.0, 0.0, 0.0, 0.0)) == near
    assert (
        sum(play_turns(world.copy(), (1.0, 1.0, 0.5, 0.5)))
        == (sum(near) + sum(play_turns(world, (1.0,) * 4))) / 2
    )
