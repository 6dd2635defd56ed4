"""Games on the own machine, through the real embedded server: play, leave, come back, again, together."""

import asyncio

import pytest
from textual.widgets import Static

from tests.triqueta_tui.driving import Driver, driving, make_app
from tests.triqueta_tui.embedded import embedded_servers
from triqueta_protocol.games.triqueta import Draw, Keep, Mine, Place, Public, Take
from triqueta_protocol.settings import TableSettings
from triqueta_tui.paths import Paths
from triqueta_tui.screens.connecting import Connecting
from triqueta_tui.screens.home import Home
from triqueta_tui.screens.new_game import NewGame
from triqueta_tui.screens.questions import GuidedOffer, PassKeyboard
from triqueta_tui.session.address import Address
from triqueta_tui.session.error_words import NoServerError
from triqueta_tui.session.events import LinkChanged
from triqueta_tui.session.intents import GoBack, PlayNow
from triqueta_tui.session.known_servers import Memory
from triqueta_tui.session.local_server import LocalServer
from triqueta_tui.settings import PACES, GameSettings
from triqueta_tui.table.result import ResultScreen
from triqueta_tui.table.screen import TableScreen
from triqueta_tui.widgets.link_status import LinkStatus


@pytest.fixture(autouse=True)
def _bots_in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACES, "brisk", 0)


def public(driver: Driver) -> Public:
    told = told_public(driver)
    assert told is not None
    return told


def told_public(driver: Driver) -> Public | None:
    """What all see of the game; None while there is none."""
    feed = driver.app.navigator.feed
    return feed.mirror.public if feed is not None and isinstance(feed.mirror.public, Public) else None


def in_play(driver: Driver) -> bool:
    """Whether a game goes on; between two games there is a moment without any."""
    told = told_public(driver)
    return told is not None and told.phase != "over"


def my_turn(driver: Driver) -> bool:
    feed, told = driver.app.navigator.feed, told_public(driver)
    return feed is not None and told is not None and feed.seat in told.owing


def can_go_on(driver: Driver) -> bool:
    return my_turn(driver) or isinstance(driver.app.screen, PassKeyboard)


async def choose(driver: Driver, *kinds: type[object]) -> None:
    """Send a choice of the first of these kinds that there is, as the table screen would."""
    feed = driver.app.navigator.feed
    assert feed is not None
    mine = feed.mirror.mine
    assert isinstance(mine, Mine)
    actions = [choice.action for choice in mine.choices]
    action = next(action for kind in kinds for action in actions if isinstance(action, kind))
    told = feed.mirror.n
    await feed.decide(action)
    await driver.until(lambda: driver.app.navigator.feed is not feed or feed.mirror.n != told)


async def test_a_server_that_is_starting_already_is_used(paths: Paths) -> None:
    ahead = LocalServer.private(paths.games / "1", paths.server_log)
    ahead.spawn()
    process = ahead._process
    assert process is not None
    app = make_app(paths, PlayNow("triqueta", ("easy",)))
    app.server_ahead = ahead
    async with driving(app) as driver:
        await driver.until(lambda: in_play(driver))
        assert ahead._process is process
        assert process.returncode is None
        assert [one.name for one in paths.games.iterdir()] == ["1"]
    assert process.returncode is not None


async def test_play_now_goes_straight_to_a_private_game(paths: Paths) -> None:
    async with driving(make_app(paths, intent=PlayNow("triqueta", bots=("easy", "normal")))) as driver:
        await driver.shown(TableScreen)
        room = driver.app.navigator.feed.room if driver.app.navigator.feed else None
        assert room is not None
        assert [seat.level for seat in room.seats] == [None, "easy", "normal"]
        assert room.settings.private
        assert len(embedded_servers()) == 1
        await driver.until(lambda: driver.app.session is not None and driver.app.session.state is not None)
        status = driver.app.screen.query_one(LinkStatus)
        status.show(LinkChanged("linked", delay_ms=11))
        assert status.content == "", "nobody is elsewhere"
        assert room.table not in driver.text
        status.show(LinkChanged("reconnecting", attempt=2))
        assert "connection lost" in str(status.content)
    assert embedded_servers() == []


