"""Two windows of one player, over the real server: what is open in one can be taken over by the other."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from tests.triqueta_tui.driving import Driver, driving, make_app
from triqueta_protocol.requests import Start
from triqueta_tui.paths import Paths
from triqueta_tui.screens.home import Home
from triqueta_tui.screens.lobby import Lobby
from triqueta_tui.screens.questions import OpenElsewhere
from triqueta_tui.screens.waiting_room import WaitingRoom
from triqueta_tui.session.address import Address
from triqueta_tui.session.intents import GoBack, GoTo
from triqueta_tui.session.known_servers import Memory
from triqueta_tui.table.screen import TableScreen


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    server = await ServerProcess.start(tmp_path / "server")
    yield server
    await server.stop()


@pytest.fixture
async def bo(server: ServerProcess) -> AsyncIterator[ScriptedClient]:
    client = await ScriptedClient.connect(server.url, "Bo")
    yield client
    await client.close()


def player(driver: Driver) -> str | None:
    assert driver.app.session is not None
    return driver.app.session.link.protocol.player


async def test_a_seat_moves_from_window_to_window_and_back(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    where = Address("127.0.0.1", server.port)
    table = await bo.create(seats=2)
    async with driving(make_app(paths, intent=GoTo(where, table))) as one:
        await one.shown(WaitingRoom)
        await one.press("r")
        await bo.until(lambda: bo.mirrors[table].room.seats[1].ready)
        await bo.ask(Start(id=bo.next_id(), table=table))
        await one.shown(TableScreen)
        await one.until(lambda: bool(Memory(paths.servers).seats))
        seat = Memory(paths.servers).seats[0]
        async with driving(make_app(paths, intent=GoBack(seat))) as two:
            await two.shown(OpenElsewhere)
            assert "This seat is open in another window." in two.text
            assert isinstance(one.app.screen, TableScreen), "nothing has happened there yet"
            await two.press("enter")
            await two.shown(TableScreen)
            await one.shown(OpenElsewhere)
            assert player(one) == player(two)
            assert not any(isinstance(screen, TableScreen) for screen in one.app.screen_stack)
            assert bo.mirrors[table].room.seats[1].present
            await one.press("enter")
            await one.shown(TableScreen)
            await two.shown(OpenElsewhere)
            await two.press("h")
            await two.shown(Home)
            assert isinstance(one.app.screen, TableScreen)
        assert bo.mirrors[table].room.seats[1].present
        assert not any("connection" in notice for notice in one.notices)


async def test_the_lobby_in_a_second_window_leaves_the_game_alone(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    where = Address("127.0.0.1", server.port)
    table = await bo.create(seats=2)
    async with driving(make_app(paths, intent=GoTo(where, table))) as one:
        await one.shown(WaitingRoom)
        async with driving(make_app(paths, intent=GoTo(where))) as two:
            await two.shown(Lobby)
            assert player(one) == player(two)
            await two.until(lambda: table in two.text)
        await one.press("r")
        await bo.until(lambda: bo.mirrors[table].room.seats[1].ready)
        assert isinstance(one.app.screen, WaitingRoom)


async def test_another_profile_is_another_player_at_the_same_table(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    where = Address("127.0.0.1", server.port)
    table = await bo.create(seats=3)
    async with driving(make_app(paths, intent=GoTo(where, table))) as one:
        await one.shown(WaitingRoom)
        async with driving(make_app(paths, intent=GoTo(where, table), profile="Cy", name="Cy")) as two:
            await two.shown(WaitingRoom)
            assert player(one) != player(two)
            await bo.until(lambda: len(bo.mirrors[table].room.seats) == 3)
            assert [seat.name for seat in bo.mirrors[table].room.seats] == ["Bo", "Ana", "Cy"]
        first = player(one)
    async with driving(make_app(paths, intent=GoTo(where, table), name="Anabel")) as again:
        await again.shown(WaitingRoom)
        assert player(again) == first, "a rename keeps the player and the seat"
