"""The turn clock at a table: who runs, what happens when time is up, and how a seat is got back."""

from typing import Any

from tests.server.tables.fake_client import FakeClient, mover, play_on, playing
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.settings import ClockRule
from triqueta_protocol.table_events import BotSatIn, LinkBack, TimeRanOut

CLOCK = ClockRule(turn=30, bank=60)


async def on_the_clock(server: FakeServer, *names: str, **rules: Any) -> tuple[str, list[FakeClient]]:
    """A game with a clock in which the first seat begins."""
    return await playing(
        server, *(names or ("Ana", "Bo")), **{"clock": CLOCK, "options": {"start": 0}} | rules
    )


def clocks(client: FakeClient, table: str) -> tuple[tuple[int, ...], tuple[int | None, ...]]:
    told = client.room(table).clocks
    assert told is not None
    return told.bank, told.turn


async def test_the_clock_runs_for_whoever_owes_a_decision(server: FakeServer) -> None:
    table, [ana, bo] = await on_the_clock(server)
    server.advance(12.0)
    await ana.act(table)
    await ana.act(table)
    assert clocks(bo, table) == ((60_000, 60_000), (None, 30_000))
    server.advance(40.0)
    await bo.act(table)
    assert clocks(ana, table) == ((60_000, 50_000), (None, 30_000))


async def test_what_is_told_of_the_clocks_is_true_when_it_is_told(server: FakeServer) -> None:
    table, [ana, bo] = await on_the_clock(server)
    for _ in range(3):
        server.advance(5.0)  # each time the clocks read the same, whatever was told in between
        await ana.say(table, "hmm")  # tells nothing of the room
        eve = await FakeClient(server, f"Eve {server.time.now:.0f}").arrive()
        await eve.watch(table)  # tells of it
        now = server.table(table).room().clocks
        assert ana.room(table).clocks == bo.room(table).clocks == eve.room(table).clocks == now
        await mover(table, [ana, bo]).act(table)
        assert ana.room(table).clocks == server.table(table).room().clocks


async def test_time_up_costs_one_decision(server: FakeServer) -> None:
    table, [ana, bo] = await on_the_clock(server)
    server.advance(89.0)
    assert ana.saw(TimeRanOut) == []
    server.advance(1.0)
    assert ana.saw(TimeRanOut) == [TimeRanOut(0, 1)]
    [entry] = server.journal.unfinished()[0].entries
    assert (entry.seat, entry.player) == (0, None)
    assert ana.room(table).seats[0].level is None
    assert ana.sees_what_is(table)
    assert bo.sees_what_is(table)


async def test_three_times_in_a_row_and_a_bot_sits_in(server: FakeServer) -> None:
    table, [ana, bo] = await on_the_clock(server)
    while not ana.saw(BotSatIn):
        if bo.owes(table):
            await bo.act(table)
        else:
            server.advance(30.0)
    assert ana.saw(TimeRanOut) == [TimeRanOut(0, 1), TimeRanOut(0, 2), TimeRanOut(0, 3)]
    assert bo.saw(BotSatIn) == [BotSatIn(0, "clock")]
    seat = bo.room(table).seats[0]
    assert (seat.present, seat.level) == (True, "normal")


async def sat_in_for(server: FakeServer, table: str, ana: FakeClient, bo: FakeClient) -> None:
    """Let Ana's time run out three times; at the end it is her turn again and her bot thinks."""
    while not ana.saw(BotSatIn):
        if bo.owes(table):
            await bo.act(table)
        else:
            server.advance(30.0)
    server.bots.held = True
    while bo.owes(table):
        await bo.act(table)
    assert [thought.seat for thought in server.bots.busy] == [0]


async def test_whoever_acts_has_the_seat_back_and_the_bot_is_not_heard(server: FakeServer) -> None:
    table, [ana, bo] = await on_the_clock(server)
    await sat_in_for(server, table, ana, bo)
    await ana.act(table)
    assert bo.saw(LinkBack) == [LinkBack(0)]
    assert bo.room(table).seats[0].level is None
    entries = len(server.journal.unfinished()[0].entries)
    server.bots.release()
    server.settle()
    assert len(server.journal.unfinished()[0].entries) == entries
    assert ana.sees_what_is(table)


async def test_whoever_joins_has_the_seat_back_and_time_runs_again(server: FakeServer) -> None:
    table, [ana, bo] = await on_the_clock(server)
    await sat_in_for(server, table, ana, bo)
    await ana.join(table)
    assert bo.room(table).seats[0].level is None
    server.bots.release()
    server.settle()
    assert ana.owes(table)
    assert clocks(ana, table)[1] == (30_000, None)
    server.bots.held = False
    server.advance(30.0)
    assert ana.saw(TimeRanOut)[-1] == TimeRanOut(0, 1)