async def test_the_home_screen_plays_with_the_bots_that_are_set(paths: Paths) -> None:
    about = {"triqueta": GameSettings("easy", 4, guided_offered=True)}
    async with driving(make_app(paths, games=about, bot_speed="relaxed")) as driver:
        await driver.press("1")
        await driver.shown(TableScreen)
        assert driver.app.navigator.feed is not None
        assert driver.app.navigator.feed.room.settings.pace == PACES["relaxed"]
        assert [seat.level for seat in driver.app.navigator.feed.room.seats] == [None, "easy", "easy", "easy"]


async def test_who_has_played_a_game_is_not_offered_the_guided_one(paths: Paths) -> None:
    async with driving(make_app(paths, intent=PlayNow("triqueta", bots=("easy",)), games={})) as driver:
        await driver.shown(TableScreen)
        await driver.until(lambda: driver.app.file.read().games["triqueta"].guided_offered)


async def test_the_guided_game_is_offered_at_the_start_and_can_be_declined(paths: Paths) -> None:
    intent = PlayNow("triqueta", bots=("easy",), offer_guided=True)
    async with driving(make_app(paths, intent=intent, games={})) as driver:
        await driver.shown(GuidedOffer)
        assert driver.app.session is None
        await driver.press("n")
        await driver.shown(TableScreen)
        feed = driver.app.navigator.feed
        assert feed is not None
        assert feed.hints_given is None
        assert driver.app.file.read().games["triqueta"].guided_offered


async def test_a_seed_gives_the_same_game_again(paths: Paths) -> None:
    first: list[int] = []
    for _ in range(2):
        async with driving(
            make_app(
                paths,
                intent=PlayNow("triqueta", bots=("easy",), settings=TableSettings(coach=True, seed="oak")),
            )
        ) as driver:
            await driver.shown(TableScreen)
            assert driver.app.navigator.feed is not None
            assert driver.app.navigator.feed.room.settings.seed == "oak"
            first.append(public(driver).rock)
    assert first[0] == first[1]


async def test_leaving_keeps_the_game_and_home_offers_to_go_on(paths: Paths) -> None:
    async with driving(make_app(paths, intent=PlayNow("triqueta", bots=("easy",)))) as driver:
        await driver.shown(TableScreen)
        await driver.until(lambda: my_turn(driver))
        assert driver.app.navigator.feed is not None
        table = driver.app.navigator.feed.table
        driver.app.navigator.leave_table()
        await driver.shown(Home)
        await driver.until(lambda: not embedded_servers())
        assert driver.app.session is None
        await driver.press("0")
        await driver.shown(TableScreen)
        await driver.until(lambda: my_turn(driver))
        assert driver.app.navigator.feed.table == table


async def test_a_new_game_keeps_the_other_one(paths: Paths) -> None:
    first = PlayNow("triqueta", bots=("easy",))
    async with driving(make_app(paths, intent=first)) as driver:
        await driver.shown(TableScreen)
        await driver.until(lambda: my_turn(driver))
        assert driver.app.navigator.feed is not None
        table = driver.app.navigator.feed.table
        driver.app.navigator.leave_table()
        home = await driver.shown(Home)
        driver.app.navigator.go(PlayNow("tripitz", bots=("easy",)))
        await driver.shown(TableScreen)
        driver.app.navigator.leave_table()
        await driver.shown(Home)
        assert [one.word for one in home._waiting_entries()] == ["Tripitz", "Triqueta"]
        await driver.press("5")
        await driver.shown(TableScreen)
        await driver.until(lambda: my_turn(driver))
        assert driver.app.navigator.feed.table == table
        driver.app.navigator.leave_table()
        await driver.shown(Home)
        await driver.until(
            lambda: [one.word for one in home._waiting_list._entries] == ["Triqueta", "Tripitz"]
        )
        await driver.press("x", "g")
        await driver.until(lambda: [one.game for one in Memory(paths.servers).seats] == ["tripitz"])


