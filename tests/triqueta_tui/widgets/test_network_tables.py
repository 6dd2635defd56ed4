"""The list on the home and join screens: what it shows, how it is reached, where it leads."""

import pytest

from tests.triqueta_tui.driving import Driver, driving, make_app, press_at_once
from triqueta_protocol.events import TableLine
from triqueta_tui.locale import LANGUAGES, say
from triqueta_tui.paths import Paths
from triqueta_tui.screens.connecting import Connecting
from triqueta_tui.screens.home import Home
from triqueta_tui.screens.join import Join, Watch
from triqueta_tui.session.address import Address
from triqueta_tui.session.discovery.found_servers import FoundServer, Network
from triqueta_tui.session.intents import GoTo, Intent
from triqueta_tui.widgets.form import Form
from triqueta_tui.widgets.menu import Menu
from triqueta_tui.widgets.network_tables import NetworkTables


def line(table: str, *players: str, seats: int = 4, **fields: bool) -> TableLine:
    return TableLine(
        table=table,
        game="triqueta",
        host=players[0],
        players=players,
        seats=seats,
        status="playing" if len(players) == seats else "waiting",
        **fields,
    )


HEARTH = FoundServer(
    "hearth",
    Address("192.168.1.20"),
    (line("KNOT", "Ana", "Bo"), line("FERN", "Cy", locked=True), line("OWLS", "Di", "Ed", seats=2)),
)
QUIET = FoundServer("hearth", Address("192.168.1.31", 4460))
LOCKED = FoundServer("cave", Address("192.168.1.77"), open_tables=2, locked=True)
NEWER = FoundServer("later", Address("192.168.1.78"), trouble="version_too_new")
FULL = FoundServer("full", Address("192.168.1.79"), trouble="server_full")
NETWORK = Network(servers=(HEARTH, QUIET, LOCKED, NEWER, FULL))


async def show(driver: Driver, network: Network) -> NetworkTables:
    driver.app.network.found(network)
    await driver.pilot.pause()
    return driver.app.screen.query_one(NetworkTables)


@pytest.fixture
def granted(monkeypatch: pytest.MonkeyPatch) -> list[Intent]:
    """Where the app is sent, without going there."""
    wishes: list[Intent] = []
    monkeypatch.setattr("triqueta_tui.navigator.Navigator.go", lambda _, intent: wishes.append(intent))
    return wishes


async def test_open_tables_are_listed_with_their_server_and_address(paths: Paths) -> None:
    async with driving(make_app(paths), (80, 40)) as driver:
        await show(driver, Network(servers=(HEARTH, QUIET, LOCKED)))
        lines = driver.text.splitlines()
        (knot,) = [line for line in lines if "KNOT" in line]
        assert "hearth  KNOT  Triqueta  2 of 4 seats taken  Ana, Bo" in knot
        assert "192.168.1.20 " in knot
        assert any("FERN  Triqueta  1 of 4 seats taken  (password)  Cy" in line for line in lines)
        assert any("no open table yet" in line and "192.168.1.31:4460" in line for line in lines)
        assert any("cave    needs a password, 2 open tables" in line for line in lines)
        order = [name for line in lines for name in ("KNOT", "FERN", "OWLS") if name in line]
        assert order == ["KNOT", "FERN", "OWLS"], "a running game comes after those with a seat"
        assert any("OWLS  Triqueta  game running" in line for line in lines)


