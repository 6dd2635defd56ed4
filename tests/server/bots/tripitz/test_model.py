"""What a lead is worth to a bot: less while much is to come, everything once the game is over."""

from random import Random

import pytest

from tests.server.bots.tripitz.games import chosen
from tests.server.games.tripitz.play import begun, random_action
from triqueta_protocol.games.tripitz import Options
from triqueta_server.bots.tripitz.model import TripitzModel
from triqueta_server.bots.tripitz.rollout import Settled
from triqueta_server.games.tripitz.actions import CELL_SHIFT
from triqueta_server.games.tripitz.lookups import EDGES
from triqueta_server.games.tripitz.rules import RULES


def test_a_lead_is_a_chance_until_the_game_is_over() -> None:
    model = TripitzModel(RULES.public(begun(3, b"lead")), 0, 2)
    chances = model.chances([30.0, 20.0, 20.0])
    assert sum(chances) == pytest.approx(1)
    assert 1 / 3 < chances[0] < 1
    assert chances[1] == chances[2] > 0
    assert model.chances(Settled((30, 20, 20))) == [1, 0, 0]
    assert model.chances(Settled((30, 30, 20))) == [0.5, 0.5, 0]
    assert model.worth([31.0, 20.0, 20.0], 0) > model.worth([30.0, 20.0, 20.0], 0)
    assert model.worth(Settled((50, 20, 20)), 0) > model.worth(Settled((30, 20, 20)), 0)


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_a_short_game_is_ended_by_who_wins_with_that(level: str) -> None:
    ended = 0
    for game in range(12):
        position = begun(2, b"short %d" % game, Options(short=True))
        rng = Random(game)
        while (seat := position.turn) is not None:
            ends = [action for action in position.placements(seat) if EDGES[action >> CELL_SHIFT]]
            if ends and position.points[seat] > position.points[1 - seat] + 5:
                position.apply(seat, RULES.read(position, seat, chosen(level, position, seat, "short")))
                assert position.ending == "edge"
                assert RULES.winners(position) == (seat,)
                ended += 1
            else:
                position.apply(seat, random_action(position, seat, rng))
    assert ended > 3