async def test_a_game_that_is_no_longer_there_is_said_to_be_over(paths: Paths) -> None:
    async with driving(make_app(paths, intent=PlayNow("triqueta", bots=("easy",)))) as driver:
        await driver.shown(TableScreen)
    seat = Memory(paths.servers).seats[0]
    paths.games.rename(paths.data / "elsewhere")
    async with driving(make_app(paths, intent=GoBack(seat))) as driver:
        way = await driver.shown(Connecting)
        await driver.until(lambda: way.has_class("-failed"))
        assert f"No seat at table {seat.table}" in driver.text
        assert "That game is over" in driver.text
        assert Memory(paths.servers).seats == []
        await driver.press("escape")
        await driver.shown(Home)


async def test_a_server_that_dies_is_started_again_and_the_game_goes_on(paths: Paths) -> None:
    async with driving(make_app(paths, intent=PlayNow("triqueta", bots=("easy",)))) as driver:
        await driver.shown(TableScreen)
        await driver.until(lambda: my_turn(driver))
        (server,) = embedded_servers()
        epoch = _epoch(driver)
        server.kill()
        await driver.until(lambda: _epoch(driver) != epoch)
        before = public(driver)
        await choose(driver, Draw)
        assert sum(public(driver).towers) == sum(before.towers) - 1


async def test_two_programs_can_play_side_by_side(paths: Paths) -> None:
    async with driving(make_app(paths, intent=PlayNow("triqueta", bots=("easy",)))) as one:
        await one.shown(TableScreen)
        async with driving(make_app(paths, intent=PlayNow("triqueta", bots=("easy",)))) as two:
            await two.shown(TableScreen)
            assert len(embedded_servers()) == 2


async def test_a_server_that_does_not_start_is_reported_and_can_be_tried_again(
    paths: Paths,
) -> None:
    paths.games.parent.mkdir(parents=True)
    paths.games.write_text("a file where the folder should be")
    async with driving(make_app(paths, intent=PlayNow("triqueta", bots=("easy",)))) as driver:
        way = await driver.shown(Connecting)
        await driver.until(lambda: way.has_class("-failed"))
        assert "did not start" in driver.text
        assert str(paths.server_log) in str(way.query_one("#trouble", Static).content)
        paths.games.unlink()
        await driver.press("r")
        await driver.shown(TableScreen)


async def test_another_game_begins_at_once_with_the_same_bots(paths: Paths) -> None:
    async with driving(make_app(paths, intent=PlayNow("triqueta", bots=("easy",)))) as driver:
        await driver.shown(TableScreen)
        await play_to_the_end(driver)
        await driver.until(lambda: Memory(paths.servers).seats == [])
        driver.app.navigator.play_again()
        await driver.until(lambda: in_play(driver))
        table = await driver.shown(TableScreen)
        assert table.feed.room.games == 2
        assert [seat.kind for seat in table.feed.room.seats].count("bot") == 1


async def test_people_at_one_terminal_take_turns_behind_a_curtain(paths: Paths) -> None:
    async with driving(make_app(paths, intent=PlayNow("triqueta", bots=(), people=("Bo",)))) as driver:
        await driver.until(lambda: can_go_on(driver))
        if isinstance(driver.app.screen, PassKeyboard):
            await driver.press("enter")
        await driver.shown(TableScreen)
        for _ in range(4):
            await driver.until(lambda: my_turn(driver))
            feed = driver.app.navigator.feed
            assert feed is not None
            assert feed.seat is not None
            own = feed.room.seats[feed.seat].name
            other = {"Ana": "Bo", "Bo": "Ana"}[own]
            await choose(driver, Draw)
            await driver.until(lambda: public(driver).phase == "place")
            await choose(driver, Place)
            await driver.shown(PassKeyboard)
            assert other in driver.text
            assert own not in driver.text
            assert driver.app.navigator.feed is feed, "the view changes when the curtain opens, not before"
            await driver.press("enter")
            table = await driver.shown(TableScreen)
            assert driver.app.navigator.feed is not feed
            assert table.feed is driver.app.navigator.feed
            assert table.table_log.sentences[-1].startswith(f"{own} "), (
                "what was told to somebody else says “you”"
            )


