"""What the screens before a table look like; the state is asserted before the picture."""

from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot

from tests.triqueta_tui.driving import make_app, offered
from tests.triqueta_tui.session.quiet import QuietSession
from tests.triqueta_tui.session.told import OWN_ID, feed_of, room
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.events import OwnSeat, SeatInfo, TableLine
from triqueta_protocol.settings import ClockRule, TableSettings
from triqueta_protocol.table_events import Said
from triqueta_tui.app import TriquetaApp
from triqueta_tui.paths import Paths
from triqueta_tui.screens.connecting import Connecting
from triqueta_tui.screens.home import Home
from triqueta_tui.screens.host import Host
from triqueta_tui.screens.join import Join
from triqueta_tui.screens.lobby import Lobby
from triqueta_tui.screens.new_game import NewGame
from triqueta_tui.screens.waiting_room import WaitingRoom
from triqueta_tui.session.address import Address
from triqueta_tui.session.error_words import LinkGoneError
from triqueta_tui.session.events import LinkChanged
from triqueta_tui.session.intents import GoTo
from triqueta_tui.session.known_servers import HERE, Memory
from triqueta_tui.session.own_tables import UnseenResult, WaitingSeat

Compare = Callable[..., bool]
Prepare = Callable[[TriquetaApp, Pilot[None]], Awaitable[None]]


async def home(app: TriquetaApp, pilot: Pilot[None]) -> None:
    await pilot.press("down")
    assert isinstance(app.screen, Home)


async def new_game(app: TriquetaApp, pilot: Pilot[None]) -> None:
    await pilot.press("n", "down", "down", "right", "right", "right")
    await pilot.pause()
    assert isinstance(app.screen, NewGame)
    assert app.screen.form["seat2"] == "person"


async def host(app: TriquetaApp, pilot: Pilot[None]) -> None:
    await pilot.press("o", "down", "right")
    await pilot.pause()
    assert isinstance(app.screen, Host)


async def join(app: TriquetaApp, pilot: Pilot[None]) -> None:
    await pilot.press("c", *"hearth", "down", *"KNOT")
    await pilot.pause()
    assert isinstance(app.screen, Join)
    assert (app.screen.form["address"], app.screen.form["code"]) == ("hearth", "KNOT")


async def failed(app: TriquetaApp, pilot: Pilot[None]) -> None:
    way = Connecting(GoTo(Address("hearth")))
    await app.push_screen(way)
    way.fail(LinkGoneError("no_answer"))
    await pilot.pause()
    assert way.has_class("-failed")


async def refused(app: TriquetaApp, pilot: Pilot[None]) -> None:
    way = Connecting(GoTo(Address("hearth"), "KNOT"))
    await app.push_screen(way)
    way.fail(RefusalError(Code.GAME_RUNNING))
    await pilot.pause()
    assert {"connecting.watch_instead", "connecting.tables"} <= offered(way)


async def lobby(app: TriquetaApp, pilot: Pilot[None]) -> None:
    app.navigator.session = QuietSession(LinkChanged("reconnecting", attempt=3))
    screen = Lobby("hearth", (OwnSeat("KNOT", "triqueta", 1),), watch=False)
    await app.push_screen(screen)
    screen.show(
        (
            TableLine("OAKS", "triqueta", "Bo", ("Bo", "Čiča"), 4, "waiting"),
            TableLine(
                "FERN", "triqueta", "Zoë", ("Zoë", "Hazel", "樹"), 3, "playing", locked=True, rated=True
            ),
        )
    )
    await pilot.pause()
    assert not screen.has_class("-empty")


async def empty_lobby(app: TriquetaApp, pilot: Pilot[None]) -> None:
    screen = Lobby("hearth", (), watch=True)
    await app.push_screen(screen)
    screen.show(())
    await pilot.pause()
    assert screen.has_class("-empty")


async def waiting_room(app: TriquetaApp, pilot: Pilot[None]) -> None:
    app.navigator.session = QuietSession(LinkChanged("linked", delay_ms=4))
    seats = (
        SeatInfo(kind="player", name="Ana", player=OWN_ID, present=True),
        SeatInfo(kind="player", name="[b]Bo[/b] 熊", player="p2", present=True),
        SeatInfo(kind="bot", name="Hazel", level="normal", present=True),
        SeatInfo(),
    )
    settings = TableSettings(seats=4, clock=ClockRule(turn=60, bank=300), rated=True)
    told = room(seats=seats, settings=settings, watchers=("Zoë",), locked=True)
    screen = WaitingRoom(feed_of(told))
    await app.push_screen(screen)
    screen.show((Said("Bo", "is this the bear game?"), Said("Ana", "it is, 歡迎")))
    await pilot.pause()
    assert not screen.check_action("start", ())


SCENES = (home, new_game, host, join, failed, refused, lobby, empty_lobby, waiting_room)
LOOKS = [("en", (80, 24)), ("en", (120, 36)), ("en", (40, 12)), ("de", (80, 24)), ("zh_Hant", (80, 24))]


@pytest.mark.parametrize("prepare", SCENES, ids=lambda scene: scene.__name__)
@pytest.mark.parametrize(("language", "size"), LOOKS, ids=lambda look: str(look).replace(", ", "x"))
def test_look(
    paths: Paths, snap_compare: Compare, prepare: Prepare, language: str, size: tuple[int, int]
) -> None:
    tables = Memory(paths.servers).tables
    tables.keep_seat(WaitingSeat("hearth", "KNOT", "triche", names=("Ana", "Bo"), owing=(0,), yours=True))
    tables.keep_seat(WaitingSeat(f"{HERE}/1", "FERN", "tripitz", names=("Ana", "Rowan"), bots=(1,)))
    tables.replace([], [], [UnseenResult("oak", "aa11", "triqueta", ("Ana", "Cy"), (1,), 0)])
    app = make_app(paths, language=language, theme="forest")

    async def ready(pilot: Pilot[None]) -> None:
        await prepare(app, pilot)

    assert snap_compare(app, terminal_size=size, run_before=ready)