async def test_what_cannot_be_joined_says_why(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        await show(driver, Network(servers=(NEWER, FULL)))
        assert "runs another version" in driver.text
        assert say("errors.server_full")[:40] in driver.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_empty_list_says_why_in_words(paths: Paths, language: str) -> None:
    async with driving(make_app(paths, language=language)) as driver:
        await show(driver, Network())
        assert say("home.network.empty")[:12] in driver.text
        await show(driver, Network(there=False))
        assert say("home.network.none")[:12] in driver.text


async def test_arrows_go_from_the_menu_to_the_tables_and_back(paths: Paths, granted: list[Intent]) -> None:
    async with driving(make_app(paths)) as driver:
        menu = driver.app.screen.query_one("#menu", Menu)
        tables = await show(driver, NETWORK)
        await driver.press("down")
        assert tables.has_focus
        await driver.press("up", "up")
        assert menu.has_focus
        await driver.press(*["up"] * 5)
        assert tables.has_focus
        assert tables.selected is not None
        assert tables.selected.word == "full"
        await driver.press(*["up"] * (len(tables._entries) - 1), "enter")
        assert granted == [GoTo(Address("192.168.1.20"), "KNOT")]


async def test_each_table_on_the_home_screen_has_a_key(paths: Paths, granted: list[Intent]) -> None:
    async with driving(make_app(paths)) as driver:
        await show(driver, NETWORK)
        assert "4 " in next(one for one in driver.text.splitlines() if "KNOT" in one)
        await driver.press("4")
        assert granted == [GoTo(Address("192.168.1.20"), "KNOT")]


async def test_keys_that_come_together_go_where_the_cursor_has_gone(
    paths: Paths, granted: list[Intent]
) -> None:
    async with driving(make_app(paths)) as driver:
        await show(driver, NETWORK)
        await press_at_once(driver.pilot, "up", "down", "down", "enter")
        assert granted == [GoTo(Address("192.168.1.20"), "KNOT")]


async def test_a_server_without_a_table_to_show_leads_to_its_lobby(
    paths: Paths, granted: list[Intent]
) -> None:
    async with driving(make_app(paths)) as driver:
        await show(driver, Network(servers=(QUIET, LOCKED)))
        await driver.press("tab", "enter", "down", "enter")
        assert granted == [GoTo(QUIET.address), GoTo(LOCKED.address)]


async def test_a_list_that_is_longer_than_its_place_follows_the_cursor(
    paths: Paths, granted: list[Intent]
) -> None:
    many = tuple(FoundServer(f"server {n}", Address(f"192.168.1.{n}")) for n in range(10, 20))
    async with driving(make_app(paths)) as driver:
        tables = await show(driver, Network(servers=many))
        assert "server 10" in driver.text
        assert "server 19" not in driver.text
        assert tables.border_subtitle == "1/10"
        await driver.press("up", *["up"] * 5)
        assert "server 19" in driver.text
        assert "server 10" not in driver.text
        assert tables.border_subtitle == "10/10"
        await driver.pilot.click(NetworkTables, offset=(3, 1))
        assert granted == [GoTo(many[7].address)]


async def test_the_cursor_stays_on_its_table_while_others_come_and_go(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        tables = await show(driver, Network(servers=(QUIET,)))
        await driver.press("tab")
        await show(driver, Network(servers=(FULL, QUIET)))
        assert tables.selected is not None
        assert tables.selected.word == "hearth"
        await show(driver, Network(servers=(FULL,)))
        assert tables.selected is not None
        assert tables.selected.word == "full"


async def test_when_the_last_one_is_gone_the_cursor_is_back_in_the_menu(
    paths: Paths, granted: list[Intent]
) -> None:
    async with driving(make_app(paths)) as driver:
        tables = await show(driver, Network(servers=(QUIET,)))
        await driver.press("tab")
        assert tables.has_focus
        await show(driver, Network())
        assert driver.app.screen.query_one("#menu", Menu).has_focus
        assert not tables.can_focus


async def test_the_join_screen_lists_what_is_known_already(paths: Paths, granted: list[Intent]) -> None:
    async with driving(make_app(paths)) as driver:
        await show(driver, NETWORK)
        await driver.press("c")
        join = await driver.shown(Join)
        assert "KNOT" in driver.text
        assert join.query_one(Form).has_focus_within, "whoever has an address can type it at once"
        await driver.press("down", "down", *"x", "down", "down", "enter")
        assert granted == [GoTo(Address("192.168.1.20"), "KNOT")]
        assert driver.app.settings.name == "Anax"
        await driver.press("up")
        assert join.query_one(Form).has_focus_within


async def test_a_name_that_is_none_is_said_on_the_spot(paths: Paths, granted: list[Intent]) -> None:
    async with driving(make_app(paths)) as driver:
        await show(driver, NETWORK)
        await driver.press("c", "down", "down", "ctrl+u", "down", "down", "enter")
        await driver.until(lambda: say("errors.name_empty")[:30] in driver.text)
        assert granted == []


async def test_the_watch_screen_lists_what_can_be_watched(paths: Paths, granted: list[Intent]) -> None:
    private = FoundServer("shy", Address("192.168.1.90"), (line("DUSK", "Fay", watchers=False),))
    async with driving(make_app(paths)) as driver:
        await driver.press("w")
        await driver.shown(Watch)
        await show(driver, Network(servers=(HEARTH, private)))
        assert "OWLS  Triqueta  game running" in driver.text
        assert "DUSK" not in driver.text
        await driver.press("up", "up", "enter")
        assert granted == [GoTo(Address("192.168.1.20"), "OWLS", watch=True)]


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (200, 60)])
async def test_the_list_and_the_form_fit_on_every_screen(paths: Paths, size: tuple[int, int]) -> None:
    async with driving(make_app(paths), size) as driver:
        await driver.press("c")
        await driver.shown(Join)
        await show(driver, NETWORK)
        for word in ("KNOT", "Server", "Password"):
            assert word in driver.text


async def test_the_home_screen_is_told_only_while_it_is_seen(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        network = driver.app.network
        await driver.until(lambda: network.wanted)
        await driver.press("c")
        await driver.shown(Join)
        await driver.until(lambda: network.wanted)
        await driver.press("escape")
        await driver.shown(Home)
        await driver.press("r")
        await driver.until(lambda: not network.wanted)
        await driver.press("escape")
        await driver.shown(Home)
        await driver.until(lambda: network.wanted)
        driver.app.navigator.go(GoTo(Address("127.0.0.1", 1)))
        await driver.shown(Connecting)
        await driver.until(lambda: not network.wanted)
