"""Games recorded once must end the same for ever: stored games are replayed from their actions."""

from pathlib import Path

import msgspec
import pytest

from tests.fixtures.tripitz.record import FOLDER, FORMS, Recorded
from triqueta_protocol.games.tripitz import SEATS
from triqueta_server.games.tripitz.rules import RULES

RECORDINGS = sorted(FOLDER.glob("*.json"))


def recorded(path: Path) -> Recorded:
    return msgspec.json.decode(path.read_bytes(), type=Recorded)


def test_there_are_enough_of_every_kind() -> None:
    games = [recorded(path) for path in RECORDINGS]
    kinds = [(game.seats, game.options) for game in games]
    assert all((seats, options) in kinds for seats in SEATS for options in FORMS.values())
    decisions = {action["do"] for game in games for _, action in game.actions}
    assert decisions == {"place", "exchange", "swap", "sit_out", "claim", "stand_back"}
    assert {game.ending for game in games} >= {"all_placed", "stuck", "edge"}
    claims = [game.actions[0][1]["do"] for game in games if game.options.start_player == "race"]
    assert {"claim", "stand_back"} <= {*claims}


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_it_did(path: Path) -> None:
    game = recorded(path)
    position = RULES.begin(game.seats, game.options, game.seed.encode())
    for seat, action in game.actions:
        assert position.owing
        position.apply(seat, RULES.read(position, seat, action))
    public = RULES.public(position)
    assert position.owing == ()
    assert (public.board, public.ending, public.scores) == (game.board, game.ending, game.scores)
    assert RULES.winners(position) == game.winners
