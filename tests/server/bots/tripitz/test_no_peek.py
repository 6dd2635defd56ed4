"""Putting the bag into another order does not change a bot's move."""

from random import Random

import pytest

from tests.server.bots.tripitz.games import LEVELS, chosen
from tests.server.games.tripitz.play import FORMS, begun
from tests.server.games.tripitz.worlds import another_world, played, some_of_a_game
from triqueta_protocol.games.tripitz import SEATS


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("form", FORMS)
def test_no_bot_peeks(level: str, form: str) -> None:
    rng = Random(f"peek {level} {form}")
    different = 0
    for game in range(20):
        start = begun(rng.choice(SEATS), b"peek %d" % game, FORMS[form])
        log = some_of_a_game(start, rng)
        one, _ = played(start, log)
        other, _ = played(start, log, another_world(start, log, rng))
        different += one.bag[one.drawn :] != other.bag[other.drawn :]
        for seat in one.owing:
            assert chosen(level, one, seat, f"{game}") == chosen(level, other, seat, f"{game}")
    assert different > 6
