"""The game on its own screen, found and chosen wherever games are, and played to its end by keys."""

from pathlib import Path

import pytest

from tests.fourth_game.conftest import Connect, ParleyServer, StartServer
from tests.fourth_game.screen import GAME, ParleyBoard
from tests.triqueta_tui.driving import Driver, driving, make_app
from triqueta_protocol.requests import AddBot
from triqueta_tui.cli import intent_of, parser
from triqueta_tui.game import PACKAGES, Games
from triqueta_tui.keymap import every_command
from triqueta_tui.paths import Paths
from triqueta_tui.screens.home import Home
from triqueta_tui.screens.host import Host
from triqueta_tui.screens.lobby import Lobby
from triqueta_tui.screens.new_game import NewGame
from triqueta_tui.screens.rules import RulesScreen
from triqueta_tui.screens.settings import SettingsScreen
from triqueta_tui.screens.table_settings import TableSettingsDialog
from triqueta_tui.screens.waiting_room import WaitingRoom
from triqueta_tui.session.address import Address
from triqueta_tui.session.intents import GoTo, HostTable, PlayNow
from triqueta_tui.session.recorded_feed import RecordedFeed
from triqueta_tui.settings import Settings
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.table.screen import TableScreen


@pytest.fixture
async def server(start_server: StartServer) -> ParleyServer:
    return await start_server()


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths.under(tmp_path / "home")


def where(server: ParleyServer) -> Address:
    return Address("127.0.0.1", server.port)


def choices(driver: Driver) -> tuple[object, ...]:
    """What the table on top offers."""
    screen = driver.app.screen
    if not isinstance(screen, TableScreen) or screen.waiting or not isinstance(screen.board, ParleyBoard):
        return ()
    return screen.board.chooser.choices


async def play_to_the_end(driver: Driver) -> ResultScreen:
    """Do what is offered first, again and again."""
    while not isinstance(driver.app.screen, ResultScreen):
        await driver.until(lambda: isinstance(driver.app.screen, ResultScreen) or bool(choices(driver)))
        if choices(driver):
            feed = driver.app.navigator.feed
            assert feed is not None
            n = feed.mirror.n
            await driver.press("enter")
            await driver.until(lambda n=n, feed=feed: feed.mirror.n > n)  # type: ignore[misc]
    assert isinstance(driver.app.screen, ResultScreen)
    return driver.app.screen


async def test_a_game_from_the_lobby_to_its_end_and_on_to_another_game(
    server: ParleyServer, paths: Paths
) -> None:
    async with driving(make_app(paths, intent=GoTo(where(server)))) as driver:
        await driver.shown(Lobby)
        await driver.press("n")
        card = await driver.shown(TableSettingsDialog)
        await driver.press("left")
        assert card.form["game"] == "parley", "the last of the games"
        await driver.press("enter")
        await driver.shown(WaitingRoom)
        assert "Parley, table" in driver.text
        await driver.press("b", "b")
        await driver.until(lambda: driver.text.count("bot, ") == 2)
        await driver.press("v")
        await driver.until(lambda: "meek" in driver.text or "bold" in driver.text)
        await driver.press("s")
        table = await driver.shown(TableScreen)
        await driver.until(lambda: bool(choices(driver)))
        assert "Do this: Offer" in driver.text
        await driver.press("m")
        await driver.until(lambda: table.now is not None and table.now.public.phase != "offer")
        result = await play_to_the_end(driver)
        assert result.verdict is not None
        assert result.verdict.fair
        await driver.until(lambda: "Fair coins" in driver.text)
        await driver.press("r")
        replay = await driver.shown(TableScreen)
        assert isinstance(replay.board, ParleyBoard), "it is shown on the board of the game"
        feed = replay.feed
        assert isinstance(feed, RecordedFeed)
        await driver.until(lambda: feed.recording.whole)
        assert f"0/{feed.recording.last}" in driver.text
        await driver.press("end", "v")
        assert "asks for a share" in driver.text
        await driver.press("escape", "escape", "a")
        await driver.shown(WaitingRoom)
        await driver.press("o")
        await driver.shown(TableSettingsDialog)
        await driver.press("right", "enter")
        await driver.until(
            lambda: (
                driver.app.navigator.feed is not None and driver.app.navigator.feed.room.game == "triqueta"
            )
        )
        await driver.shown(WaitingRoom)
        assert "Triqueta, table" in driver.text
        await driver.press("s")
        await driver.shown(TableScreen)
        assert driver.app.settings.game == "triqueta"


async def test_a_watcher_and_a_friend_find_it_in_the_lobby(
    server: ParleyServer, paths: Paths, connect: Connect
) -> None:
    bo = await connect(server, "Bo")
    code = await bo.create(game="parley", settings={"seats": 6})
    await bo.ask(AddBot(id=bo.next_id(), table=code, level="bold"))
    async with driving(make_app(paths, intent=GoTo(where(server)))) as driver:
        await driver.shown(Lobby)
        await driver.until(lambda: f"{code}   Parley  2 of 6 seats taken" in driver.text)
        await driver.press("enter")
        await driver.shown(WaitingRoom)
        assert driver.app.navigator.feed is not None
        assert driver.app.navigator.feed.seat == 2


async def test_the_home_screen_offers_the_games_and_remembers_the_last(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        await driver.shown(Home)
        for name in ("Triqueta", "Triché", "Tripitz", "Parley"):
            assert name in driver.text
            await driver.press("down" if name != "Parley" else "f5")
        assert "Offer, ask, share or toss for it." in driver.text
        await driver.press("f1")
        await driver.shown(RulesScreen)
        assert "How to parley" in driver.text
        await driver.press("escape", "n")
        card = await driver.shown(NewGame)
        assert card.form["game"] == "parley"
        assert card.form["seat6"] == "nobody"
        await driver.press("escape", "o")
        host = await driver.shown(Host)
        assert host.form["game"] == "parley"
        await driver.press("right")
        assert host.form["game"] == "triqueta"
        offered = next(line for line in host.lines(host.form.values) if line.name == "seats").values
        assert offered == ("2", "3", "4", "5")
    assert driver.app.file.read().game == "parley"


async def test_settings_and_keys_of_the_game_can_be_set(paths: Paths) -> None:
    async with driving(make_app(paths), (80, 50)) as driver:
        await driver.press("f2")
        await driver.shown(SettingsScreen)
        assert "Play now: Parley" in driver.text
        assert {"parley.most", "triqueta.draw"} <= {one.id for one in every_command(driver.app.games)}


@pytest.mark.parametrize(
    ("typed", "intent"),
    [
        (["play", "parley"], PlayNow("parley", bots=("meek", "meek"), offer_guided=True)),
        (["play", "parley", "--players", "6", "--level", "bold"], PlayNow("parley", bots=("bold",) * 5)),
    ],
)
def test_it_is_played_from_the_command_line(typed: list[str], intent: PlayNow) -> None:
    options = parser().parse_args(typed)
    assert intent_of(options, Settings(), Games(PACKAGES)) == intent


def test_it_is_hosted_from_the_command_line_and_the_last_game_is_the_usual_one() -> None:
    hosted = intent_of(parser().parse_args(["host"]), Settings(game="parley"), Games(PACKAGES))
    assert isinstance(hosted, HostTable)
    assert hosted.game == GAME.name
