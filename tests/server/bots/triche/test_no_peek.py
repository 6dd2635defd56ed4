"""Dealing anew what a bot cannot see does not change its move."""

from random import Random

import pytest

from tests.server.bots.triche.games import FORMS, LOOKING, SEARCHING, chosen
from tests.server.games.triche.play import begun
from tests.server.games.triche.worlds import World, another_world, one_round
from triqueta_server.games.triche.rules import RULES

SEEN = [(level, *form) for level in LOOKING for form in FORMS]
SEEN += [(level, seats, expansion) for level in SEARCHING for seats, expansion in FORMS if seats in (2, 4)]


@pytest.mark.parametrize(("level", "seats", "expansion"), SEEN)
def test_no_bot_peeks(level: str, seats: int, expansion: bool) -> None:
    rng = Random(f"peek {level} {seats}")
    compared = 0
    for game in range(2):
        start = begun(seats, b"peek %d" % game, expansion=expansion)
        log, seen, _ = one_round(start, rng)
        for moment in sorted(rng.sample(range(len(log)), min(len(log), 10))):
            seat, _ = log[moment]
            other = another_world(start, log[:moment], seen[moment][seat], rng)
            if other is None:
                continue
            one = World(start, {}).play(log[:moment])
            assert RULES.mine(one.position, seat).choices
            moves = [chosen(level, world.position, seat, f"{game} {moment}") for world in (one, other)]
            assert moves[0] == moves[1]
            compared += 1
    assert compared > 8
