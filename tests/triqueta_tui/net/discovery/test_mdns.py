"""Servers on the loopback find their way into the list, and out of it."""

import asyncio
from pathlib import Path

import pytest

from protocol.internal.defaults import LAN_VARIABLE
from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from tests.triqueta_tui.navigation.visiting import Visitor
from tests.triqueta_tui.net.discovery.watching import LOOPBACK, looking_around, unique
from triqueta_tui.intents import GoBack
from triqueta_tui.net.discovery.mdns import look_around, look_for
from triqueta_tui.net.discovery.task import DiscoveryTask, NetworkChanged
from triqueta_tui.paths import Paths


@pytest.fixture(autouse=True)
def _announced_on_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LAN_VARIABLE, LOOPBACK)


async def test_a_server_is_found_with_its_tables_and_gone_when_it_stops(tmp_path: Path) -> None:
    name = unique("oak")
    async with looking_around() as eye:
        await eye.sees(lambda network: network.there)
        server = await ServerProcess.start(tmp_path, "--name", name)
        bo = await ScriptedClient.connect(server.url, "Bo")
        code = await bo.create(rules={"seats": 3})
        (found,) = await eye.finds(name, lambda servers: bool(servers and servers[0].tables))
        assert (found.address.host, found.address.port) == (LOOPBACK, server.port)
        assert [line.table for line in found.to_join()] == [code]
        assert not found.locked
        await bo.close()
        assert await server.stop() == 0
        await eye.finds(name, lambda servers: not servers)


async def test_a_killed_server_is_gone_though_nobody_has_said_so(tmp_path: Path) -> None:
    name = unique("oak")
    server = await ServerProcess.start(tmp_path, "--name", name)
    async with looking_around() as eye:
        await eye.finds(name, lambda servers: len(servers) == 1)
        await server.kill()
        await eye.finds(name, lambda servers: not servers)


async def test_servers_of_one_name_are_told_apart_by_their_address(tmp_path: Path) -> None:
    name = unique("oak")
    servers = [await ServerProcess.start(tmp_path / folder, "--name", name) for folder in "ab"]
    async with looking_around() as eye:
        found = await eye.finds(name, lambda servers: len(servers) == 2)
        assert {one.address.port for one in found} == {server.port for server in servers}
        await servers[0].kill()
        (left,) = await eye.finds(name, lambda servers: len(servers) == 1)
        assert left.address.port == servers[1].port
    await servers[1].kill()


async def test_a_server_that_has_moved_is_found_by_its_identity(tmp_path: Path) -> None:
    before = await ServerProcess.start(tmp_path)
    ana = Visitor(Paths.under(tmp_path / "ana"))
    async with ana.visiting(LOOPBACK, before.port) as visit:
        table = await visit.begin_game()
    await before.stop()
    seat = ana.memory.seat
    assert seat is not None
    after = await ServerProcess.start(tmp_path)
    assert after.port != before.port
    async with ana.carrying_out(GoBack(seat)) as visit:
        assert table in visit.session.link.protocol.mirrors
    assert await look_for("00" * 32, seconds=0.1) is None
    await after.kill()


async def test_a_server_with_a_password_says_so_and_how_many_tables_it_has(tmp_path: Path) -> None:
    name = unique("oak")
    server = await ServerProcess.start(tmp_path, "--name", name, password="acorn")
    async with looking_around() as eye:
        (found,) = await eye.finds(name, bool)
        assert (found.locked, found.tables, found.open_tables) == (True, (), 0)
        bo = await ScriptedClient.connect(server.url, "Bo", password="acorn")
        await bo.create()
        (found,) = await eye.finds(name, lambda servers: servers[0].open_tables == 1)
        await bo.close()
    await server.kill()


async def test_a_server_that_is_not_announced_is_not_found(tmp_path: Path) -> None:
    hidden, shown = unique("hidden"), unique("shown")
    first = await ServerProcess.start(tmp_path / "a", "--name", hidden, "--no-announce")
    second = await ServerProcess.start(tmp_path / "b", "--name", shown)
    async with looking_around() as eye:
        await eye.finds(shown, bool)
        assert not [one for network in eye.sights for one in network.servers if one.name == hidden]
    await first.kill()
    await second.kill()


async def test_without_a_network_nobody_is_there() -> None:
    async with looking_around("no such interface") as eye:
        network = await eye.sees(lambda _: True)
        assert not network.there
        assert network.servers == ()
    assert not (await look_around(0.5, "no such interface")).there


async def test_looking_around_can_be_left_and_taken_up_again(tmp_path: Path) -> None:
    name = unique("oak")
    server = await ServerProcess.start(tmp_path, "--name", name)
    told: list[object] = []
    found = asyncio.Event()

    def tell(message: object) -> None:
        told.append(message)
        assert isinstance(message, NetworkChanged)
        if any(one.name == name for one in message.network.servers):
            found.set()

    lookout = DiscoveryTask(tell)
    for _ in range(2):
        lookout.begin()
        lookout.begin()
        await found.wait()
        lookout.end()
        found.clear()
    await lookout.ended()
    await server.kill()
