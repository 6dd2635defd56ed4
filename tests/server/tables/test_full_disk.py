"""A full disk: the tables say so and wait, and when there is room nothing is lost."""

from tests.server.tables.fake_client import FakeClient, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.errors import Code
from triqueta_protocol.requests import Act, Kick, SitIn, Start
from triqueta_protocol.settings import ClockRule
from triqueta_protocol.table_events import LinkLost, Paused, TimeRanOut, WentOn
from triqueta_server.limits.declared import Limits


async def test_a_pause_is_told_at_once_and_so_is_its_end(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    server.journal.hanging = True
    move = await ana.send_move(table)
    server.fill_disk()
    for client in (ana, bo):
        assert client.saw(Paused)
        assert client.room(table).paused == Code.PAUSED
    assert ana.answer(move) is None
    server.free_disk()
    assert ana.answer(move) is not None
    for client in (ana, bo):
        assert client.saw(WentOn)
        assert client.room(table).paused is None
        assert client.sees_what_is(table)
    await play_on(table, [ana, bo])
    assert ana.room(table).status == "over"


async def test_what_would_have_to_be_stored_is_refused_at_once(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    waiting, [cy, _dan] = await seated(server, "Cy", "Dan")
    bo.vanish()
    server.advance(60.0)
    server.journal.hanging = True
    await ana.send_move(table)
    server.fill_disk()
    assert await ana.refusal(Act, table=table, action={"do": "place", "row": 0}) == Code.PAUSED
    assert await ana.refusal(Kick, table=table, seat=1) == Code.PAUSED
    assert await ana.refusal(SitIn, table=table, seat=1) == Code.PAUSED
    assert await cy.refusal(Start, table=waiting) == Code.PAUSED
    assert cy.saw(Paused) == []  # nothing runs there that could be held up
    server.free_disk()
    await cy.start(waiting)
    await ana.act(table)


async def test_whatever_happens_in_a_pause_everybody_sees_what_is_afterwards(server: FakeServer) -> None:
    table, [ana, bo, cy] = await playing(server, "Ana", "Bo", "Cy", options={"start": 0})
    server.journal.hanging = True
    await ana.send_move(table)
    server.fill_disk()
    cy.vanish()
    eve = await FakeClient(server, "Eve").arrive()
    await eve.send_watch(table)
    await bo.send_leave(table)
    server.free_disk()
    assert ana.saw(LinkLost) == [LinkLost(2)]
    for client in (ana, eve):
        assert client.room(table).paused is None
        assert client.sees_what_is(table)
    await cy.come_back(table)
    assert cy.room(table).paused is None
    assert cy.sees_what_is(table)


async def test_the_disk_may_fill_again_and_again(server: FakeServer) -> None:
    table, clients = await playing(server, "Ana", "Bo")
    ana, bo = clients
    for round_trip in range(1, 4):
        await play_on(table, clients, moves=3)
        server.fill_disk()
        bo.vanish()
        server.free_disk()
        await bo.come_back(table)
        assert len(ana.saw(Paused)) == len(ana.saw(WentOn)) == round_trip
        assert ana.sees_what_is(table)
        assert bo.sees_what_is(table)


async def test_nobodys_time_runs_in_a_pause(server: FakeServer) -> None:
    _, [ana, bo] = await playing(server, "Ana", "Bo", clock=ClockRule(turn=30, bank=10), options={"start": 0})
    server.advance(20.0)
    server.fill_disk()
    server.advance(3600.0)
    assert ana.saw(TimeRanOut) == []
    server.free_disk()
    server.advance(19.0)
    assert ana.saw(TimeRanOut) == []
    server.advance(1.0)
    assert bo.saw(TimeRanOut) == [TimeRanOut(0, 1)]


async def test_a_seat_taken_back_in_a_pause_has_its_whole_turn_afterwards(server: FakeServer) -> None:
    server.bots.held = True
    table, [ana, bo] = await playing(server, "Ana", "Bo", clock=ClockRule(turn=30), options={"start": 0})
    await ana.leave(table)
    server.fill_disk()
    server.advance(100.0)
    await ana.send_join(table)
    server.advance(100.0)
    server.free_disk()
    clocks = server.table(table).room().clocks
    assert clocks is not None
    assert clocks.turn == (30_000, None)
    assert bo.room(table).seats[0].present


async def test_a_bot_that_decides_in_a_pause_is_asked_again(server: FakeServer) -> None:
    server.bots.held = True
    table, [ana] = await playing(server, "Ana", bots=1, options={"start": 1})
    server.fill_disk()
    server.bots.release()
    assert server.journal.waiting == []
    server.free_disk()
    assert [thought.seat for thought in server.bots.busy] == [1]
    server.bots.held = False
    server.bots.release()
    server.settle()
    assert ana.owes(table)


async def test_a_stand_in_that_decides_in_a_pause_leaves_the_decision_to_the_owner(
    server: FakeServer,
) -> None:
    server.bots.held = True
    table, [ana, _bo] = await playing(server, "Ana", "Bo", clock=ClockRule(turn=30), options={"start": 0})
    server.advance(30.0)
    server.fill_disk()
    server.bots.release()
    server.free_disk()
    assert server.journal.unfinished()[0].entries == ()
    await ana.act(table)


async def test_a_table_that_closes_in_a_pause_loses_nothing() -> None:
    server = FakeServer(Limits(close_after=600.0))
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    server.journal.hanging = True
    await ana.send_move(table)
    server.fill_disk()
    for client in (ana, bo):
        client.vanish()
    server.advance(600.0)
    server.free_disk()
    assert table in server.lobby.suspended
    for client in (ana, bo):
        await client.arrive()
        await client.join(table)
        assert client.sees_what_is(table)
    assert ana.public(table).drawn == 1
