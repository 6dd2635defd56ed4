"""A guest's client: the same game, without what belongs to somebody's own machine."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.screen import Screen
from textual.widgets import Static

from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from triqueta_protocol.internal.guest import Guest, Kept
from triqueta_protocol.requests import AddBot, Start
from triqueta_protocol.text import NAME_CELLS, cells, clean
from triqueta_tui.app import TriquetaApp
from triqueta_tui.guests.entry import guest_app
from triqueta_tui.guests.memory import to_keep
from triqueta_tui.guests.navigator import GuestNavigator
from triqueta_tui.guests.session import numbered
from triqueta_tui.locale import LANGUAGES, be_strict, use
from triqueta_tui.screens.connecting import Connecting
from triqueta_tui.screens.home import Home
from triqueta_tui.screens.questions import GuestName
from triqueta_tui.screens.waiting_room import WaitingRoom
from triqueta_tui.session.intents import Intent, PlayNow
from triqueta_tui.session.own_tables import WaitingSeat
from triqueta_tui.table.screen import TableScreen
from triqueta_tui.table.stopping import StopOrLeave
from triqueta_tui.terminal import Terminal
from triqueta_tui.widgets.menu import Menu

TERMINAL = Terminal(colours="256", remote=True, dumb=False)


class AtHome(GuestNavigator):
    """A guest who goes nowhere."""

    async def begin(self, intent: Intent | None) -> None:
        """Stay."""


def at_home(guest: Guest, notes: int | None = None) -> TriquetaApp:
    return guest_app(guest, TERMINAL, notes, AtHome)


@pytest.fixture(autouse=True)
def _strict_words() -> Iterator[None]:
    be_strict()
    yield
    be_strict(False)
    use("en")


@pytest.fixture
def app() -> TriquetaApp:
    """The client of a guest called Ana."""
    return at_home(Guest(address="ws://127.0.0.1:9", name="Ana"))


async def test_the_menu_offers_this_server_and_no_other(app: TriquetaApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert [one.name for one in app.screen.query_one("#menu", Menu)._entries] == [
            *("tables", "join", "watch"),
            *("start_guided", "my_games", "practice", "rules", "settings", "leave"),
        ]


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 36)])
async def test_the_menu_is_whole_on_every_size(app: TriquetaApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        menu = app.screen.query_one("#menu", Menu)
        assert menu.region.height == 5
        assert app.screen.region.contains_region(menu.region)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_note_of_the_menu_fits(app: TriquetaApp, language: str) -> None:
    """A note that does not fit is left out."""
    async with app.run_test(size=(80, 24)) as pilot:
        app.change_settings(language=language)
        for game in app.games.names:
            app.navigator.memory().tables.keep_seat(WaitingSeat("127.0.0.1:9", "Ana", "WQWM", game))
            assert isinstance(app.screen, Home)
            app.screen.fill()
            await pilot.pause()
            shown = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
            assert [one.note for one in app.screen._entries() if one.note not in shown] == []


async def test_settings_work_at_once_and_are_written_nowhere(
    app: TriquetaApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        app.change_settings(language="de", name="Anna")
        await pilot.pause()
        assert app.settings.name == "Anna"
        assert app.file.problem is None
    assert app.paths is None
    assert list(tmp_path.iterdir()) == []


async def test_no_file_is_opened_for_writing(app: TriquetaApp, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[object] = []
    monkeypatch.setattr("triqueta_tui.settings.write_atomically", lambda path, *_, **__: written.append(path))
    monkeypatch.setattr(
        "triqueta_tui.session.known_servers.write_atomically", lambda path, *_, **__: written.append(path)
    )
    monkeypatch.setattr(
        "triqueta_tui.session.player_keys.write_atomically", lambda path, *_, **__: written.append(path)
    )
    monkeypatch.setattr(Path, "mkdir", lambda path, *_, **__: written.append(path))
    async with app.run_test(size=(80, 24)) as pilot:
        app.change_settings(language="de", name="Anna")
        memory = app.navigator.memory()
        memory.keep_server("127.0.0.1:9", "identity")
        memory.tables.keep_seat(WaitingSeat("127.0.0.1:9", "ABCD", "triqueta"))
        assert memory.seats
        await pilot.pause()
    assert written == []


async def test_nothing_is_written_or_opened_on_the_servers_side(
    app: TriquetaApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.run_action("screenshot")
        app.open_url("http://elsewhere.example")
        app.action_suspend_process()
        await pilot.pause()
    assert list(tmp_path.iterdir()) == []
    assert opened == []


async def test_what_was_kept_is_there_again(app: TriquetaApp) -> None:
    kept: Kept = {"name": "Anna", "language": "de", "theme": "contrast"}
    app = at_home(Guest(address="ws://127.0.0.1:9", name="ana", key=b"k", kept=kept))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert (app.settings.name, app.theme) == ("Anna", "contrast")
        notes = {entry.name: str(entry.note) for entry in app.screen.query_one("#menu", Menu)._entries}
        assert "fürs nächste Mal" in notes["settings"]


async def test_a_name_from_the_line_is_not_kept(app: TriquetaApp) -> None:
    async with app.run_test(size=(80, 24)):
        app.change_settings(turn_alert=False)
        assert to_keep(app._saved) == {"turn_alert": False}
        assert app.settings.name == "Ana"


@pytest.mark.parametrize("key", [b"k", None])
async def test_a_known_key_says_its_name_once(key: bytes | None) -> None:
    app = guest_app(Guest(address="ws://127.0.0.1:9", name="Bo", key=key), TERMINAL)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert to_keep(app._saved) == ({"name": "Bo"} if key else {})
        assert app.settings.name == "Bo"


async def test_whoever_wants_to_be_forgotten_presses_twice() -> None:
    reading, writing = os.pipe()
    guest = Guest(
        address="ws://127.0.0.1:9", name="ana", key=b"k", kept={"name": "Anna", "turn_alert": False}
    )
    app = at_home(guest, writing)
    async with app.run_test(size=(80, 24)) as pilot:
        app.navigator.open_help("settings")
        await pilot.pause()
        await pilot.press("f", "down", "f")
        once = app.settings
        await pilot.press("f")
        assert [settings.turn_alert for settings in (once, app.settings)] == [False, True]
        assert app.settings.name == "Anna", "for the rest of this visit"
    assert os.read(reading, 4096).splitlines()[-1] == b'{"keep":null,"forget":true}'
    os.close(reading)
    os.close(writing)


async def test_a_terminal_with_ascii_only_gets_letters_for_animals() -> None:
    guest = Guest(address="ws://127.0.0.1:9", name="Ana", letters=True)
    app = at_home(guest)
    async with app.run_test(size=(80, 24)):
        assert app.has_class("-letters")


def going(guest: Guest) -> TriquetaApp:
    """The client of a guest who goes to a table; this process still has more to do, and is not confined."""
    return guest_app(guest, TERMINAL)


def kind(app: TriquetaApp) -> type[Screen[Any]]:
    return type(app.screen)


def on_the_way(app: TriquetaApp) -> str:
    """What is said while a guest goes to a table."""
    return "\n".join(str(app.screen.query_one(part, Static).render()) for part in ("#going", "#trouble"))


@pytest.fixture
def silent() -> Iterator[str]:
    """A server that lets one connect and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"ws://127.0.0.1:{listening.getsockname()[1]}"


