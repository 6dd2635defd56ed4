"""Advice in two worlds that look the same to a seat is the same, byte by byte."""

from random import Random

import pytest
from msgspec import structs

from tests.server.bots.choosing import hurry
from tests.server.tables.fake_client import seated
from tests.server.tables.fake_server import FakeServer
from tests.server.tables.test_two_worlds import Dealt, Move, a_game, dealt_anew
from triqueta_protocol.games.triqueta import TOKENS, Mine, Worth
from triqueta_protocol.requests import Act, Advise
from triqueta_server.games.triqueta.position import Position


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)


class Telling(Dealt):
    """Rules with a fault: the own view shows the next token of the tower."""

    def mine(self, position: Position, seat: int) -> Mine:
        seen = super().mine(position, seat)
        return structs.replace(seen, worth=(Worth(position.deal[position.top % TOKENS], ()), *seen.worth[1:]))


async def advised(rules: Dealt, seats: int, moves: list[Move], viewer: int) -> tuple[bytes, int]:
    """The frame with the advice that a seat gets after these moves."""
    server = FakeServer()
    server.services.rules = {"triqueta": rules}
    table, clients = await seated(server, *("Ana", "Bo", "Cy", "Dan", "Kim")[:seats], coach=True)
    await clients[0].start(table)
    for seat, action in moves:
        await clients[seat].ask(Act, table=table, action=action)
    answer = await clients[viewer].ask(Advise, table=table)
    assert answer.advice is not None
    return clients[viewer].link.frames[-1], len(answer.advice.promises)


async def two_worlds(seed: int, rules: type[Dealt] = Dealt) -> tuple[bytes, bytes, int]:
    """What a seat that owes a decision is told about it in two worlds, and about how many actions."""
    rng = Random(seed)
    seats = rng.randint(2, 5)
    deal, moves, secrets = a_game(seats, rng, dorra=False)
    position = Position(seats, deal, 0, dorra=False)
    for seat, action in moves:
        position.apply(seat, Dealt(deal).read(position, seat, action))
    viewer = position.owing[0]
    other_deal = dealt_anew(deal, secrets.unknown_to(viewer), rng)
    one, promises = await advised(rules(deal), seats, moves, viewer)
    other, _ = await advised(rules(other_deal), seats, moves, viewer)
    return one, other, promises


@pytest.mark.parametrize("seed", range(10))
async def test_a_seat_cannot_tell_two_worlds_apart_by_advice(seed: int) -> None:
    one, other, promises = await two_worlds(seed)
    assert one == other
    assert promises >= 1


async def test_a_leak_would_be_noticed() -> None:
    """The comparison can fail: with a view that shows more than it may, advice differs."""
    worlds = [await two_worlds(seed, Telling) for seed in range(10)]
    assert any(one != other for one, other, _ in worlds)