@pytest.mark.parametrize(("game", "secrets"), [("triqueta", True), ("tripitz", False)])
async def test_the_others_look_away_only_from_secrets(paths: Paths, game: str, secrets: bool) -> None:
    bo_begins = TableSettings(seed="2")
    intent = PlayNow(game, bots=(), people=("Bo",), settings=bo_begins)
    async with driving(make_app(paths, intent=intent)) as driver:
        await driver.shown(PassKeyboard)
        assert "Pass the keyboard to" in driver.text
        assert ("look away" in driver.text) == secrets


async def test_a_kept_token_is_seen_by_its_owner_only(paths: Paths) -> None:
    async with driving(make_app(paths, intent=PlayNow("triqueta", bots=(), people=("Bo",)))) as driver:
        await driver.until(lambda: can_go_on(driver))
        if isinstance(driver.app.screen, PassKeyboard):
            await driver.press("enter")
        await driver.until(lambda: my_turn(driver))
        await choose(driver, Draw)
        await driver.until(lambda: public(driver).phase == "place")
        await choose(driver, Keep)
        await driver.shown(PassKeyboard)
        await driver.press("enter")
        table = await driver.shown(TableScreen)
        await driver.until(lambda: my_turn(driver))
        assert table.now is not None
        assert isinstance(table.now.mine, Mine)
        assert table.now.mine.face_down == ()
        assert sum(public(driver).face_down) == 1


async def test_people_who_shared_a_terminal_come_back_together(paths: Paths) -> None:
    async with driving(make_app(paths, intent=PlayNow("triqueta", bots=(), people=("Bo",)))) as driver:
        await driver.until(lambda: bool(Memory(paths.servers).seats))
    seat = Memory(paths.servers).seats[0]
    async with driving(make_app(paths, intent=GoBack(seat))) as driver:
        await driver.until(lambda: driver.app.session is not None and driver.app.session.hot_seat is not None)
        feed = driver.app.navigator.feed
        await driver.until(lambda: feed is not None and all(one.present for one in feed.room.seats))


async def test_people_at_one_terminal_play_another_game_whoever_moved_last(paths: Paths) -> None:
    async with driving(make_app(paths, intent=PlayNow("triqueta", bots=(), people=("Bo",)))) as driver:
        await driver.until(lambda: in_play(driver))
        while public(driver).phase != "over":
            await driver.until(lambda: can_go_on(driver) or public(driver).phase == "over")
            if isinstance(driver.app.screen, PassKeyboard):
                await driver.press("enter")
            elif my_turn(driver):
                await choose(driver, Take, object)
        result = await driver.shown(ResultScreen)
        session = driver.app.session
        assert session is not None
        assert session.hot_seat is not None
        (bo,) = session.hot_seat.guests
        for link in (session.link, bo):
            view = link.feeds[result.now.table].view
            assert view is not None
            result.follow(view, ())
            assert "The host decides" not in driver.text
            assert result.check_action("again", ())
        await driver.press("a")
        await driver.until(lambda: in_play(driver))
        assert driver.app.navigator.feed is not None
        assert [seat.name for seat in driver.app.navigator.feed.room.seats] == ["Bo", "Ana"]


