"""Stopping for tonight: a game that sleeps keeps all seats until a player is back."""

import math

import pytest

from tests.server.tables.fake_client import FakeClient, mover, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Asleep
from triqueta_protocol.requests import (
    Act,
    Advise,
    Chat,
    Create,
    Join,
    Lobby,
    SitIn,
    Sleep,
    Start,
    Undo,
    Watch,
)
from triqueta_protocol.settings import ClockRule, TableSettings
from triqueta_protocol.table_events import BotSatIn, FellAsleep, LinkBack, LinkLost, TimeRanOut, WokeUp
from triqueta_server.limits.declared import Limits
from triqueta_server.store.records import DropExpired, GameSleep

DAY = 24 * 60 * 60
CLOCK = ClockRule(20, 40)


async def two(server: FakeServer, **settings: object) -> tuple[str, FakeClient, FakeClient]:
    """A game of two; Ana owes the first decision."""
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 0}, **settings)
    return table, ana, bo


async def stop(client: FakeClient, table: str) -> None:
    await client.ask(Sleep, table=table)
    client.mirrors.pop(table, None)


async def test_one_player_stops_and_everybody_s_seat_is_kept(server: FakeServer) -> None:
    table, ana, bo = await two(server)
    await stop(ana, table)
    assert bo.saw(FellAsleep) == [FellAsleep(0)]
    until = server.services.wall_time() + 30 * DAY
    assert bo.room(table).asleep == Asleep(seat=0, until=until)
    [away] = bo.room(table).away
    assert (away.seat, away.left, away.kept) == (0, None, True)
    assert bo.sees_what_is(table)
    server.advance(5 * DAY)
    assert server.table(table).match is not None
    assert server.table(table).match.moves == 0  # type: ignore[union-attr]
    assert not bo.saw(BotSatIn)


async def test_nothing_is_played_at_a_table_that_sleeps(server: FakeServer) -> None:
    table, [ana, bo, cy] = await playing(server, "Ana", "Bo", "Cy", options={"start": 1}, substitute="ask")
    cy.vanish()
    server.advance(61.0)
    await stop(ana, table)
    action = {"do": "draw"}
    assert await bo.refusal(Act, table=table, action=action) == Code.ASLEEP
    assert await bo.refusal(Undo, table=table) == Code.ASLEEP
    assert await bo.refusal(Advise, table=table) == Code.ASLEEP
    assert await bo.refusal(SitIn, table=table, seat=2) == Code.ASLEEP
    await bo.ask(Chat, table=table, text="good night")
    assert bo.sees_what_is(table)


async def test_a_player_who_joins_again_wakes_it(server: FakeServer) -> None:
    table, ana, bo = await two(server)
    await stop(ana, table)
    await stop(bo, table)
    assert server.table(table).viewers == {}
    await bo.join(table)
    assert bo.room(table).asleep is None
    await ana.join(table)
    assert bo.room(table).away == ()
    await play_on(table, [ana, bo])
    assert ana.room(table).status == "over"
    assert ana.sees_what_is(table)
    assert bo.sees_what_is(table)


async def test_who_stayed_can_go_on_and_the_seat_of_who_stopped_is_kept(server: FakeServer) -> None:
    table, ana, bo = await two(server, clock=CLOCK)
    await stop(ana, table)
    await bo.ask(Join, table=table)
    assert bo.saw(WokeUp) == [WokeUp(1)]
    [away] = bo.room(table).away
    assert (away.kept, away.left is not None) == (True, True)
    server.advance(3600.0)
    assert not bo.saw(BotSatIn)
    assert not bo.saw(TimeRanOut), "no clock runs for who has stopped"
    clocks = bo.room(table).clocks
    assert clocks is not None
    assert clocks.turn == (None, None)
    await ana.join(table)
    assert bo.saw(LinkBack) == [LinkBack(0)]
    server.advance(61.0)
    assert bo.saw(TimeRanOut) == [TimeRanOut(0, 1)]


async def test_who_stayed_may_ask_for_a_bot_after_the_grace_time(server: FakeServer) -> None:
    table, ana, bo = await two(server)
    await stop(ana, table)
    await bo.ask(Join, table=table)
    assert await bo.refusal(SitIn, table=table, seat=0) == Code.GRACE_RUNNING
    server.advance(61.0)
    await bo.ask(SitIn, table=table, seat=0)
    assert bo.saw(BotSatIn) == [BotSatIn(0, "gone")]
    assert not bo.room(table).away[0].kept


