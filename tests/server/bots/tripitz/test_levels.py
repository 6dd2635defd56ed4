"""Bots of Tripitz take legal actions in every kind of decision, from the view alone."""

from collections import Counter
from itertools import islice
from random import Random

import msgspec
import pytest

from tests.server.bots.tripitz.games import LEVELS, chosen, moments
from tests.server.games.tripitz import reference
from tests.server.games.tripitz.play import EXAMPLE_START, FORMS, arranged, begun, cell, stone
from triqueta_protocol.codec import plain
from triqueta_protocol.games.tripitz import SEATS, Mine, Options, Public
from triqueta_server.bots.tripitz import LEVELS as DECIDERS
from triqueta_server.bots.tripitz.legal_moves import placements
from triqueta_server.games.tripitz.actions import read
from triqueta_server.games.tripitz.position import Position
from triqueta_server.games.tripitz.rules import RULES

UNFIT = "yellow-circle-grey yellow-moon-white yellow-moon-black"


def possible(position: Position, seat: int) -> dict[tuple[int, int], int]:
    """By stone and cell: what each placement scores."""
    found = placements(RULES.mine(position, seat))
    return {(one.action.stone, one.action.cell): one.points for one in found}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("form", FORMS)
def test_every_action_is_legal_and_every_game_ends(level: str, form: str) -> None:
    decisions: Counter[str] = Counter()
    seats = SEATS[len(form) % len(SEATS)]
    position = None
    for position, seat, action in moments(level, seats, form, f"legal {form}"):
        assert read(action, position.hands[seat]) in position.legal(seat)
        decisions[action["do"]] += 1
    assert position is not None
    assert decisions["place"] > 10
    assert bool(decisions["stand_back"]) == (form == "race")
    assert bool(decisions["swap"]) == FORMS[form].jokers


@pytest.mark.parametrize("level", LEVELS)
def test_the_plain_maps_of_the_wire_give_the_same_action(level: str) -> None:
    for position, seat, _ in islice(moments(level, 3, "jokers", "plain"), 0, None, 4):
        public, mine = RULES.public(position), RULES.mine(position, seat)
        typed_action = DECIDERS[level](public, mine, seat, Random(5))
        again = DECIDERS[level](
            msgspec.convert(plain(public), Public), msgspec.convert(plain(mine), Mine), seat, Random(5)
        )
        assert typed_action == again


@pytest.mark.parametrize("level", LEVELS)
def test_no_bot_races(level: str) -> None:
    position = begun(4, b"race", Options(start_player="race"))
    assert len(position.owing) > 2
    for seat in position.owing:
        assert chosen(level, position, seat, "") == {"do": "stand_back"}


def test_the_sound_player_takes_the_highest_score_there_is() -> None:
    for position, seat, action in moments("normal", 2, "full", "highest"):
        points = possible(position, seat)
        if points:
            assert points[action["stone"], action["cell"]] == max(points.values())


def test_the_beginner_overlooks_a_better_placement_now_and_then() -> None:
    taken: Counter[bool] = Counter()
    for game in range(3):
        for position, seat, action in moments("easy", 2, "full", f"overlooks {game}"):
            points = possible(position, seat)
            if points and action["do"] == "place":
                taken[points[action["stone"], action["cell"]] == max(points.values())] += 1
    assert taken[True] > 20
    assert taken[False] > 20


@pytest.mark.parametrize("level", LEVELS)
def test_without_a_placement_stones_are_exchanged(level: str) -> None:
    position = arranged(EXAMPLE_START, [f"{UNFIT} joker-0", ""], "red-moon-grey blue-circle-white")
    action = chosen(level, position, 0, "")
    assert action["do"] == "exchange"
    assert len(action["stones"]) == 2
    if level == "normal":
        assert stone("joker-0") in action["stones"]


@pytest.mark.parametrize("level", LEVELS)
def test_who_can_do_nothing_sits_out(level: str) -> None:
    position = arranged(EXAMPLE_START, [UNFIT, ""])
    assert chosen(level, position, 0, "") == {"do": "sit_out"}


def test_the_sound_player_fetches_the_stone_that_scores_most() -> None:
    fetched = 0
    for game in range(6):
        for position, seat, action in moments("normal", 2, "jokers", f"fetch {game}"):
            if action["do"] != "swap":
                continue
            fetched += 1
            after = position.copy()
            after.apply(seat, read(action, position.hands[seat]))
            best = max([one.points for one in placements(RULES.mine(after, seat))], default=0)
            before = max([one.points for one in placements(RULES.mine(position, seat))], default=0)
            assert best >= before
            for at in position.enclosed():
                other = position.copy()
                other.apply(seat, read({"do": "swap", "cell": at}, position.hands[seat]))
                there = [one.points for one in placements(RULES.mine(other, seat))]
                assert max(there, default=0) <= best
    assert fetched > 3


def test_a_joker_is_kept_while_a_swap_would_spoil_the_best_placement() -> None:
    """The only stone to fetch is the far end of the quadruple that the rack completes."""
    line = {(-3, 0): "red-moon-white", (-2, 0): "red-moon-black", (-1, 0): "red-moon-grey"}
    reserved = {*line.values(), *UNFIT.split(), "red-moon-lightblue"}
    others = (name for name in map("-".join, reference.STONES) if name not in reserved)
    near = [at for at in reference.CELLS if reference.distance(at, (-3, 0)) <= 2 and at not in line]
    board = line | {at: next(others) for at in near}
    position = arranged(board, ["red-moon-lightblue joker-0", UNFIT], options=Options(jokers=True))
    assert position.enclosed() == [cell(-3, 0)]
    action = chosen("normal", position, 0, "")
    best = max(placements(RULES.mine(position, 0)), key=lambda one: one.points)
    assert action == plain(best.action)
