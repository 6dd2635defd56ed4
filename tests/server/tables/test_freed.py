"""A table that is closed leaves nothing behind in memory."""

import gc
from weakref import ref

import pytest

from tests.server.tables.fake_client import play_on, playing
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.settings import ClockRule


@pytest.mark.parametrize("over", [True, False], ids=["after the game", "in the middle of it"])
async def test_a_closed_table_is_freed_at_once(over: bool) -> None:
    """A server seldom looks for garbage that keeps itself: it may be gigabytes until then."""
    server = FakeServer()
    gc.collect()
    gc.disable()
    try:
        table, clients = await playing(server, "Ana", "Bo", bots=1, clock=ClockRule(turn=30))
        await play_on(table, clients, None if over else 5)
        gone, its_match = ref(server.table(table)), ref(server.table(table).match)
        for client in clients:
            client.vanish()
        server.advance(700.0)
        assert table not in server.lobby.tables
        assert gone() is None
        assert its_match() is None
    finally:
        gc.enable()
