"""Stopping a game among friends for tonight, and going on with it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from tests.triqueta_tui.driving import Driver, driving, make_app
from triqueta_protocol.requests import Join, Sleep, Start
from triqueta_tui.paths import Paths
from triqueta_tui.screens.home import Home
from triqueta_tui.screens.waiting_room import WaitingRoom
from triqueta_tui.session.address import Address
from triqueta_tui.session.intents import GoTo
from triqueta_tui.table.screen import TableScreen
from triqueta_tui.table.stopping import StopOrLeave, Stopped


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    server = await ServerProcess.start(tmp_path / "server", "--max-rate", "5000")
    yield server
    await server.stop()


@pytest.fixture
async def bo(server: ServerProcess) -> AsyncIterator[ScriptedClient]:
    client = await ScriptedClient.connect(server.url, "Bo")
    yield client
    await client.close()


async def begun(driver: Driver, bo: ScriptedClient, table: str) -> TableScreen:
    """A game of Bo, the host, with the person at the screen."""
    await driver.shown(WaitingRoom)
    await driver.press("r")
    await bo.until(lambda: bo.mirrors[table].room.seats[1].ready)
    await bo.ask(Start(id=bo.next_id(), table=table))
    return await driver.shown(TableScreen)


async def test_who_stops_for_tonight_keeps_the_seat_and_goes_on_from_home(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    table = await bo.create(settings={"seats": 2})
    intent = GoTo(Address("127.0.0.1", server.port), table)
    async with driving(make_app(paths, intent=intent)) as driver:
        await begun(driver, bo, table)
        await driver.press("q")
        await driver.shown(StopOrLeave)
        await driver.press("escape")
        await driver.shown(TableScreen)
        await driver.press("q", "s")
        await driver.shown(Home)
        await bo.until(lambda: bo.mirrors[table].room.asleep is not None)
        assert bo.mirrors[table].room.seats[1].level is None
        await driver.press("0")
        await driver.shown(TableScreen)
        await bo.until(lambda: bo.mirrors[table].room.asleep is None)
        assert bo.mirrors[table].room.away == ()


async def test_who_is_still_there_is_asked_and_may_go_on(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    table = await bo.create(settings={"seats": 2})
    intent = GoTo(Address("127.0.0.1", server.port), table)
    async with driving(make_app(paths, intent=intent)) as driver:
        screen = await begun(driver, bo, table)
        await bo.ask(Sleep(id=bo.next_id(), table=table))
        await driver.shown(Stopped)
        assert "Bo stopped the game for tonight" in driver.text
        await driver.press("escape")
        await driver.shown(TableScreen)
        assert "q: home, or play on" in driver.text
        assert not screen.prompt.urgent
        await driver.press("q")
        await driver.shown(Stopped)
        await driver.press("p")
        await driver.shown(TableScreen)
        await driver.until(lambda: screen.feed.room.asleep is None)
        assert screen.feed.room.away[0].kept


async def test_the_question_closes_when_another_player_goes_on(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    table = await bo.create(settings={"seats": 2})
    intent = GoTo(Address("127.0.0.1", server.port), table)
    async with driving(make_app(paths, intent=intent)) as driver:
        await begun(driver, bo, table)
        await bo.ask(Sleep(id=bo.next_id(), table=table))
        await driver.shown(Stopped)
        await bo.ask(Join(id=bo.next_id(), table=table))
        await driver.shown(TableScreen)


async def test_who_leaves_gets_a_bot(server: ServerProcess, bo: ScriptedClient, paths: Paths) -> None:
    table = await bo.create(settings={"seats": 2})
    intent = GoTo(Address("127.0.0.1", server.port), table)
    async with driving(make_app(paths, intent=intent)) as driver:
        await begun(driver, bo, table)
        await driver.press("q", "l")
        await driver.shown(Home)
        await bo.until(lambda: bo.mirrors[table].room.seats[1].level is not None)
        assert bo.mirrors[table].room.asleep is None


async def test_where_a_game_may_not_sleep_leaving_is_asked_as_before(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    table = await bo.create(settings={"seats": 2, "sleep_days": 0})
    intent = GoTo(Address("127.0.0.1", server.port), table)
    async with driving(make_app(paths, intent=intent)) as driver:
        await begun(driver, bo, table)
        await driver.press("q")
        assert "A bot fills in for you" in driver.text
        await driver.press("q")
        await driver.shown(Home)
        await bo.until(lambda: bo.mirrors[table].room.seats[1].level is not None)
