"""Tables with others, through the real server: lobby, waiting room, talk, passwords, watching, hosting."""

import socket
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest

from tests.integration.games import begin
from tests.scripted import RejectedError, ScriptedClient
from tests.serving import ServerProcess
from tests.silent_line import silent_line
from tests.triqueta_tui.driving import Driver, driving, make_app, offered, press_at_once
from triqueta_protocol.errors import Code
from triqueta_protocol.games.triqueta import Drew
from triqueta_protocol.requests import AddBot, Create, Kick, Leave, Ready, Start
from triqueta_protocol.requests import Chat as SayIt
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.table_events import Said
from triqueta_tui.paths import Paths
from triqueta_tui.screens.connecting import Connecting
from triqueta_tui.screens.home import Home
from triqueta_tui.screens.join import Join
from triqueta_tui.screens.lobby import Lobby
from triqueta_tui.screens.questions import (
    AccessDialog,
    AnotherName,
    GameWaits,
    Password,
    SendAway,
    WatchInstead,
)
from triqueta_tui.screens.table_settings import TableSettingsDialog
from triqueta_tui.screens.waiting_room import WaitingRoom
from triqueta_tui.session import link
from triqueta_tui.session.address import Address, parse_address
from triqueta_tui.session.intents import GoBack, GoTo, HostTable
from triqueta_tui.session.known_servers import Memory
from triqueta_tui.session.player_keys import PlayerKeys
from triqueta_tui.table.screen import TableScreen
from triqueta_tui.widgets.menu import Menu
from triqueta_tui.widgets.text_panel import Question


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    server = await ServerProcess.start(tmp_path / "server", "--max-rate", "5000", "--grace", "0")
    yield server
    await server.stop()


@pytest.fixture
async def bo(server: ServerProcess) -> AsyncIterator[ScriptedClient]:
    client = await ScriptedClient.connect(server.url, "Bo")
    yield client
    await client.close()


def where(server: ServerProcess) -> Address:
    return Address("127.0.0.1", server.port)


def names(driver: Driver) -> list[str]:
    assert driver.app.navigator.feed is not None
    return [seat.name for seat in driver.app.navigator.feed.room.seats if seat.kind != "open"]