async def test_the_others_come_back_one_by_one_the_next_day(server: FakeServer) -> None:
    table, ana, bo = await two(server, clock=CLOCK)
    server.advance(15.0)
    left = server.table(table).room().clocks
    for client in (ana, bo):
        await stop(client, table)
    server.advance(DAY)
    assert server.lobby.tables == {}
    await bo.arrive()
    assert [seat.table for seat in bo.welcome.seats] == [table]
    await bo.join(table)
    server.advance(900.0)
    await ana.arrive()
    await ana.join(table)
    assert not bo.saw(BotSatIn)
    assert not bo.saw(TimeRanOut)
    now = ana.room(table).clocks
    assert left is not None
    assert now is not None
    assert now.bank == left.bank
    assert mover(table, [ana, bo]) is ana


async def test_bots_do_not_play_while_it_sleeps_and_go_on_afterwards(server: FakeServer) -> None:
    table, [ana] = await playing(server, "Ana", bots=2, options={"start": 1})
    server.bots.held = True
    await play_on(table, [ana], moves=1)
    await stop(ana, table)
    server.bots.release()
    server.advance(60.0)
    match = server.table(table).match
    assert match is not None
    moves = match.moves
    server.bots.held = False
    server.advance(60.0)
    assert match.moves == moves
    await ana.join(table)
    await play_on(table, [ana])
    assert ana.room(table).status == "over"


@pytest.mark.parametrize("close", [False, True])
async def test_it_sleeps_through_a_restart(server: FakeServer, close: bool) -> None:
    table, ana, bo = await two(server, clock=CLOCK)
    await play_on(table, [ana, bo], moves=4)
    moves = server.table(table).match.moves  # type: ignore[union-attr]
    for client in (ana, bo):
        await stop(client, table)
    if close:
        server.advance(3600.0)
    after = server.restarted()
    assert after.lobby.tables == {}
    after.advance(10 * DAY)
    for client in (ana, bo):
        await client.arrive(after)
        assert [seat.table for seat in client.welcome.seats] == [table]
    await ana.join(table)
    assert after.table(table).match.moves == moves  # type: ignore[union-attr]
    assert ana.room(table).asleep is None
    [away] = ana.room(table).away
    assert (away.seat, away.kept) == (1, True)
    again = after.restarted("a third life")
    assert again.table(table).seats[1].kept, "awake, but Bo is not back yet"
    assert not again.table(table).seats[0].kept


async def test_a_link_that_comes_back_does_not_wake_it(server: FakeServer) -> None:
    table, ana, bo = await two(server)
    await stop(ana, table)
    bo.vanish()
    await bo.arrive()
    await bo.resume(table)
    assert bo.room(table).asleep is not None
    assert bo.sees_what_is(table)
    bo.vanish()
    server.advance(3600.0)
    await bo.arrive()
    await bo.send_resume(table) if table in bo.mirrors else None
    assert server.table(table).asleep is not None
    await bo.join(table)
    assert server.table(table).asleep is None


async def test_a_game_that_all_have_left_sleeps_too(server: FakeServer) -> None:
    table, ana, bo = await two(server)
    ana.vanish()
    bo.vanish()
    server.advance(server.services.limits.close_after)
    assert server.lobby.tables == {}
    [game] = server.journal.unfinished()
    assert game.sleep is not None
    assert game.sleep.until is not None
    await bo.arrive()
    await bo.join(table)
    assert bo.room(table).asleep is None
    server.advance(3600.0)
    assert not bo.saw(BotSatIn), "Ana's seat is kept, whoever is back first"


async def test_what_the_settings_say_holds(server: FakeServer) -> None:
    table, ana, _bo = await two(server, sleep_days=0)
    assert await ana.refusal(Sleep, table=table) == Code.NO_SLEEP
    rated, cy, _dan = await _rated(server)
    assert await cy.refusal(Sleep, table=rated) == Code.NO_SLEEP
    week, eve, _fay = await _others(server, sleep_days=7)
    await eve.ask(Sleep, table=week)
    [until] = [one.until for one in server.journal.committed if isinstance(one, GameSleep)]
    assert until == pytest.approx(server.services.wall_time() + 7 * DAY)
    waiting, [gil] = await seated(server, "Gil")
    assert await gil.refusal(Sleep, table=waiting) == Code.NO_GAME


async def _rated(server: FakeServer) -> tuple[str, FakeClient, FakeClient]:
    table, [cy, dan] = await playing(server, "Cy", "Dan", rated=True, clock=CLOCK)
    return table, cy, dan


