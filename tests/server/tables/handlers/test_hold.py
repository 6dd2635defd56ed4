"""Bots wait while the only person at their table reads something."""

from typing import Any

import pytest

from tests.server.tables.fake_client import FakeClient, playing
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.errors import Code
from triqueta_protocol.games.triqueta import Draw, Place
from triqueta_protocol.requests import Hold
from triqueta_protocol.settings import ClockRule

ALONE: dict[str, Any] = {"private": True, "watchers": False}


@pytest.fixture
def server() -> FakeServer:
    return FakeServer()


async def bots_to_move(server: FakeServer) -> tuple[str, FakeClient]:
    table, [ana] = await playing(server, "Ana", bots=1, pace=600, options={"start": 0}, **ALONE)
    await ana.act(table, Draw())
    await ana.act(table, Place(row=0))
    return table, ana


def moves(server: FakeServer, table: str) -> int:
    match = server.lobby.tables[table].match
    assert match is not None
    return match.moves


async def test_bots_wait_until_they_may_go_on(server: FakeServer) -> None:
    table, ana = await bots_to_move(server)
    await ana.ask(Hold, table=table, hold=True)
    server.advance(60.0)
    assert moves(server, table) == 2
    await ana.ask(Hold, table=table, hold=False)
    assert moves(server, table) == 2, "with their usual pause"
    server.advance(5.0)
    assert moves(server, table) > 2


async def test_a_bot_that_is_asked_later_waits_too(server: FakeServer) -> None:
    table, [ana] = await playing(server, "Ana", bots=1, pace=0, options={"start": 0}, **ALONE)
    await ana.ask(Hold, table=table, hold=True)
    await ana.act(table, Draw())
    await ana.act(table, Place(row=0))
    server.advance(60.0)
    assert moves(server, table) == 2
    assert ana.sees_what_is(table)
    await ana.ask(Hold, table=table, hold=False)
    server.advance(5.0)
    assert moves(server, table) > 2


async def test_a_lost_link_lets_them_go_on(server: FakeServer) -> None:
    table, ana = await bots_to_move(server)
    await ana.ask(Hold, table=table, hold=True)
    ana.vanish()
    server.advance(5.0)
    assert moves(server, table) > 2


async def test_among_people_nobody_waits(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", bots=1, options={"start": 0}, **ALONE)
    for player in (ana, bo):
        assert await player.refusal(Hold, table=table, hold=True) == Code.NO_HOLD


@pytest.mark.parametrize("settings", [{"watchers": True}, {"clock": ClockRule(turn=30, bank=60)}])
async def test_nor_where_others_may_see_it_or_a_clock_runs(
    server: FakeServer, settings: dict[str, Any]
) -> None:
    table, [ana] = await playing(server, "Ana", bots=1, options={"start": 0}, **(ALONE | settings))
    assert await ana.refusal(Hold, table=table, hold=True) == Code.NO_HOLD
