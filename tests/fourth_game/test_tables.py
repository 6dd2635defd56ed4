"""The game at the tables, without sockets: secrets, a decision inside another's turn, clocks, stand-ins."""

from typing import Any

import pytest

from tests.fourth_game.words import Mine, Offered, Public, Settled, coin
from tests.server.tables.fake_client import FakeClient, playing
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.codec import plain
from triqueta_protocol.errors import Code
from triqueta_protocol.requests import Act
from triqueta_protocol.settings import ClockRule
from triqueta_protocol.table_events import BotSatIn, GameOver, TimeRanOut

SECRETS = ([1, 3], [4])


def public(client: FakeClient, table: str) -> Public:
    seen = client.mirrors[table].public
    assert isinstance(seen, Public)
    return seen


def mine(client: FakeClient, table: str) -> Mine:
    seen = client.mirrors[table].mine
    assert isinstance(seen, Mine)
    return seen


async def parley(server: FakeServer, **fields: Any) -> tuple[str, list[FakeClient]]:
    return await playing(server, "Ana", "Bo", "Cy", game="parley", **fields)


async def offer(client: FakeClient, table: str, gifts: list[int]) -> None:
    await client.ask(Act, table=table, action={"do": "offer", "gifts": gifts})


async def all_offer(table: str, clients: list[FakeClient]) -> None:
    for client in clients:
        await offer(client, table, [2])


async def test_all_choose_at_once_and_nobody_sees_what() -> None:
    worlds = []
    for secret in SECRETS:
        server = FakeServer()
        table, [ana, bo, cy] = await parley(server)
        assert public(ana, table).owing == (0, 1, 2)
        before = [len(client.link.frames) for client in (ana, cy)]
        await offer(bo, table, secret)
        assert public(ana, table).owing == (0, 2)
        assert mine(bo, table).offered == tuple(secret)
        assert ana.saw(Offered) == [Offered(1)]
        worlds.append([client.link.frames[n:] for client, n in zip((ana, cy), before, strict=True)])
    assert worlds[0] == worlds[1]


async def test_a_seat_decides_in_the_middle_of_another_seats_turn() -> None:
    server = FakeServer()
    table, clients = await parley(server)
    ana, bo, cy = clients
    await all_offer(table, clients)
    assert public(ana, table).owing == (0,)
    await ana.ask(Act, table=table, action={"do": "ask", "seat": 2})
    assert public(bo, table).owing == (2,)
    assert await ana.refusal(Act, table=table, action={"do": "ask", "seat": 1}) == Code.NOT_YOUR_TURN
    assert await cy.refusal(Act, table=table, action={"do": "offer", "gifts": [1]}) == Code.ILLEGAL_ACTION
    await cy.ask(Act, table=table, action={"do": "answer", "share": False})
    lucky = (0, 2)[coin(server.table(table).match.seed, 0)]  # type: ignore[union-attr]
    assert bo.saw(Settled) == [Settled((lucky,), 6)]
    assert all(client.sees_what_is(table) for client in clients)


async def test_time_runs_for_whoever_owes_and_the_games_own_stand_in_decides() -> None:
    server = FakeServer()
    table, [ana, _bo, cy] = await parley(server, clock=ClockRule(turn=10))
    await offer(ana, table, [0])
    await offer(cy, table, [0])
    server.advance(11)
    assert ana.saw(TimeRanOut) == [TimeRanOut(1, 1)]
    assert [question.level for question in server.bots.asked] == ["meek"]
    assert [question.game for question in server.bots.asked] == ["parley"]


async def test_whoever_leaves_is_played_for_in_any_decision() -> None:
    server = FakeServer()
    table, [ana, bo, _cy] = await parley(server)
    await bo.leave(table)
    assert ana.saw(BotSatIn) == [BotSatIn(1, "left")]
    assert ana.room(table).seats[1].level == "meek"
    assert public(ana, table).owing == (0, 2)


@pytest.mark.parametrize("moves", range(8))
async def test_a_table_is_after_a_crash_what_it_was_before(moves: int) -> None:
    server = FakeServer()
    table, clients = await parley(server)
    for _ in range(moves):
        mover = next(client for client in clients if mine(client, table).choices)
        action = plain(mine(mover, table).choices[-1].action)
        await mover.ask(Act, table=table, action=action)
    (stored,) = server.journal.unfinished()
    after = FakeServer(seed="another life")
    assert after.lobby.restore(stored) is not None
    for seat in (None, 0, 1, 2):
        assert after.table(table).match.view(seat) == server.table(table).match.view(seat)  # type: ignore[union-attr]


async def test_a_game_is_played_to_its_end() -> None:
    server = FakeServer()
    table, clients = await parley(server, options={"rounds": 4})
    while any(mine(client, table).choices for client in clients):
        mover = next(client for client in clients if mine(client, table).choices)
        await mover.ask(Act, table=table, action=plain(mine(mover, table).choices[0].action))
    assert [client.saw(GameOver)[0].winners for client in clients] == [
        clients[0].saw(GameOver)[0].winners
    ] * 3
    assert clients[0].room(table).status == "over"