async def test_the_lobby_lists_tables_as_they_come_and_go(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    async with driving(make_app(paths, intent=GoTo(where(server)))) as driver:
        await driver.shown(Lobby)
        assert "No open tables" in driver.text
        code = await bo.create(settings={"seats": 3})
        await driver.until(lambda: code in driver.text)
        assert "1 of 3 seats taken  Bo" in driver.text
        await bo.ask(Leave(id=bo.next_id(), table=code))
        await driver.until(lambda: code not in driver.text)
        await driver.press("escape")
        await driver.shown(Home)


async def test_a_running_game_in_the_lobby_can_be_watched(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    code = await begin(bo, bots=1)
    async with driving(make_app(paths, intent=GoTo(where(server)))) as driver:
        await driver.shown(Lobby)
        await driver.until(lambda: code in driver.text)
        await driver.press("enter")
        await driver.shown(WatchInstead)
        await driver.press("n")
        await driver.shown(Lobby)
        await driver.press("enter")
        await driver.shown(WatchInstead)
        await driver.press("enter")
        table = await driver.shown(TableScreen)
        assert table.feed.seat is None


async def test_a_table_is_joined_from_the_lobby_and_left_again(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    code = await bo.create()
    async with driving(make_app(paths, intent=GoTo(where(server)))) as driver:
        await driver.shown(Lobby)
        await driver.until(lambda: code in driver.text)
        await driver.press("enter")
        room = await driver.shown(WaitingRoom)
        assert names(driver) == ["Bo", "Ana"]
        assert f"triqueta join 127.0.0.1:{server.port} {code}" in driver.text
        assert "Press r when you’re ready." in driver.text
        assert "rooms.ready" in offered(room)
        assert not {"rooms.start", "rooms.add_bot", "rooms.options", "rooms.remove"} & offered(room)
        await driver.press("escape")
        assert "Leave the table? Press Esc again to leave" in driver.text
        await driver.press("down")
        assert "Leave the table?" not in driver.text
        await driver.press("escape", "escape")
        await driver.shown(Home)
        await bo.until(lambda: sum(seat.kind == "player" for seat in bo.mirrors[code].room.seats) == 1)


async def test_a_guest_gets_ready_and_the_host_begins(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    code = await bo.create()
    async with driving(make_app(paths, intent=GoTo(where(server), code))) as driver:
        await driver.shown(WaitingRoom)
        await driver.press("r")
        await driver.until(lambda: "The host starts the game" in driver.text)
        await driver.press("r")
        await driver.until(lambda: "Press r when you’re ready." in driver.text)
        await driver.press("r")
        await bo.until(lambda: bo.mirrors[code].room.seats[1].ready)
        await bo.ask(Start(id=bo.next_id(), table=code))
        await driver.shown(TableScreen)
        seat = Memory(paths.servers).seats[0]
        assert (seat.table, seat.server) == (code, f"127.0.0.1:{server.port}")


async def test_the_host_arranges_the_table(server: ServerProcess, bo: ScriptedClient, paths: Paths) -> None:
    async with driving(make_app(paths, intent=GoTo(where(server)))) as driver:
        await driver.shown(Lobby)
        await driver.press("n")
        await driver.shown(TableSettingsDialog)
        await driver.press("down", "left", "enter")
        room = await driver.shown(WaitingRoom)
        assert driver.app.navigator.feed is not None
        code = driver.app.navigator.feed.table
        assert driver.app.navigator.feed.room.settings.seats == 3
        assert "rooms.start" not in offered(room)
        await driver.press("b")
        await driver.until(lambda: len(names(driver)) == 2)
        await driver.press("down")
        assert {"rooms.start", "rooms.change_level", "rooms.remove"} <= offered(room)
        await driver.press("v")
        await driver.until(lambda: _level(driver, 1) == "hard")
        await driver.press("x")
        await driver.until(lambda: len(names(driver)) == 1)
        await bo.join(code)
        await driver.until(lambda: names(driver) == ["Ana", "Bo"])
        assert "Waiting for Bo to be ready." in driver.text
        assert "rooms.start" not in offered(room)
        await bo.ask(Ready(id=bo.next_id(), table=code))
        await driver.until(lambda: "s starts the game" in driver.text)
        await driver.press("o")
        await driver.shown(TableSettingsDialog)
        await driver.press("down", "left", "enter")
        await driver.until(lambda: "Waiting for Bo" in driver.text)
        await bo.ask(Ready(id=bo.next_id(), table=code))
        await driver.until(lambda: "rooms.start" in offered(room))
        await driver.press("s")
        await driver.shown(TableScreen)


async def test_a_host_makes_a_table_rated_and_is_told_what_it_lacks(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    async with driving(make_app(paths, intent=GoTo(where(server)))) as driver:
        await driver.shown(Lobby)
        await driver.press("n")
        await driver.shown(TableSettingsDialog)
        await driver.press("enter")
        room = await driver.shown(WaitingRoom)
        assert driver.app.navigator.feed is not None
        code = driver.app.navigator.feed.table
        await bo.join(code)
        await bo.ask(Ready(id=bo.next_id(), table=code))
        await driver.press("o")
        card = await driver.shown(TableSettingsDialog)
        names = list(card.form.values)
        await driver.press(*["down"] * names.index("rated"), "left", "enter")
        await bo.until(lambda: bo.mirrors[code].room.settings.rated)
        await driver.until(lambda: "rated: the result counts" in driver.text)
        await bo.ask(Ready(id=bo.next_id(), table=code))
        await driver.until(lambda: "rooms.start" in offered(room))
        await driver.press("s")
        await driver.until(lambda: "need a clock" in driver.text)
        assert bo.mirrors[code].room.status == "waiting"


async def test_the_host_closes_the_table_before_and_during_a_game(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    async with driving(make_app(paths, intent=GoTo(where(server)))) as driver:
        await driver.shown(Lobby)
        await driver.press("n")
        await driver.shown(TableSettingsDialog)
        await driver.press("enter")
        await driver.shown(WaitingRoom)
        feed = driver.app.navigator.feed
        assert feed is not None
        code = feed.table
        await bo.join(code)
        await bo.ask(Ready(id=bo.next_id(), table=code))
        await driver.until(lambda: "s starts the game" in driver.text)
        await driver.press("o")
        card = await driver.shown(TableSettingsDialog)
        await driver.press(*["down"] * list(card.form.values).index("access"), "left", "enter")
        await driver.until(lambda: "closed to newcomers" in driver.text)
        assert bo.mirrors[code].room.nobody_new
        assert "s starts the game" in driver.text, "everybody is still ready"
        await driver.press("s")
        await driver.shown(TableScreen)
        await driver.press("o")
        await driver.shown(AccessDialog)
        await driver.press("left", "enter")
        await driver.until(lambda: "Choose a password" in driver.text)
        await driver.press("down", "x", "y", "enter")
        await bo.until(lambda: not bo.mirrors[code].room.nobody_new)
        assert bo.mirrors[code].room.locked
        await driver.shown(TableScreen)
        await driver.until(lambda: "New arrivals now need the password" in driver.text)


async def test_a_player_can_be_sent_home(server: ServerProcess, bo: ScriptedClient, paths: Paths) -> None:
    async with driving(make_app(paths, intent=GoTo(where(server)))) as driver:
        await driver.shown(Lobby)
        await driver.press("n")
        await driver.shown(TableSettingsDialog)
        await driver.press("enter")
        await driver.shown(WaitingRoom)
        assert driver.app.navigator.feed is not None
        code = driver.app.navigator.feed.table
        await bo.join(code)
        await driver.until(lambda: "Bo" in names(driver))
        await driver.press("down", "x")
        await driver.shown(SendAway)
        assert "Send Bo away?" in driver.text
        await driver.press("enter")
        await driver.shown(WaitingRoom)
        assert code not in bo.closed_tables, "Enter keeps Bo"
        await driver.press("x", "p")
        await bo.until(lambda: bo.closed_tables.get(code) == Code.KICKED)
        with pytest.raises(RejectedError, match="kicked"):
            await bo.join(code)


async def test_whoever_is_sent_home_is_told_so(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    code = await bo.create()
    async with driving(make_app(paths, intent=GoTo(where(server), code))) as driver:
        await driver.shown(WaitingRoom)
        await bo.ask(Kick(id=bo.next_id(), table=code, seat=1))
        await driver.shown(Home)
        assert driver.notices[-1] == "The host has sent you away from this table."


async def test_people_talk_and_nothing_they_say_is_more_than_text(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    code = await bo.create()
    async with driving(make_app(paths, intent=GoTo(where(server), code))) as driver:
        await driver.shown(WaitingRoom)
        await bo.ask(SayIt(id=bo.next_id(), table=code, text="[b]hi[/b] \x1b[31mred {x} 你好 \u202eevil 🐻"))
        await driver.until(lambda: "Bo: [b]hi[/b] [31mred {x} 你好 evil 🐻" in driver.text)
        await driver.press("t", *"hello s!", "enter")
        await driver.until(lambda: "Ana: hello s!" in driver.text)
        assert names(driver) == ["Bo", "Ana"], "letters on the chat line are no commands"
        await driver.press("escape")
        assert "rooms.ready" in offered(driver.app.screen)
        # A question is taken back, and letters that come together with the key are typed, too.
        await driver.press("escape")
        assert "again to leave" in driver.text
        await press_at_once(driver.pilot, "t", *"ratt", "enter")
        await driver.until(lambda: "Ana: ratt" in driver.text)
        assert "again to leave" not in driver.text
        assert not bo.mirrors[code].room.seats[1].ready


async def test_a_line_that_is_typed_when_the_game_begins_can_be_finished(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    code = await bo.create(settings={"seats": 2})
    async with driving(make_app(paths, intent=GoTo(where(server), code))) as driver:
        await driver.shown(WaitingRoom)
        await bo.ask(SayIt(id=bo.next_id(), table=code, text="ready?"))
        await driver.press("r")
        await bo.until(lambda: bo.mirrors[code].room.seats[1].ready)
        await driver.press("t", *"good ")
        await bo.ask(Start(id=bo.next_id(), table=code))
        table = await driver.shown(TableScreen)
        await driver.until(lambda: table.draft is not None)
        assert "Bo: ready?" in driver.text
        await driver.press(*"luck", "enter", "escape")
        await bo.until(lambda: Said("Ana", "good luck", "players") in bo.happened)
        await driver.shown(TableScreen)


async def test_a_player_who_is_muted_is_not_read(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    code = await bo.create()
    async with driving(make_app(paths, intent=GoTo(where(server), code))) as driver:
        await driver.shown(WaitingRoom)
        await driver.press("m")
        await driver.shown(Question)
        await driver.press("1")
        await driver.shown(WaitingRoom)
        await bo.ask(SayIt(id=bo.next_id(), table=code, text="boo"))
        await driver.press("t", *"hello", "enter")
        await driver.until(lambda: "Ana: hello" in driver.text)
        assert "boo" not in driver.text
        await driver.press("escape", "m")
        await driver.until(lambda: "hidden" in driver.text)
        await driver.press("enter")
        await driver.shown(WaitingRoom)
        await bo.ask(SayIt(id=bo.next_id(), table=code, text="sorry"))
        await driver.until(lambda: "Bo: sorry" in driver.text)


async def test_a_password_is_asked_for_and_a_wrong_one_is_refused(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    await bo.ask(Create(id=bo.next_id(), game="triqueta", settings=TableSettings(), password="acorn"))
    async with driving(make_app(paths, intent=GoTo(where(server)))) as driver:
        await driver.shown(Lobby)
        await driver.until(lambda: "(password)" in driver.text)
        await driver.press("enter")
        await driver.shown(Password)
        await driver.press(*"nut")
        assert "***" in driver.text
        assert "nut" not in driver.text
        await driver.press("enter")
        await driver.until(lambda: "That’s not the right password." in driver.text)
        await driver.shown(Password)
        await driver.press(*"acorn", "enter")
        await driver.shown(WaitingRoom)


async def test_a_wrong_password_on_the_way_is_asked_for_again_and_never_shown(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    answer = await bo.ask(
        Create(id=bo.next_id(), game="triqueta", settings=TableSettings(), password="acorn")
    )
    going = GoTo(where(server), answer.table, password="nut")
    async with driving(make_app(paths, intent=going)) as driver:
        await driver.shown(Password)
        await driver.until(lambda: "That’s not the right password." in driver.text)
        await driver.press("escape")
        way = await driver.shown(Connecting)
        await driver.until(lambda: way.has_class("-failed"))
        await driver.press("r")
        await driver.shown(Password)
        await driver.press(*"acorn")
        assert "acorn" not in driver.text
        await driver.press("enter")
        await driver.shown(WaitingRoom)
        assert driver.app.settings.server == str(where(server))


async def test_those_who_stay_read_that_the_host_has_left(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    code = await bo.create()
    async with driving(make_app(paths, intent=GoTo(where(server), code))) as driver:
        await driver.shown(WaitingRoom)
        await bo.ask(Leave(id=bo.next_id(), table=code))
        await driver.until(lambda: "You’re the host now" in driver.text)
        assert "Bo left the seat" in driver.text
        await bo.join(code)
        await driver.until(lambda: "Bo sat down" in driver.text)
        await driver.press("escape")
        assert "Leave? Bo becomes the host." in driver.text
        await driver.press("escape")
        await driver.shown(Home)


async def test_a_watcher_takes_an_open_seat(server: ServerProcess, bo: ScriptedClient, paths: Paths) -> None:
    answer = await bo.ask(
        Create(id=bo.next_id(), game="triqueta", settings=TableSettings(seats=2), password="acorn")
    )
    code = answer.table
    assert code is not None
    going = GoTo(where(server), code, watch=True, password="acorn")
    async with driving(make_app(paths, intent=going)) as driver:
        room = await driver.shown(WaitingRoom)
        assert "i takes an open seat" in driver.text
        await driver.press("r")
        assert "take a seat first" in driver.text
        await driver.press("i")
        await driver.until(lambda: names(driver) == ["Bo", "Ana"])
        assert "rooms.sit_down" not in offered(room)
        await driver.press("s")
        assert "Only the host can do that" in driver.text


async def test_a_guest_who_vanishes_does_not_keep_the_seat(server: ServerProcess, paths: Paths) -> None:
    async with driving(make_app(paths, intent=GoTo(where(server)))) as driver:
        await driver.shown(Lobby)
        await driver.press("n")
        await driver.shown(TableSettingsDialog)
        await driver.press("enter")
        await driver.shown(WaitingRoom)
        assert driver.app.navigator.feed is not None
        bo = await ScriptedClient.connect(server.url, "Bo")
        await bo.join(driver.app.navigator.feed.table)
        await driver.until(lambda: names(driver) == ["Ana", "Bo"])
        await bo.vanish()
        await driver.until(lambda: names(driver) == ["Ana"])
        assert "Bo was away for too long" in driver.text


async def test_where_the_table_asks_a_key_frees_the_seat(server: ServerProcess, paths: Paths) -> None:
    bo = await ScriptedClient.connect(server.url, "Bo")
    code = await bo.create(settings={"seats": 3}, substitute="ask")
    async with driving(make_app(paths, intent=GoTo(where(server), code))) as driver:
        room = await driver.shown(WaitingRoom)
        await driver.press("p")
        assert "Nobody is away" in driver.text
        await bo.vanish()
        await driver.until(lambda: "p frees the seat" in driver.text)
        assert "Bo has been away since" in driver.text
        assert "rooms.sit_in" in offered(room)
        await driver.press("p")
        await driver.until(lambda: names(driver) == ["Ana"])


async def test_who_ends_the_server_is_not_blamed_on_the_line(tmp_path: Path, paths: Paths) -> None:
    server = await ServerProcess.start(tmp_path / "server")
    bo = await ScriptedClient.connect(server.url, "Bo")
    code = await bo.create()
    async with driving(make_app(paths, intent=GoTo(where(server), code))) as driver:
        await driver.shown(WaitingRoom)
        await server.stop()
        said = "The server is shutting down. Your game is saved"
        await driver.until(lambda: any(notice.startswith(said) for notice in driver.notices))
        await driver.until(lambda: "the server has stopped, attempt" in driver.text)
    await bo.ended()


async def test_a_guest_of_a_server_that_its_host_has_ended_waits_no_longer(
    tmp_path: Path, paths: Paths
) -> None:
    server = await ServerProcess.start(tmp_path / "server", "--embedded")
    bo = await ScriptedClient.connect(server.url, "Bo")
    table = await bo.create(settings={"seats": 2})
    async with driving(make_app(paths, intent=GoTo(where(server), table)), (120, 36)) as driver:
        await driver.shown(WaitingRoom)
        await driver.press("r")
        await bo.until(lambda: bo.mirrors[table].room.seats[1].ready)
        await bo.ask(Start(id=bo.next_id(), table=table))
        screen = await driver.shown(TableScreen)
        assert server.process.stdin is not None
        server.process.stdin.close()
        await driver.until(
            lambda: "The host has stopped the server; your game is saved. q: leave" in driver.text
        )
        assert not screen.prompt.urgent
        assert "attempt" not in driver.text
        await driver.press("q", "q")
        await driver.shown(Home)
        assert Memory(paths.servers).seats, "the seat is kept"
    await server.ended()


async def test_a_watcher_sees_the_room_and_the_game_but_arranges_nothing(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    code = await bo.create()
    await bo.ask(AddBot(id=bo.next_id(), table=code))
    async with driving(make_app(paths, intent=GoTo(where(server), code, watch=True))) as driver:
        room = await driver.shown(WaitingRoom)
        assert "You’re watching" in driver.text
        assert not {"rooms.ready", "rooms.start", "rooms.add_bot"} & offered(room)
        await bo.ask(Start(id=bo.next_id(), table=code))
        table = await driver.shown(TableScreen)
        assert table.feed.seat is None
        assert Memory(paths.servers).seats == []


@pytest.mark.parametrize(
    ("intent", "heading", "sentence"),
    [
        ({"table": "NOPE"}, "No seat at table NOPE", "There’s no table with this code."),
        ({"port": 1}, "Can’t connect to 127.0.0.1:1", "The server doesn’t answer."),
        ({"port": 1, "table": "NOPE"}, "Can’t connect to 127.0.0.1:1", "The server doesn’t answer."),
    ],
)
async def test_a_way_that_is_closed_can_be_corrected(
    server: ServerProcess, paths: Paths, intent: dict[str, object], heading: str, sentence: str
) -> None:
    table = intent.get("table")
    port = intent.get("port", server.port)
    assert isinstance(port, int)
    going = GoTo(Address("127.0.0.1", port), str(table) if table else None)
    async with driving(make_app(paths, intent=going)) as driver:
        way = await driver.shown(Connecting)
        await driver.until(lambda: way.has_class("-failed"))
        assert heading in driver.text
        assert sentence in driver.text
        assert "connecting.watch_instead" not in offered(way)
        assert ("connecting.tables" in offered(way)) == ("port" not in intent)
        await driver.press("r")
        join = await driver.shown(Join)
        assert join.form["address"] == str(going.address)


async def test_where_there_is_no_such_table_the_others_are_one_key_away(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    code = await bo.create()
    async with driving(make_app(paths, intent=GoTo(where(server), "NOPE"))) as driver:
        way = await driver.shown(Connecting)
        await driver.until(lambda: way.has_class("-failed"))
        await driver.press("l")
        await driver.shown(Lobby)
        await driver.until(lambda: code in driver.text)


@pytest.mark.parametrize("watchers", [True, False])
async def test_who_comes_after_the_beginning_may_watch(
    server: ServerProcess, bo: ScriptedClient, paths: Paths, watchers: bool
) -> None:
    code = await bo.create(settings={"seats": 3, "watchers": watchers})
    await bo.ask(AddBot(id=bo.next_id(), table=code))
    await bo.ask(Start(id=bo.next_id(), table=code))
    async with driving(make_app(paths, intent=GoTo(where(server), code))) as driver:
        way = await driver.shown(Connecting)
        await driver.until(lambda: way.has_class("-failed"))
        assert f"No seat at table {code}" in driver.text
        assert "You can’t do that while a game is running." in driver.text
        await driver.press("w")
        if watchers:
            table = await driver.shown(TableScreen)
            assert table.feed.seat is None
        else:
            await driver.until(lambda: f"Can’t watch table {code}" in driver.text)
            assert "This table doesn’t allow watchers." in driver.text
            assert "connecting.watch_instead" not in offered(driver.app.screen)
            assert "connecting.tables" in offered(driver.app.screen)


async def test_who_gives_up_comes_back_to_the_form(server: ServerProcess, paths: Paths) -> None:
    async with driving(make_app(paths, server=str(where(server)))) as driver:
        await driver.press("c")
        await driver.shown(Join)
        await driver.press("down", *"nope", "enter")
        way = await driver.shown(Connecting)
        await driver.until(lambda: way.has_class("-failed"))
        assert "Esc back" in driver.text
        await driver.press("escape")
        form = (await driver.shown(Join)).form
        assert (form["address"], form["code"]) == (str(where(server)), "NOPE")
        await driver.press("escape")
        await driver.shown(Home)


async def test_a_name_that_is_taken_can_be_changed_on_the_way(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    async with driving(make_app(paths, intent=GoTo(where(server)), name="bo")) as driver:
        await driver.shown(AnotherName)
        assert "That name is taken here" in driver.text
        await driver.press("escape")
        way = await driver.shown(Connecting)
        await driver.until(lambda: way.has_class("-failed"))
        await driver.press("r")
        await driver.shown(Join)
        await driver.press("enter")
        await driver.shown(AnotherName)
        await driver.press("x", "enter")
        await driver.shown(Lobby)
        assert driver.app.settings.name == "box"


async def test_the_address_is_remembered_once_it_was_right(server: ServerProcess, paths: Paths) -> None:
    async with driving(make_app(paths, intent=GoTo(where(server)))) as driver:
        await driver.shown(Lobby)
        assert driver.app.settings.server == str(where(server))


async def test_what_is_no_address_is_said_on_the_spot(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        await driver.press("c", *"no way", "enter")
        assert "That’s not an address." in driver.text
        assert isinstance(driver.app.screen, Join)


async def test_a_seat_is_found_again_after_a_crash(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    code = await bo.create(settings={"seats": 2})
    async with driving(make_app(paths, intent=GoTo(where(server), code))) as driver:
        await driver.shown(WaitingRoom)
        await driver.press("r")
        await bo.until(lambda: bo.mirrors[code].room.seats[1].ready)
        await bo.ask(Start(id=bo.next_id(), table=code))
        await driver.shown(TableScreen)
    await bo.until(lambda: not bo.mirrors[code].room.seats[1].present)
    seat = Memory(paths.servers).seats[0]
    async with driving(make_app(paths, intent=GoBack(seat))) as driver:
        await driver.shown(TableScreen)
        assert driver.app.navigator.feed is not None
        assert driver.app.navigator.feed.seat == 1
        await bo.until(lambda: bo.mirrors[code].room.seats[1].present)


async def test_the_lobby_shows_a_seat_that_waits(
    server: ServerProcess, bo: ScriptedClient, paths: Paths
) -> None:
    code = await bo.create(settings={"seats": 2, "private": True})
    async with driving(make_app(paths, intent=GoTo(where(server), code))) as driver:
        await driver.shown(WaitingRoom)
        await driver.press("r")
        await bo.until(lambda: bo.mirrors[code].room.seats[1].ready)
        await bo.ask(Start(id=bo.next_id(), table=code))
        await driver.shown(TableScreen)
    async with driving(make_app(paths, intent=GoTo(where(server)))) as driver:
        await driver.shown(Lobby)
        await driver.until(lambda: "your seat is waiting" in driver.text)
        marked = driver.app.screen.query_one(Menu).selected
        assert marked is not None
        assert marked.name == code
        await driver.press("enter")
        await driver.shown(TableScreen)


async def test_the_link_is_looked_for_while_the_room_stays_on_the_screen(
    tmp_path: Path, paths: Paths
) -> None:
    first = await ServerProcess.start(tmp_path / "server")
    async with driving(make_app(paths, intent=GoTo(where(first)))) as driver:
        await driver.shown(Lobby)
        await first.kill()
        await driver.until(lambda: "connection lost" in driver.text)
        assert isinstance(driver.app.screen, Lobby)
        second = await ServerProcess.start(tmp_path / "server", port=first.port)
        await driver.until(lambda: "connected" in driver.text)
        await second.stop()


async def test_a_move_into_a_dead_line_is_said_to_be_on_its_way_and_made_once(
    server: ServerProcess, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with silent_line(server.port) as line:
        address = Address("127.0.0.1", line.port)
        async with driving(make_app(paths, intent=GoTo(address)), (120, 36)) as driver:
            await driver.shown(Lobby)
            await driver.press("n")
            await driver.shown(TableSettingsDialog)
            await driver.press("enter")
            await driver.shown(WaitingRoom)
            await driver.press("b")
            await driver.until(lambda: len(names(driver)) == 2)
            await driver.press("s")
            table = await driver.shown(TableScreen)
            await driver.until(lambda: table.now is not None and table.now.my_turn)
            line.cut()
            monkeypatch.setattr(link, "OVERDUE", 0.2)
            monkeypatch.setattr(link, "OVERDUE_PONG_WITHIN", 1.0)
            await driver.press("d")
            await driver.until(lambda: "Sending…: the server hasn’t answered yet" in driver.text)
            assert "sending…" in driver.text, "beside the table's name"
            await driver.until(lambda: "Saved: it will be sent when you reconnect" in driver.text)
            assert "connection lost" in driver.text
            assert not table.prompt.urgent
            line.mend()
            await driver.until(lambda: not table.waiting)
            drawn = [one for _, told in table.feed.told() for one in told if isinstance(one, Drew)]
            assert sum(one.seat == table.feed.seat for one in drawn) == 1
            assert "Saved" not in driver.text


@pytest.mark.parametrize("game", ["triqueta", "tripitz"])
async def test_a_window_whose_link_is_gone_offers_nothing_but_to_leave(
    server: ServerProcess, bo: ScriptedClient, paths: Paths, game: str
) -> None:
    code = await bo.create(game=game, settings={"seats": 2})
    async with driving(make_app(paths, intent=GoTo(where(server), code), name="Ana")) as driver:
        await driver.shown(WaitingRoom)
        await driver.press("r")
        await bo.until(lambda: bo.mirrors[code].room.seats[1].ready)
        await bo.ask(Start(id=bo.next_id(), table=code))
        table = await driver.shown(TableScreen)
        assert driver.app.session is not None
        protocol = driver.app.session.link.protocol
        again = await ScriptedClient.connect(
            server.url, "Ana", key=PlayerKeys(paths.identity).key, client=protocol.client
        )
        await driver.until(lambda: "You can’t do anything here: the connection is lost" in driver.text)
        assert not table.prompt.urgent
        await driver.press("t")
        await driver.press(*"hi", "enter")
        told = "You had too many windows connected to this server, so this one was disconnected."
        await driver.until(lambda: driver.notices.count(told) == 2)
        assert not [one for one in driver.notices if "try again" in one]
        await again.close()


async def test_a_host_opens_a_table_that_others_can_reach(paths: Paths) -> None:
    intent = HostTable("triqueta", settings=TableSettings(seats=2), port=0, bots=("easy",), password="acorn")
    async with driving(make_app(paths, intent=intent)) as driver:
        await driver.shown(WaitingRoom)
        assert driver.app.session is not None
        assert driver.app.navigator.feed is not None
        await driver.until(lambda: len(names(driver)) == 2)
        port = driver.app.session.link.address.port
        told = parse_address(driver.app.session.ways_in()["play"][0])
        assert told.port == port
        assert f"triqueta join {told} {driver.app.navigator.feed.table}" in driver.text
        friend = await ScriptedClient.connect(f"ws://127.0.0.1:{port}", "Bo")
        with pytest.raises(RejectedError, match="table_full"):
            await friend.join(driver.app.navigator.feed.table, password="acorn")
        await friend.close()
    assert not [child for child in psutil.Process().children() if "--embedded" in child.cmdline()]


@pytest.mark.parametrize("port", [0, None])
async def test_a_host_who_comes_back_finds_the_table_and_friends_find_it_too(
    paths: Paths, port: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        monkeypatch.setattr("triqueta_tui.session.lan_server.GAME_PORT", probe.getsockname()[1])
    async with driving(make_app(paths, intent=HostTable("triqueta", port=port, bots=("easy",)))) as driver:
        await driver.shown(WaitingRoom)
        await driver.until(lambda: len(names(driver)) == 2)
        assert driver.app.session is not None
        before = driver.app.session.ways_in()
        await driver.press("s")
        await driver.shown(TableScreen)
    seat = Memory(paths.servers).seats[0]
    async with driving(make_app(paths, intent=GoBack(seat))) as driver:
        await driver.shown(TableScreen)
        assert driver.app.session is not None
        assert port == 0 or driver.app.session.ways_in() == before
    if port == 0:
        return  # hosting again takes another one
    async with driving(make_app(paths, intent=HostTable("triqueta"))) as driver:
        await driver.shown(GameWaits)
        assert seat.table in driver.text
        await driver.press("enter")
        await driver.shown(TableScreen)
        assert driver.app.navigator.feed is not None
        assert driver.app.navigator.feed.table == seat.table
    async with driving(make_app(paths, intent=HostTable("triqueta"))) as driver:
        await driver.shown(GameWaits)
        await driver.press("down", "enter")
        await driver.shown(WaitingRoom)
        assert driver.app.navigator.feed is not None
        assert driver.app.navigator.feed.table != seat.table


async def test_what_goes_wrong_after_arriving_is_said_at_the_table(paths: Paths) -> None:
    intent = HostTable("triqueta", settings=TableSettings(seats=2), port=0, bots=("easy", "easy"))
    async with driving(make_app(paths, intent=intent)) as driver:
        await driver.shown(WaitingRoom)
        await driver.until(
            lambda: "All seats at this table are taken. You can still watch." in driver.notices
        )
        assert isinstance(driver.app.screen, WaitingRoom)


async def test_a_host_finds_another_port_if_the_usual_one_is_taken(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        monkeypatch.setattr("triqueta_tui.session.lan_server.GAME_PORT", taken)
        monkeypatch.setattr("triqueta_tui.session.discovery.probe.ANSWER_WITHIN", 0.2)
        async with driving(make_app(paths, intent=HostTable("triqueta"))) as driver:
            await driver.shown(WaitingRoom)
            assert driver.app.session is not None
            assert driver.app.session.link.address.port in range(taken + 1, taken + 10)


def _level(driver: Driver, seat: int) -> str | None:
    assert driver.app.navigator.feed is not None
    return driver.app.navigator.feed.room.seats[seat].level
