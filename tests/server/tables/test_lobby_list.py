"""The list of open tables: told once in full, then as it changes; private tables are not on it."""

from tests.server.tables.fake_client import FakeClient, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.events import LobbyGone, LobbyNow, LobbyTable, TableLine
from triqueta_protocol.requests import Configure, Lobby, Rematch
from triqueta_protocol.settings import TableSettings
from triqueta_server.limits.declared import Limits


async def a_listener(server: FakeServer) -> FakeClient:
    eve = await FakeClient(server, "Eve").arrive()
    await eve.ask(Lobby)
    return eve


def true_list(server: FakeServer) -> dict[str, TableLine]:
    lines = [table.lobby_line() for table in server.lobby.tables.values()]
    return {line.table: line for line in lines if line is not None}


async def test_a_listener_gets_the_list_once_and_then_what_changes(server: FakeServer) -> None:
    table, [ana] = await seated(server, "Ana", seats=3, password="sesame", watchers=False)
    eve = await a_listener(server)
    assert [type(message) for message in eve.messages] == [LobbyNow, type(eve.messages[-1])]
    assert eve.lobby[table] == TableLine(
        table=table,
        game="triqueta",
        host="Ana",
        players=("Ana",),
        seats=3,
        status="waiting",
        locked=True,
        watchers=False,
    )
    await ana.add_bot(table)
    assert eve.lobby[table].players[0] == "Ana"
    assert len(eve.lobby[table].players) == 2
    await ana.leave(table)
    assert eve.lobby == {}
    assert isinstance(eve.messages[-1], LobbyGone)


async def test_the_list_follows_a_table_through_its_life(server: FakeServer) -> None:
    eve = await a_listener(server)
    table, [ana, bo] = await seated(server, "Ana", "Bo", seats=4)
    assert eve.lobby[table].status == "waiting"
    await ana.start(table)
    assert eve.lobby[table].status == "playing"
    assert eve.lobby[table].seats == 2
    assert eve.lobby == true_list(server)
    await play_on(table, [ana, bo])
    assert eve.lobby == true_list(server) == {}
    await ana.ask(Rematch, table=table)
    assert eve.lobby[table].status == "waiting"
    assert eve.lobby == true_list(server)


async def test_what_does_not_show_on_the_list_is_not_told(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    eve = await a_listener(server)
    told = len(eve.messages)
    await play_on(table, [ana, bo], moves=5)
    await ana.say(table, "hello")
    bo.vanish()
    assert len(eve.messages) == told


async def test_a_private_table_is_not_on_the_list(server: FakeServer) -> None:
    eve = await a_listener(server)
    table, [ana] = await seated(server, "Ana", private=True)
    assert eve.lobby == {}
    assert not any(isinstance(message, LobbyTable) for message in eve.messages)
    await ana.ask(Configure, table=table, settings=TableSettings(seats=2))
    assert set(eve.lobby) == {table}
    await ana.ask(Configure, table=table, settings=TableSettings(seats=2, private=True))
    assert eve.lobby == {}
    fay = await a_listener_called(server, "Fay")
    assert fay.lobby == {}


async def a_listener_called(server: FakeServer, name: str) -> FakeClient:
    client = await FakeClient(server, name).arrive()
    await client.ask(Lobby)
    return client


async def test_whoever_stops_listening_hears_no_more(server: FakeServer) -> None:
    eve = await a_listener(server)
    await eve.ask(Lobby, on=False)
    await seated(server, "Ana")
    assert eve.lobby == {}


async def test_a_new_link_has_to_ask_anew(server: FakeServer) -> None:
    eve = await a_listener(server)
    await eve.arrive()
    table, _ = await seated(server, "Ana")
    assert eve.lobby == {}
    await eve.ask(Lobby)
    assert set(eve.lobby) == {table}


async def test_a_table_that_closes_leaves_the_list_and_comes_back_when_it_is_reopened() -> None:
    server = FakeServer(Limits(close_after=100.0))
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    eve = await a_listener(server)
    ana.vanish()
    bo.vanish()
    server.advance(100.0)
    assert eve.lobby == {}
    await ana.arrive()
    await ana.join(table)
    assert eve.lobby[table].status == "playing"
