"""Bots of Triché take legal actions in every kind of decision, from the view alone."""

from collections import Counter
from random import Random

import msgspec
import pytest

from tests.server.bots.triche.games import FORMS, LEVELS, LOOKING, chosen, moments
from tests.server.games.triche.play import arranged, place
from triqueta_protocol.codec import plain
from triqueta_protocol.games.triche import Mine, Public, Redraw
from triqueta_server.bots.triche import LEVELS as DECIDERS
from triqueta_server.bots.triche.legal_moves import actions_of
from triqueta_server.games.triche.actions import CONQUER, read, typed
from triqueta_server.games.triche.position import Position
from triqueta_server.games.triche.rules import RULES

EMPTY = ". . . . T . . . ."


@pytest.mark.parametrize("level", LOOKING)
@pytest.mark.parametrize(("seats", "expansion"), FORMS)
def test_every_action_is_legal_and_every_game_ends(level: str, seats: int, expansion: bool) -> None:
    decisions: Counter[str] = Counter()
    for seed in range(1 + (seats < 4)):
        for position, seat, action in moments(level, seats, expansion, f"legal {seed}"):
            assert read(action) in position.legal(seat)
            decisions[action["do"]] += 1
    assert {"set_up", "place", "conquer"} <= set(decisions)
    assert ("redraw" in decisions) == expansion


@pytest.mark.parametrize("level", LEVELS)
def test_the_plain_maps_of_the_wire_give_the_same_action(level: str) -> None:
    for position, seat, _ in moments(level, 3 if level in LOOKING else 2, True, "plain", rounds=1):
        public, mine = RULES.public(position), RULES.mine(position, seat)
        typed_action = DECIDERS[level](public, mine, seat, Random(5))
        again = DECIDERS[level](
            msgspec.convert(plain(public), Public), msgspec.convert(plain(mine), Mine), seat, Random(5)
        )
        assert typed_action == again


def test_the_members_of_choices_are_the_legal_actions() -> None:
    for position, seat, _ in moments("easy", 3, True, "actions_of", rounds=2):
        choices = RULES.mine(position, seat).choices
        every = [action for choice in choices for action in actions_of(choice)]
        assert len(every) == len(position.legal(seat))
        assert set(every) == set(map(typed, position.legal(seat)))


def swapping(own: str, other: str) -> Position:
    """Seat 0 was forced to lay a card into the carré of seat 1, who may swap."""
    position = arranged([own, other], ["R", "T"])
    position.apply(0, place("R", 1, 2))
    assert position.phase == "swap"
    return position


RICH = "T T T T T T T T T"
POOR = "T T . T T R R I I"


@pytest.mark.parametrize("level", LEVELS)
def test_a_spoiled_carre_is_swapped_for_a_better_one_and_a_better_one_is_kept(level: str) -> None:
    assert chosen(level, swapping(RICH, POOR), 1, "") == {"do": "swap", "yes": True}
    rich_but_one = "T T . T T R T T R"
    poor = "T R R R T T R T T"
    assert chosen(level, swapping(poor, rich_but_one), 1, "") == {"do": "swap", "yes": False}


@pytest.mark.parametrize("level", LOOKING)
def test_a_better_carre_is_conquered_and_a_worse_one_is_not(level: str) -> None:
    good, bad = "T T . T T R T T .", "T R R R T T R T ."
    position = arranged([bad, good], ["T", "T"])
    position.apply(0, place("T", 1, 2))
    assert position.phase == "conquer"
    assert chosen(level, position, 0, "") == {"do": "conquer", "yes": True}
    other = arranged(["T T T T T T . . .", ". . . . T . R R ."], ["R T", "T"])
    other.apply(0, place("R", 1, 8))
    assert other.phase == "conquer"
    assert chosen(level, other, 0, "") == {"do": "conquer", "yes": False}
    assert read({"do": "conquer", "yes": True}) == CONQUER + 1


@pytest.mark.parametrize("level", LEVELS)
def test_a_line_of_the_own_carre_is_finished(level: str) -> None:
    position = arranged(["T T . . R . . . .", EMPTY], ["T", "T"])
    assert chosen(level, position, 0, "") == {"do": "place", "card": 0, "carre": 0, "cell": 2}


def test_a_sound_player_conquers_where_it_pays() -> None:
    position = arranged([EMPTY, "T T . T R . T . ."], ["T R", "T R"])
    assert chosen("normal", position, 0, "") == {"do": "place", "card": 0, "carre": 1, "cell": 2}


def test_a_sound_player_redraws_what_it_has_twice() -> None:
    for position, seat, action in moments("normal", 4, True, "redraw", rounds=3):
        if action["do"] == "redraw":
            hand = RULES.mine(position, seat).hand
            back = [hand[place] for place in action["cards"]]
            assert all(card < 3 and hand.count(card) > back.count(card) for card in back)


def test_whoever_may_not_redraw_keeps_the_hand() -> None:
    kept = 0
    for position, seat, action in moments("normal", 2, True, "keep", rounds=8):
        if position.phase == "redraw" and len(position.legal(seat)) == 1:
            assert action == plain(Redraw(()))
            kept += 1
    assert kept > 3
