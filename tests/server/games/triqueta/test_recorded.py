"""Games recorded once must end the same for ever: stored games are replayed from their actions."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from tests.fixtures.triqueta.record import FOLDER, Recorded
from triqueta_protocol.games.triqueta import SEATS
from triqueta_server.games.triqueta.rules import RULES

RECORDINGS = sorted(FOLDER.glob("*.json"))


def recorded(path: Path) -> Recorded:
    return msgspec.json.decode(path.read_bytes(), type=Recorded)


def test_there_are_enough_of_every_kind() -> None:
    assert len(RECORDINGS) >= 30
    kinds = Counter((game.seats, game.options.variant) for game in map(recorded, RECORDINGS))
    assert kinds.keys() == {*((seats, "standard") for seats in SEATS), (2, "dorra")}
    assert min(kinds.values()) >= 5


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_it_did(path: Path) -> None:
    game = recorded(path)
    position = RULES.begin(game.seats, game.options, game.seed.encode())
    for seat, action in game.actions:
        assert position.owing
        position.apply(seat, RULES.read(position, seat, action))
    assert position.owing == ()
    assert RULES.public(position).scores == game.scores
    assert RULES.winners(position) == game.winners
