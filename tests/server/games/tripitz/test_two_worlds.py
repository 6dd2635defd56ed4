"""Worlds that differ only in the order of the bag look the same to everybody, to the byte."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.server.games.tripitz.play import FORMS, begun
from tests.server.games.tripitz.worlds import Look, Viewer, another_world, look, played, some_of_a_game
from triqueta_protocol.codec import pack, plain
from triqueta_protocol.games.tripitz import SEATS
from triqueta_server.games.tripitz.position import Position

GAMES = 12


def comparisons(seats: int, form: str, games: int, looking: Look = look) -> Iterator[tuple[bool, bool]]:
    """For each game: whether everybody sees the same in both worlds, and whether they are the same."""
    for game in range(games):
        rng = Random(f"worlds {seats} {form} {game}")
        start = begun(seats, b"worlds %d" % game, FORMS[form])
        log = some_of_a_game(start, rng)
        one, told = played(start, log)
        other, told_there = played(start, log, another_world(start, log, rng))
        same = pack(plain(told)) == pack(plain(told_there))
        for viewer in (*range(seats), None):
            same = same and looking(one, viewer) == looking(other, viewer)
        yield same, one.bag[one.drawn :] == other.bag[other.drawn :]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seats", SEATS)
def test_the_order_of_the_bag_does_not_show(seats: int, form: str) -> None:
    compared = list(comparisons(seats, form, GAMES))
    assert all(same for same, _ in compared)
    assert sum(not equal for _, equal in compared) > GAMES // 3


def next_of_the_bag(position: Position, viewer: Viewer) -> bytes:
    return look(position, viewer) + bytes(position.bag[position.drawn : position.drawn + 1])


def last_of_the_bag(position: Position, viewer: Viewer) -> bytes:
    return look(position, viewer) + bytes(position.bag[-1:])


@pytest.mark.parametrize("leak", [next_of_the_bag, last_of_the_bag])
def test_a_leak_is_caught(leak: Look) -> None:
    assert any(not same for same, _ in comparisons(2, "jokers", 12, leak))