WAYS = {
    "en": "Connecting to table KNRT at oak.example…",
    "de": "Auf dem Weg zu Tisch KNRT bei oak.example …",
    "zh_Hant": "正在前往 oak.example 的 KNRT 桌……",
}


@pytest.mark.parametrize("language", WAYS)
@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
async def test_who_comes_for_a_table_sees_the_way_there_and_can_turn_back(
    silent: str, language: str, size: tuple[int, int]
) -> None:
    kept: Kept = {"language": language}
    guest = Guest(address=silent, name="", arrival="https://oak.example", table="KNRT", kept=kept)
    app = going(guest)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert kind(app) is GuestName
        assert not [screen for screen in app.screen_stack[1:] if isinstance(screen, Home)]
        await pilot.press(*"Mia", "enter")
        await pilot.pause()
        assert kind(app) is Connecting
        assert on_the_way(app).strip() == WAYS[language]
        await pilot.press("escape")
        await pilot.pause()
        assert kind(app) is Home


async def test_a_word_that_may_be_a_name_is_not_called_a_table(silent: str) -> None:
    guest = Guest(address=silent, name="grmpf", arrival="ssh://[2001:db8::7]:2222", table="GRMPF")
    async with going(guest).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(pilot.app, TriquetaApp)
        assert on_the_way(pilot.app).strip() == "Connecting to 2001:db8::7…"


