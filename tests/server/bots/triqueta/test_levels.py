"""Bots of Triqueta take legal actions, from the view alone."""

from random import Random

import msgspec
import pytest

from tests.server.bots.triqueta.games import LEVELS, LOOKING, VIEWS, moments, question
from triqueta_protocol.codec import plain
from triqueta_protocol.games.triqueta import Mine, Options, Public
from triqueta_server.bots.choose import choose
from triqueta_server.games.triqueta.rules import RULES


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("seats", "variant"), VIEWS)
def test_every_action_is_legal_and_every_game_ends(level: str, seats: int, variant: str) -> None:
    for seed in range(8 if level in LOOKING else 1):
        for position, seat, action in moments(level, seats, variant, f"legal {seed}"):
            assert RULES.read(position, seat, action) in position.legal(seat)


@pytest.mark.parametrize("level", LOOKING)
def test_the_plain_maps_of_the_wire_give_the_same_action(level: str) -> None:
    for position, seat, _ in moments(level, 3, "standard", "plain"):
        public, mine = RULES.public(position), RULES.mine(position, seat)
        typed = choose(level, "triqueta", public, mine, seat, Random(5))
        assert choose(level, "triqueta", plain(public), plain(mine), seat, Random(5)) == typed


@pytest.mark.parametrize("level", LOOKING)
def test_the_last_reveal_is_always_the_best(level: str) -> None:
    reveals = 0
    for seed in range(20):
        for position, seat, action in moments(level, 4, "standard", f"reveal {seed}"):
            if action["do"] == "reveal":
                [best] = [choice for choice in RULES.mine(position, seat).choices if choice.best]
                assert action == plain(best.action)
                reveals += 1
    assert reveals > 20


def test_rows_grow_before_they_are_taken() -> None:
    """Between sound players a row holds a few animals, and most of a tower is drawn."""
    for seats, least in ((2, 3.0), (3, 2.5), (4, 2.0), (5, 1.5)):
        taken = []
        for seed in range(10):
            for position, seat, action in moments("normal", seats, "standard", f"grow {seed}"):
                if action["do"] == "take":
                    taken.append(len(RULES.public(position).rows[action["row"]]))
                assert seat in position.owing
        assert sum(taken) / len(taken) > least


def test_the_last_one_in_a_round_lets_the_row_grow() -> None:
    """Nobody is left to take it, so a sound player does not stop at an empty row."""
    position = RULES.begin(2, Options(start=0), b"draws on")
    position.apply(0, RULES.read(position, 0, {"do": "take", "row": 0}))
    action = choose("normal", "triqueta", RULES.public(position), RULES.mine(position, 1), 1, Random(0))
    assert action == {"do": "draw"}


def test_a_finished_triqueta_is_not_spoiled() -> None:
    """A row that would break a triqueta is left for one that does not."""
    [_, public, mine, seat] = question(2)
    seen = msgspec.convert(public, Public)
    own = msgspec.convert(mine, Mine)
    three_bears = tuple((0, 0, 0, 0, 0, 3) if at == seat else (0,) * 6 for at in range(2))
    seen = msgspec.structs.replace(
        seen, collections=three_bears, rows=((5, 5), (0, 0)), towers=(0, 15, 15, 15), round=1
    )
    takes = tuple(choice for choice in own.choices if plain(choice.action)["do"] == "take")
    own = msgspec.structs.replace(own, choices=takes)
    assert choose("normal", "triqueta", seen, own, seat, Random(0)) == {"do": "take", "row": 1}


def test_every_level_can_be_asked_for() -> None:
    game, public, mine, seat = question()
    for level in LEVELS:
        assert choose(level, game, public, mine, seat, Random(0))["do"] in ("draw", "take")