async def test_giving_up_while_the_server_starts_leaves_nothing_running(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    starting = asyncio.Event()

    async def never(_: LocalServer) -> Address:
        starting.set()
        await asyncio.Event().wait()
        raise AssertionError("it does not come to this")

    monkeypatch.setattr(LocalServer, "listening", never)
    async with driving(make_app(paths, intent=PlayNow("triqueta", bots=("easy",)))) as driver:
        await driver.shown(Connecting)
        await starting.wait()
        assert embedded_servers()
        await driver.press("escape")
        await driver.shown(Home)
        await driver.until(lambda: not embedded_servers())


async def test_the_new_game_screen_asks_who_plays(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        await driver.press("n")
        screen = await driver.shown(NewGame)
        assert "Rules for two" not in driver.text
        await driver.press("down", "down", "right", "right", "right")
        assert screen.form["seat2"] == "person"
        assert "Player 2" in driver.text, "who says nothing is called that"
        await driver.press("down", *"Ana")
        await driver.press("enter")
        assert "That name is taken here" in driver.text
        await driver.press("backspace", *"ja", "down", "right", "right", "right", "right")
        assert screen.form["seat3"] == "nobody"
        assert "Rules for two" in driver.text
        await driver.press("enter")
        await driver.until(lambda: in_play(driver))
        assert driver.app.navigator.feed is not None
        assert [seat.name for seat in driver.app.navigator.feed.room.seats] == ["Ana", "Anja"]


async def test_practice_is_chosen_where_nobody_else_sits(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        await driver.press("n")
        screen = await driver.shown(NewGame)
        assert "Undo" in driver.text
        await driver.press("down", "down", "right", "right", "right")
        assert screen.form["seat2"] == "person"
        assert "Undo" not in driver.text
        await driver.press("left")
        names = list(screen.form.values)
        await driver.press(*["down"] * (names.index("undo") - names.index("seat2")), "right", "enter")
        await driver.shown(TableScreen)
        assert driver.app.navigator.feed is not None
        assert driver.app.navigator.feed.room.settings.practice


async def test_a_rated_game_with_bots_has_no_help(paths: Paths) -> None:
    async with driving(make_app(paths)) as driver:
        await driver.press("n")
        screen = await driver.shown(NewGame)
        names = list(screen.form.values)
        await driver.press(*["down"] * names.index("rated"), "left")
        assert "at the end lose" in str(screen.query_one("#caution", Static).content)
        assert not {"coach", "undo", "seed"} & screen.form.values.keys()
        await driver.press("enter")
        await driver.shown(TableScreen)
        assert driver.app.navigator.feed is not None
        room = driver.app.navigator.feed.room
        assert (room.settings.rated, room.settings.coach, room.settings.practice, room.settings.seed) == (
            True,
            False,
            False,
            None,
        )
        assert "rated" in driver.text


async def test_a_game_needs_two(paths: Paths) -> None:
    about = {"triqueta": GameSettings("easy", 2, guided_offered=True)}
    async with driving(make_app(paths, games=about)) as driver:
        await driver.press("n", "down", "down", "left")
        await driver.press("enter")
        assert "at least 2 players" in driver.text
        assert isinstance(driver.app.screen, NewGame)


async def play_to_the_end(driver: Driver) -> None:
    """Take rows as soon as possible; whatever else is asked, the first choice will do."""
    while public(driver).phase != "over":
        await driver.until(lambda: my_turn(driver) or public(driver).phase == "over")
        if my_turn(driver):
            await choose(driver, Take, object)


def _epoch(driver: Driver) -> str:
    """Of the table as the client has it: another server process, another epoch."""
    assert driver.app.navigator.feed is not None
    return driver.app.navigator.feed.room.epoch


async def test_a_session_that_has_ended_starts_no_server(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first folder is in use; the player quits before the second one is tried."""
    starting, refused = asyncio.Event(), asyncio.Event()
    launch, launched = LocalServer.launch, list[LocalServer]()

    def launching(server: LocalServer) -> None:
        launched.append(server)
        launch(server)

    async def listening(server: LocalServer) -> Address:
        starting.set()
        await refused.wait()
        await server.stop()
        raise NoServerError(paths.server_log)

    monkeypatch.setattr(LocalServer, "launch", launching)
    monkeypatch.setattr(LocalServer, "listening", listening)
    async with driving(make_app(paths, intent=PlayNow("triqueta", bots=("easy",)))) as driver:
        await starting.wait()
        session = driver.app.session
        assert session is not None
        await session.end()
        refused.set()
        way = await driver.shown(Connecting)
        await driver.until(lambda: way.has_class("-failed"))
        assert len(launched) == 1