async def test_whoever_cannot_get_to_the_table_reads_why_and_may_try_again() -> None:
    guest = Guest(address="ws://127.0.0.1:9", name="", arrival="https://oak.example", table="KNRT")
    app = going(guest)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press(*"Mia", "enter")
        for _ in range(2):
            while not app.screen.has_class("-failed"):
                await pilot.pause(0.01)
            assert on_the_way(app).startswith("Can’t connect to oak.example\n")
            await pilot.press("r")
            await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert kind(app) is Home


async def test_a_guest_who_leaves_a_game_against_bots_keeps_no_seat(tmp_path: Path) -> None:
    server = await ServerProcess.start(tmp_path / "server")
    app = going(Guest(address=server.url, name="", arrival="https://oak.example"))
    async with app.run_test(size=(80, 24)) as pilot:
        while kind(app) is not GuestName:
            await pilot.pause(0.01)
        await pilot.press(*"Mia", "enter")
        while kind(app) is not Home:
            await pilot.pause(0.01)
        app.navigator.go(PlayNow("triqueta", bots=("easy",)))
        while not isinstance(app.screen, TableScreen) or app.screen.prompt.words == "":
            await pilot.pause(0.01)
        await pilot.press("q")
        while kind(app) is not StopOrLeave:
            await pilot.pause(0.01)
        await pilot.press("l")
        while kind(app) is not Home:
            await pilot.pause(0.01)
        assert app.navigator.memory().seats == []
        await app.navigator.disconnect()
    await server.stop()


@pytest.mark.parametrize("one_word", [False, True])
async def test_who_comes_after_the_beginning_reads_so_and_may_watch(tmp_path: Path, one_word: bool) -> None:
    server = await ServerProcess.start(tmp_path / "server")
    bo = await ScriptedClient.connect(server.url, "Bo")
    code = await bo.create(settings={"seats": 3})
    await bo.ask(AddBot(id=bo.next_id(), table=code))
    await bo.ask(Start(id=bo.next_id(), table=code))
    name = code.lower() if one_word else ""
    app = going(Guest(address=server.url, name=name, arrival="https://oak.example", table=code))
    async with app.run_test(size=(80, 24)) as pilot:
        while kind(app) is not GuestName:
            await pilot.pause(0.01)
        await pilot.press(*"Mia", "enter")
        while not app.screen.has_class("-failed"):
            await pilot.pause(0.01)
        assert on_the_way(app).startswith(f"No seat at table {code}\n")
        await pilot.press("w")
        while app.navigator.feed is None:
            await pilot.pause(0.01)
        assert (app.navigator.feed.table, app.navigator.feed.seat) == (code, None)
        await app.navigator.disconnect()
    await bo.close()
    await server.stop()


@pytest.mark.parametrize("is_code", [True, False])
async def test_one_word_is_a_code_if_a_table_lets_the_guest_in_and_else_a_name(
    tmp_path: Path, is_code: bool
) -> None:
    server = await ServerProcess.start(tmp_path / "server")
    bo = await ScriptedClient.connect(server.url, "Bo")
    code = await bo.create(settings={"seats": 3, "private": True})
    word = code if is_code else "HUGO"
    guest = Guest(address=server.url, name=word.lower(), arrival="ssh://oak.example", table=word)
    app = going(guest)
    async with app.run_test(size=(80, 24)) as pilot:
        if is_code:
            while kind(app) is not GuestName:
                await pilot.pause(0.01)
            await pilot.press(*"Mia", "enter")
            while kind(app) is not WaitingRoom:
                await pilot.pause(0.01)
            await pilot.pause()
            assert app.navigator.feed is not None
            assert [seat.name for seat in app.navigator.feed.room.seats] == ["Bo", "Mia", ""], "one seat"
        else:
            while kind(app) is not Home:
                await pilot.pause(0.01)
            assert app.settings.name == "hugo"
        await app.navigator.disconnect()
    await bo.close()
    await server.stop()


@given(st.text(min_size=1).map(clean).filter(bool), st.integers(2, 99))
def test_namesakes_are_told_apart_within_the_width_of_a_name(name: str, number: int) -> None:
    told = numbered(name, number)
    assert told.endswith(f" {number}")
    assert cells(told) <= NAME_CELLS
