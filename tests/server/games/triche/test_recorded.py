"""Games recorded once must end the same for ever: stored games are replayed from their actions."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from tests.fixtures.triche.record import FOLDER, Recorded
from triqueta_protocol.games.triche import SEATS
from triqueta_server.games.triche.rules import RULES

RECORDINGS = sorted(FOLDER.glob("*.json"))


def recorded(path: Path) -> Recorded:
    return msgspec.json.decode(path.read_bytes(), type=Recorded)


def test_there_are_enough_of_every_kind() -> None:
    games = [recorded(path) for path in RECORDINGS]
    kinds = Counter((game.seats, game.options.expansion, game.options.diagonal_conformity) for game in games)
    forms = ((False, "on"), (True, "on"), (True, "off"))
    assert kinds == {(seats, *form): 2 for seats in SEATS for form in forms}
    decisions = {action["do"] for game in games for _, action in game.actions}
    assert decisions == {"set_up", "redraw", "place", "conquer", "swap"}


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_it_did(path: Path) -> None:
    game = recorded(path)
    position = RULES.begin(game.seats, game.options, game.seed.encode())
    for seat, action in game.actions:
        assert position.owing
        position.apply(seat, RULES.read(position, seat, action))
    assert position.owing == ()
    assert RULES.public(position).rounds == game.rounds
    assert RULES.public(position).scores == game.scores
    assert RULES.winners(position) == game.winners