async def test_a_decision_in_time_ends_the_row_of_timeouts(server: FakeServer) -> None:
    table, [ana, bo] = await on_the_clock(server, clock=ClockRule(turn=5))
    timeouts = [1, 2]
    for expected in timeouts:
        while not ana.owes(table):
            await bo.act(table)
        server.advance(5.0)
        assert ana.saw(TimeRanOut)[-1].in_a_row == expected
    while not ana.owes(table):
        await bo.act(table)
    await ana.act(table)
    while not ana.owes(table):
        await bo.act(table)
    server.advance(5.0)
    assert ana.saw(TimeRanOut)[-1].in_a_row == 1


async def test_the_owner_may_still_be_faster_than_the_stand_in(server: FakeServer) -> None:
    table, [ana, _bo] = await on_the_clock(server)
    server.bots.held = True
    server.advance(90.0)
    assert ana.saw(TimeRanOut)
    await ana.act(table)
    server.bots.release()
    server.settle()
    assert [entry.player for entry in server.journal.unfinished()[0].entries] == [ana.player.id]


async def test_the_clock_runs_on_for_whoever_is_gone(server: FakeServer) -> None:
    _, [ana, bo] = await on_the_clock(server, substitute="ask")
    ana.vanish()
    server.advance(90.0)
    assert bo.saw(TimeRanOut) == [TimeRanOut(0, 1)]


async def test_a_game_that_nobody_attends_to_plays_itself_to_the_end(server: FakeServer) -> None:
    table, [ana, bo] = await on_the_clock(server, clock=ClockRule(turn=5))
    while ana.room(table).status != "over":
        server.advance(5.0)
    assert len(bo.saw(BotSatIn)) == 2
    assert bo.public(table).scores is not None


async def test_several_seats_run_out_of_time_at_the_last_reveal_at_once(server: FakeServer) -> None:
    table, clients = await on_the_clock(server, clock=ClockRule(turn=5))
    await to_the_reveal(table, clients)
    assert all(client.owes(table) for client in clients)
    server.advance(5.0)
    assert clients[0].room(table).status == "over"
    assert {one.seat for one in clients[0].saw(TimeRanOut)} == {0, 1}


async def to_the_reveal(table: str, clients: list[FakeClient]) -> None:
    """Play so that everybody keeps a token, and then takes rows until nothing but the reveal is owed."""
    while clients[0].public(table).phase != "reveal":
        client = mover(table, clients)
        choices = [choice.action for choice in client.mine(table).choices]
        wanted = {"draw", "keep"} if not client.mine(table).face_down else {"take", "place", "tower"}
        action = next((one for one in choices if _word(one) in wanted), choices[0])
        await client.act(table, action)


def _word(action: Any) -> str:
    return str(action.__struct_config__.tag)


async def test_bots_have_no_clock(server: FakeServer) -> None:
    server.bots.held = True
    table, [ana] = await on_the_clock(server, "Ana", bots=1, options={"start": 1})
    assert clocks(ana, table) == ((60_000, 60_000), (None, None))
    server.advance(1000.0)
    assert ana.saw(TimeRanOut) == []


async def test_the_clock_is_told_from_the_first_moment_on(server: FakeServer) -> None:
    table, [ana, _bo] = await on_the_clock(server)
    assert clocks(ana, table) == ((60_000, 60_000), (30_000, None))


async def test_the_clock_stops_to_be_told_for_a_seat_that_a_bot_plays(server: FakeServer) -> None:
    server.bots.held = True
    table, [ana, bo] = await on_the_clock(server)
    server.advance(10.0)
    await ana.leave(table)
    assert clocks(bo, table)[1] == (None, None)
    server.advance(10.0)
    await ana.join(table)
    assert clocks(bo, table)[1] == (20_000, None)


async def test_a_table_without_a_clock_waits_for_ever(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    assert ana.room(table).clocks is None
    server.advance(7 * 24 * 3600.0)
    assert sum(client.owes(table) for client in (ana, bo)) == 1
    assert await play_on(table, [ana, bo]) > 0


async def test_getting_up_and_coming_back_wins_no_time(server: FakeServer) -> None:
    table, [ana, bo] = await on_the_clock(server, clock=ClockRule(turn=10), pace=5000)
    for _ in range(3):
        server.advance(3.0)
        await ana.leave(table)
        await ana.join(table)
    assert bo.saw(TimeRanOut) == []
    server.advance(1.0)
    assert bo.saw(TimeRanOut) == [TimeRanOut(0, 1)]


async def test_whose_time_has_run_out_cannot_win_any_while_the_stand_in_thinks(
    server: FakeServer,
) -> None:
    table, [ana, bo] = await on_the_clock(server, clock=ClockRule(turn=10))
    server.bots.held = True
    server.advance(10.0)
    await ana.leave(table)
    await ana.join(table)
    assert len(bo.saw(TimeRanOut)) == 2
    server.bots.held = False
    server.bots.release()
    server.settle()
    assert bo.owes(table) or bo.public(table).drawn
