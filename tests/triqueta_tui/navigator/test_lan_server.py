"""Being host to friends: the server is found or started, told about, and ended or left behind as wished."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from tests.triqueta_tui.driving import Driver, driving, make_app
from tests.triqueta_tui.embedded import embedded_servers
from triqueta_protocol.errors import Code
from triqueta_protocol.requests import Ready
from triqueta_tui.paths import Paths
from triqueta_tui.screens.connecting import Connecting
from triqueta_tui.screens.home import Home
from triqueta_tui.screens.lobby import Lobby
from triqueta_tui.screens.questions import GameWaits, Password, QuitHost
from triqueta_tui.screens.waiting_room import WaitingRoom
from triqueta_tui.session.address import Address
from triqueta_tui.session.intents import GoTo, HostTable
from triqueta_tui.session.lan_server import LanServer
from triqueta_tui.table.screen import TableScreen

ANY_PORT = HostTable("triqueta", port=0)


@pytest.fixture
async def other(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    """A server that is running here already."""
    server = await ServerProcess.start(tmp_path / "other")
    yield server
    await server.kill()


def server_port(driver: Driver) -> int:
    assert driver.app.navigator.lan_server is not None
    assert driver.app.navigator.lan_server.running_server is not None
    return driver.app.navigator.lan_server.running_server.address.port


async def test_a_server_that_runs_here_already_is_used(paths: Paths, other: ServerProcess) -> None:
    async with driving(make_app(paths, intent=HostTable("triqueta", port=other.port))) as driver:
        await driver.shown(WaitingRoom)
        assert driver.app.navigator.feed is not None
        assert f"triqueta join 127.0.0.1:{other.port} {driver.app.navigator.feed.table}" in driver.text
        assert embedded_servers() == []
        await driver.press("ctrl+c")
        assert driver.app.return_code == 0, "it is not ours to end, so nothing is asked"
        assert driver.app.navigator.last_words() == ""
    bo = await ScriptedClient.connect(other.url, "Bo")
    await bo.close()


async def test_a_server_that_asks_for_a_password_is_left_alone(
    tmp_path: Path, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = await ServerProcess.start(tmp_path / "locked", password="acorn")
    monkeypatch.setattr("triqueta_tui.session.lan_server.GAME_PORT", locked.port)
    async with driving(make_app(paths, intent=HostTable("triqueta"))) as driver:
        await driver.shown(WaitingRoom)
        assert server_port(driver) in range(locked.port + 1, locked.port + 10)
        assert len(embedded_servers()) == 1
    await locked.kill()


@pytest.mark.parametrize(
    ("wanted", "missed"),
    [
        ({"gateways": {"ssh": 0}}, "without --ssh"),
        ({"public": {"web": "https://oak.example"}}, "with other public addresses"),
    ],
)
async def test_what_a_running_server_does_not_have_is_missed(
    paths: Paths, other: ServerProcess, wanted: dict[str, Any], missed: str
) -> None:
    intent = HostTable("triqueta", port=other.port, **wanted)
    async with driving(make_app(paths, intent=intent)) as driver:
        way = await driver.shown(Connecting)
        await driver.until(lambda: way.has_class("-failed"))
        assert missed in driver.text


async def test_a_host_who_names_a_public_address_tells_it(paths: Paths) -> None:
    intent = HostTable("triqueta", port=0, public={"play": "wss://oak.example/play"})
    async with driving(make_app(paths, intent=intent)) as driver:
        await driver.shown(WaitingRoom)
        assert driver.app.navigator.feed is not None
        assert f"triqueta join wss://oak.example/play {driver.app.navigator.feed.table}" in driver.text
        assert "127.0.0.1" not in driver.text


async def test_the_server_lasts_from_visit_to_visit(paths: Paths) -> None:
    async with driving(make_app(paths, intent=ANY_PORT)) as driver:
        await driver.shown(WaitingRoom)
        port = server_port(driver)
        await driver.press("escape")
        await driver.shown(Home)
        friend = await ScriptedClient.connect(f"ws://127.0.0.1:{port}", "Bo")
        driver.app.navigator.go(ANY_PORT)
        await driver.shown(WaitingRoom)
        assert server_port(driver) == port
        assert len(embedded_servers()) == 1
        await friend.close()
    assert embedded_servers() == []


async def test_a_host_who_leaves_is_asked_and_may_think_better_of_it(paths: Paths) -> None:
    async with driving(make_app(paths, intent=ANY_PORT)) as driver:
        await driver.shown(WaitingRoom)
        await driver.press("ctrl+c")
        await driver.shown(QuitHost)
        await driver.press("escape")
        await driver.shown(WaitingRoom)
        await driver.press("ctrl+q")
        await driver.shown(QuitHost)
        await driver.press("enter")
        await driver.until(lambda: driver.app.return_code == 0)
        assert embedded_servers() == []
        assert driver.app.navigator.last_words() == ""


async def test_a_host_is_told_who_is_here_and_next_time_who_waits(paths: Paths) -> None:
    async with driving(make_app(paths, intent=ANY_PORT)) as driver:
        await driver.shown(WaitingRoom)
        feed = driver.app.navigator.feed
        assert feed is not None
        friend = await ScriptedClient.connect(f"ws://127.0.0.1:{server_port(driver)}", "Bo")
        await friend.join(feed.table)
        await friend.ask(Ready(id=friend.next_id(), table=feed.table))
        await driver.until(lambda: feed.room.seats[1].ready)
        await driver.press("s")
        await driver.shown(TableScreen)
        await driver.press("ctrl+c")
        await driver.shown(QuitHost)
        assert "Here now: Bo." in driver.text
        await driver.press("e")
        await driver.until(lambda: driver.app.return_code == 0)
    await friend.ended()
    async with driving(make_app(paths, intent=ANY_PORT)) as driver:
        await driver.shown(GameWaits)
        assert "Also waiting for it: Bo." in driver.text
        await driver.press("escape")
        await driver.shown(Home)


async def test_ctrl_c_twice_leaves_without_an_answer(paths: Paths) -> None:
    async with driving(make_app(paths, intent=ANY_PORT)) as driver:
        await driver.shown(WaitingRoom)
        await driver.press("ctrl+c")
        await driver.shown(QuitHost)
        await driver.press("ctrl+c")
        await driver.until(lambda: driver.app.return_code == 0)
        assert embedded_servers() == []


async def test_a_server_that_stays_is_told_of_and_used_by_the_next_run(paths: Paths) -> None:
    async with driving(make_app(paths, intent=ANY_PORT)) as driver:
        await driver.shown(WaitingRoom)
        port = server_port(driver)
        (server,) = embedded_servers()
        await driver.press("ctrl+c")
        await driver.shown(QuitHost)
        await driver.press("down", "enter")
        await driver.until(lambda: driver.app.return_code == 0)
        words = driver.app.navigator.last_words()
        assert f"triqueta join 127.0.0.1:{port}" in words
        assert f"kill {server.pid}" in words
    friend = await ScriptedClient.connect(f"ws://127.0.0.1:{port}", "Bo")
    async with driving(make_app(paths, intent=ANY_PORT)) as driver:
        await driver.shown(GameWaits)
        await driver.press("enter")
        await driver.shown(WaitingRoom)
        assert server_port(driver) == port
        await driver.press("ctrl+c")
        assert driver.app.return_code == 0, "it stays anyway"
        assert f"kill {server.pid}" in driver.app.navigator.last_words()
    os.kill(server.pid, signal.SIGTERM)
    await friend.ended()
    assert friend.bye is not None
    assert friend.bye.code == Code.SERVER_CLOSING
    await asyncio.to_thread(server.wait, 60)


async def test_what_is_written_down_of_a_server_that_is_gone_is_not_believed(paths: Paths) -> None:
    folder = paths.hosted / "0"
    folder.mkdir(parents=True)
    (folder / "left_behind.json").write_text('{"port": 1, "process": 1}')
    hosting = LanServer(paths, lambda work: work.close())
    running = await hosting.open(0)
    assert running.address.port != 1
    assert hosting.left_behind is None
    assert not (folder / "left_behind.json").exists()
    await hosting.stop()


@pytest.mark.parametrize("table", [None, "KNOT"])
async def test_a_password_is_asked_for_on_the_way(tmp_path: Path, paths: Paths, table: str | None) -> None:
    locked = await ServerProcess.start(tmp_path / "locked", password="acorn")
    bo = await ScriptedClient.connect(locked.url, "Bo", password="acorn")
    code = await bo.create()
    intent = GoTo(Address("127.0.0.1", locked.port), code if table else None)
    async with driving(make_app(paths, intent=intent)) as driver:
        await driver.shown(Password)
        assert f"127.0.0.1:{locked.port}" in driver.text
        await driver.press(*"nut", "enter")
        await driver.until(lambda: "That’s not the right password." in driver.text)
        await driver.shown(Password)
        await driver.press("escape")
        await driver.until(lambda: _failed(driver))
        while _failed(driver):  # the server hears one wrong password a second, and nothing in between
            await driver.press("r")
            await driver.shown(Password)
            await driver.press(*"acorn", "enter")
            await driver.until(lambda: _failed(driver) or isinstance(driver.app.screen, WaitingRoom | Lobby))
        await driver.shown(WaitingRoom if table else Lobby)
    await bo.close()
    await locked.kill()


async def test_whoever_types_no_password_learns_why_there_is_no_way(tmp_path: Path, paths: Paths) -> None:
    locked = await ServerProcess.start(tmp_path / "locked", password="acorn")
    async with driving(make_app(paths, intent=GoTo(Address("127.0.0.1", locked.port)))) as driver:
        await driver.shown(Password)
        await driver.press("escape")
        await driver.until(lambda: _failed(driver))
        assert "That’s not the right password." in driver.text
    await locked.kill()


def _failed(driver: Driver) -> bool:
    return isinstance(driver.app.screen, Connecting) and driver.app.screen.has_class("-failed")
