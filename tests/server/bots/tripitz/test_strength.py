"""Bots that search are better than those that take what scores most, even if they think briefly."""

from random import Random

import pytest

from tests.server.games.tripitz.play import begun
from triqueta_protocol.codec import plain
from triqueta_server.bots.tripitz import LEVELS
from triqueta_server.games.tripitz.rules import RULES


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_it_scores_more_than_the_sound_player(level: str) -> None:
    ahead = 0
    for own in range(2):
        position = begun(2, b"strength")
        rng = Random(own)
        while position.owing:
            seat = position.owing[0]
            decide = LEVELS[level if seat == own else "normal"]
            action = decide(RULES.public(position), RULES.mine(position, seat), seat, rng)
            position.apply(seat, RULES.read(position, seat, plain(action)))
        ahead += position.points[own] - position.points[1 - own]
    assert ahead > 10