async def _others(server: FakeServer, **settings: object) -> tuple[str, FakeClient, FakeClient]:
    table, [eve, fay] = await playing(server, "Eve", "Fay", **settings)
    return table, eve, fay


async def test_after_that_the_game_is_gone(server: FakeServer) -> None:
    table, ana, bo = await two(server, sleep_days=1)
    for client in (ana, bo):
        await stop(client, table)
    server.advance(DAY - 1.0)
    server.services.write(DropExpired(server.services.wall_time()), lambda: None, lambda _error: None)
    server.settle()
    assert len(server.journal.unfinished()) == 1
    server.advance(1.0)
    server.services.write(DropExpired(server.services.wall_time()), lambda: None, lambda _error: None)
    server.settle()
    assert server.journal.unfinished() == []
    await ana.arrive()
    assert ana.welcome.seats == ()
    server.advance(1.0)
    assert await ana.refusal(Join, table=table) == Code.UNKNOWN_TABLE


async def test_a_table_that_sleeps_for_too_long_is_closed_in_any_case(
    server: FakeServer,
) -> None:
    table, ana, bo = await two(server, sleep_days=1)
    await stop(ana, table)
    server.advance(DAY)
    server.lobby.close_expired()
    assert bo.closed[table] == Code.TABLE_CLOSED


async def test_on_the_server_of_one_program_it_sleeps_for_as_long_as_it_takes() -> None:
    server = FakeServer()
    server.services.one_keyboard = True
    table, ana, bo = await two(server, sleep_days=1)
    await stop(ana, table)
    assert bo.room(table).asleep == Asleep(seat=0, until=None)
    [game] = server.journal.unfinished()
    assert game.sleep is not None
    assert game.sleep.until == math.inf


async def test_the_lobby_says_that_it_sleeps(server: FakeServer) -> None:
    eve = await FakeClient(server, "Eve").arrive()
    await eve.ask(Lobby)
    table, ana, bo = await two(server)
    await stop(ana, table)
    assert eve.lobby[table].asleep
    await eve.ask(Watch, table=table)
    assert eve.room(table).asleep is not None
    await bo.ask(Join, table=table)
    assert not eve.lobby[table].asleep
    assert eve.sees_what_is(table)


async def test_two_who_stop_at_once_stop_once(server: FakeServer) -> None:
    table, ana, bo = await two(server)
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    await stop(ana, table)
    await stop(bo, table)
    assert eve.saw(FellAsleep) == [FellAsleep(0)]
    assert eve.saw(LinkLost) == [LinkLost(1)]
    assert [one.kept for one in server.table(table).seats] == [True, True]
    assert eve.sees_what_is(table)


async def test_nothing_falls_asleep_or_wakes_while_nothing_can_be_stored(server: FakeServer) -> None:
    table, ana, bo = await two(server, clock=CLOCK)
    server.fill_disk()
    assert await ana.refusal(Sleep, table=table) == Code.PAUSED
    server.free_disk()
    await stop(ana, table)
    server.fill_disk()
    assert await bo.refusal(Join, table=table) == Code.PAUSED
    server.free_disk()
    server.advance(3600.0)
    assert not bo.saw(TimeRanOut)
    await bo.ask(Join, table=table)
    assert bo.room(table).asleep is None


async def test_a_sleep_that_is_not_stored_is_not_told(server: FakeServer) -> None:
    table, ana, bo = await two(server)
    server.journal.hanging = True
    asked = await ana.send(Sleep, table=table)
    assert ana.answer(asked) is None
    assert not bo.saw(FellAsleep)
    assert server.restarted().table(table).asleep is None
    server.commit()
    assert bo.saw(FellAsleep)
    assert server.restarted().lobby.tables == {}


async def test_sleeping_tables_leave_room_for_others() -> None:
    server = FakeServer(Limits(tables=1))
    table, ana, bo = await two(server)
    for client in (ana, bo):
        await stop(client, table)
    server.advance(61.0)
    other = await ana.create(2)
    assert set(server.lobby.tables) == {other}
    await bo.join(table)
    assert bo.room(table).status == "playing"


async def test_the_next_game_at_the_table_begins_awake(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    await stop(ana, table)
    await ana.join(table)
    await play_on(table, [ana, bo])
    assert server.table(table).asleep is None
    assert TableSettings().sleep_days == 30
    assert await ana.refusal(Start, table=table) == Code.GAME_OVER
    await ana.ask(Create, seats=2)
