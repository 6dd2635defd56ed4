"""What the screens before a table look like; the state is asserted before the picture."""

from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot

from protocol.errors import Code, Refusal
from protocol.events import OwnSeat, SeatInfo, TableLine
from protocol.happenings import Said
from protocol.mirror import Mirror
from protocol.requests import ClockRule, TableRules
from tests.triqueta_tui.driving import make_app, offered
from tests.triqueta_tui.net.told import OWN_ID, now_told, room
from triqueta_tui.app import TriquetaApp
from triqueta_tui.intents import GoTo
from triqueta_tui.net.address import Address
from triqueta_tui.net.error_words import LinkGoneError
from triqueta_tui.net.known_servers import Memory, WaitingSeat
from triqueta_tui.net.messages import LinkChanged
from triqueta_tui.paths import Paths
from triqueta_tui.screens.connecting import Connecting
from triqueta_tui.screens.home import Home
from triqueta_tui.screens.host import Host
from triqueta_tui.screens.join import Join
from triqueta_tui.screens.lobby import Lobby
from triqueta_tui.screens.new_game import NewGame
from triqueta_tui.screens.waiting_room import WaitingRoom

Compare = Callable[..., bool]
Prepare = Callable[[TriquetaApp, Pilot[None]], Awaitable[None]]


async def home(app: TriquetaApp, pilot: Pilot[None]) -> None:
    await pilot.press("down")
    assert isinstance(app.screen, Home)


async def new_game(app: TriquetaApp, pilot: Pilot[None]) -> None:
    await pilot.press("2", "down", "down", "right", "right", "right")
    await pilot.pause()
    assert isinstance(app.screen, NewGame)
    assert app.screen.form["seat2"] == "person"


async def host(app: TriquetaApp, pilot: Pilot[None]) -> None:
    await pilot.press("3", "down", "right")
    await pilot.pause()
    assert isinstance(app.screen, Host)


async def join(app: TriquetaApp, pilot: Pilot[None]) -> None:
    await pilot.press("4", *"hearth", "down", *"KNOT")
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
    way.fail(Refusal(Code.GAME_RUNNING))
    await pilot.pause()
    assert {"connecting.watch_instead", "connecting.tables"} <= offered(way)


async def lobby(app: TriquetaApp, pilot: Pilot[None]) -> None:
    app.link_state = LinkChanged("reconnecting", attempt=3)
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
    app.link_state = LinkChanged("linked", delay_ms=4)
    seats = (
        SeatInfo(kind="player", name="Ana", player=OWN_ID, present=True),
        SeatInfo(kind="player", name="[b]Bo[/b] 熊", player="p2", present=True),
        SeatInfo(kind="bot", name="Hazel", level="normal", present=True),
        SeatInfo(),
    )
    rules = TableRules(seats=4, clock=ClockRule(turn=60, bank=300))
    told = room(seats=seats, rules=rules, watchers=("Zoë",), locked=True, rated=True)
    screen = WaitingRoom(Mirror(now_told(told)))
    await app.push_screen(screen)
    screen.show(Mirror(now_told(told)), (Said("Bo", "is this the bear game?"), Said("Ana", "it is, 歡迎")))
    await pilot.pause()
    assert not screen.check_action("start", ())


SCENES = (home, new_game, host, join, failed, refused, lobby, empty_lobby, waiting_room)
LOOKS = [("en", (80, 24)), ("en", (120, 36)), ("en", (40, 12)), ("de", (80, 24)), ("zh_Hant", (80, 24))]


@pytest.mark.parametrize("prepare", SCENES, ids=lambda scene: scene.__name__)
@pytest.mark.parametrize(("language", "size"), LOOKS, ids=lambda look: str(look).replace(", ", "x"))
def test_look(
    paths: Paths, snap_compare: Compare, prepare: Prepare, language: str, size: tuple[int, int]
) -> None:
    Memory(paths.servers).keep_seat(WaitingSeat("hearth", "Ana", "KNOT", "triqueta"))
    app = make_app(paths, language=language, theme="forest")

    async def ready(pilot: Pilot[None]) -> None:
        await prepare(app, pilot)

    assert snap_compare(app, terminal_size=size, run_before=ready)
