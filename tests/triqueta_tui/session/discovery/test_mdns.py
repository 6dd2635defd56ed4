"""Servers on the loopback find their way into the list, and out of it."""

import asyncio
from pathlib import Path

import pytest

from tests.scripted import ScriptedClient
from tests.triqueta_tui.session.discovery.watching import LOOPBACK, looking_around, unique
from tests.triqueta_tui.session.visiting import StartServer, Visitor
from triqueta_protocol.internal.defaults import LAN_VARIABLE
from triqueta_tui.paths import Paths
from triqueta_tui.session.discovery import browser
from triqueta_tui.session.discovery.browser import LanBrowser
from triqueta_tui.session.discovery.found_servers import Network
from triqueta_tui.session.discovery.mdns import look_around, look_for
from triqueta_tui.session.intents import GoBack


@pytest.fixture(autouse=True)
def _announced_on_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LAN_VARIABLE, LOOPBACK)


async def test_a_server_is_found_with_its_tables_and_gone_when_it_stops(start: StartServer) -> None:
    name = unique("oak")
    async with looking_around() as eye:
        await eye.sees(lambda network: network.there)
        server = await start("server", "--name", name)
        bo = await ScriptedClient.connect(server.url, "Bo")
        code = await bo.create(settings={"seats": 3})
        (found,) = await eye.finds(name, lambda servers: bool(servers and servers[0].tables))
        assert (found.address.host, found.address.port) == (LOOPBACK, server.port)
        assert [line.table for line in found.to_join()] == [code]
        assert not found.locked
        await bo.close()
        assert await server.stop() == 0
        await eye.finds(name, lambda servers: not servers)


async def test_a_killed_server_is_gone_though_nobody_has_said_so(start: StartServer) -> None:
    name = unique("oak")
    server = await start("server", "--name", name)
    async with looking_around() as eye:
        await eye.finds(name, lambda servers: len(servers) == 1)
        await server.kill()
        await eye.finds(name, lambda servers: not servers)


async def test_servers_of_one_name_are_told_apart_by_their_address(start: StartServer) -> None:
    name = unique("oak")
    servers = [await start(folder, "--name", name) for folder in "ab"]
    async with looking_around() as eye:
        found = await eye.finds(name, lambda servers: len(servers) == 2)
        assert {one.address.port for one in found} == {server.port for server in servers}
        await servers[0].kill()
        (left,) = await eye.finds(name, lambda servers: len(servers) == 1)
        assert left.address.port == servers[1].port


async def test_a_server_that_has_moved_is_found_by_its_identity(start: StartServer, tmp_path: Path) -> None:
    before = await start("server")
    ana = Visitor(Paths.under(tmp_path / "ana"))
    async with ana.visiting(LOOPBACK, before.port) as visit:
        table = await visit.begin_game()
    await before.stop()
    seat = ana.memory.seats[0]
    after = await start("server")
    assert after.port != before.port
    async with ana.carrying_out(GoBack(seat)) as visit:
        assert table in visit.session.link.feeds
    assert await look_for("00" * 32, seconds=0.1) is None


async def test_a_server_with_a_password_says_so_and_how_many_tables_it_has(start: StartServer) -> None:
    name = unique("oak")
    server = await start("server", "--name", name, password="acorn")
    async with looking_around() as eye:
        (found,) = await eye.finds(name, bool)
        assert (found.locked, found.tables, found.open_tables) == (True, (), 0)
        bo = await ScriptedClient.connect(server.url, "Bo", password="acorn")
        await bo.create()
        (found,) = await eye.finds(name, lambda servers: servers[0].open_tables == 1)
        await bo.close()


async def test_a_server_that_is_not_announced_is_not_found(start: StartServer) -> None:
    hidden, shown = unique("hidden"), unique("shown")
    await start("a", "--name", hidden, "--no-announce")
    await start("b", "--name", shown)
    async with looking_around() as eye:
        await eye.finds(shown, bool)
        assert not [one for network in eye.sights for one in network.servers if one.name == hidden]


async def test_without_a_network_nobody_is_there() -> None:
    async with looking_around("no such interface") as eye:
        network = await eye.sees(lambda _: True)
        assert not network.there
        assert network.servers == ()
    assert not (await look_around(0.5, "no such interface")).there


async def test_looking_around_can_be_left_and_taken_up_again(start: StartServer) -> None:
    name = unique("oak")
    await start("server", "--name", name)
    found = asyncio.Event()

    def tell(network: Network) -> None:
        if any(one.name == name for one in network.servers):
            found.set()

    lookout = LanBrowser()
    for _ in range(2):
        away, away_too = lookout.subscribe(tell), lookout.subscribe(tell)
        await found.wait()
        away()
        away_too()
        found.clear()
    await lookout.close()


async def test_nobody_looks_around_for_long_when_nobody_listens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser, "LINGER", 0.05)
    lookout = LanBrowser()
    stay = lookout.subscribe(lambda _: None)
    lookout.subscribe(lambda _: None)()
    await asyncio.sleep(0.1)
    still: bool = lookout.looking
    assert still, "somebody listens"
    stay()
    await lookout.ended()
    await lookout.close()
