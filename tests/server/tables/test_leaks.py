"""A short run of ``python -m tests.leaks``: nothing that leaves a server tells two worlds apart."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import msgpack
import pytest

from tests.leaks.comparing import compare
from tests.leaks.listening import heard
from tests.leaks.worlds import PAIRS, Begun, World, a_pair
from tests.server.bots.choosing import hurry
from tests.server.tables import fake_server


@pytest.mark.parametrize("game", PAIRS)
def test_nothing_that_leaves_a_server_tells_two_worlds_apart(game: str) -> None:
    told = sum((compare((game, 2, number)) for number in range(6)), Counter())
    assert [line for line in told if line.startswith("LEAK")] == []
    assert told["others told apart"] > 1 or game == "tripitz", "the worlds do differ"


@pytest.mark.parametrize("game", PAIRS)
async def test_nor_does_advice(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    for number in range(2):
        rng = Random(f"advice {game} {number}")
        pair = a_pair(game, rng)
        one, other = [await heard(pair, world, number, coach=True) for world in (pair.one, pair.other)]
        viewer = pair.seats if pair.viewer is None else pair.viewer
        assert one[viewer] == other[viewer]


async def test_a_leak_would_be_noticed() -> None:
    """With rules that give everybody the view of the first seat, worlds can be told apart."""

    class Leaky(Begun):
        def mine(self, position: object, seat: int) -> object:
            return self._rules.mine(position, 0)

    differ = 0
    for number in range(12):
        rng = Random(f"leak {number}")
        pair = a_pair("triche", rng)
        if pair.viewer in (None, 0):
            continue
        worlds = [World(Leaky(one.rules._rules, one.rules._position), []) for one in (pair.one, pair.other)]
        one, other = [await heard(pair, world, number) for world in worlds]
        differ += one[pair.viewer] != other[pair.viewer]
    assert differ


def untimed(frames: Sequence[tuple[float, bytes]]) -> list[Any]:
    """What was told, but for the time of a game's last move in the list of a player's tables."""
    told = [msgpack.unpackb(frame) for _, frame in frames]
    for message in told:
        for table in message.get("found", {}).get("tables", ()):
            del table["since"]
    return told


async def test_a_bot_that_hesitates_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where bots move as soon as they have thought, the moment tells what they hold."""
    monkeypatch.setattr(fake_server, "budget", lambda _level: 0.0)
    differ = 0
    for number in range(30):
        rng = Random(f"pause {number}")
        pair = a_pair("triqueta", rng)
        one, other = [await heard(pair, world, number) for world in (pair.one, pair.other)]
        viewer = pair.seats if pair.viewer is None else pair.viewer
        differ += one[viewer] != other[viewer]
        assert untimed(one[viewer]) == untimed(other[viewer])
    assert differ
