"""A full disk: the tables say so and wait, and when there is room nothing is lost."""

from protocol.errors import Code
from protocol.happenings import LinkLost, Paused, TimeRanOut, WentOn
from protocol.requests import Act, ClockRule, Kick, SitIn, Start
from server.tables.house import Limits
from tests.server.tables.guest import Guest, play_on, playing, seated
from tests.server.tables.house import FakeHouse


async def test_a_pause_is_told_at_once_and_so_is_its_end(house: FakeHouse) -> None:
    table, [ana, bo] = await playing(house, "Ana", "Bo", options={"start": 0})
    house.journal.hanging = True
    move = await ana.send_move(table)
    house.fill_disk()
    for guest in (ana, bo):
        assert guest.saw(Paused)
        assert guest.room(table).paused == Code.PAUSED
    assert ana.answer(move) is None
    house.free_disk()
    assert ana.answer(move) is not None
    for guest in (ana, bo):
        assert guest.saw(WentOn)
        assert guest.room(table).paused is None
        assert guest.sees_what_is(table)
    await play_on(table, [ana, bo])
    assert ana.room(table).status == "over"


async def test_what_would_have_to_be_stored_is_refused_at_once(house: FakeHouse) -> None:
    table, [ana, bo] = await playing(house, "Ana", "Bo", options={"start": 0})
    waiting, [cy, _dan] = await seated(house, "Cy", "Dan")
    bo.vanish()
    house.advance(60.0)
    house.journal.hanging = True
    await ana.send_move(table)
    house.fill_disk()
    assert await ana.refusal(Act, table=table, action={"do": "place", "row": 0}) == Code.PAUSED
    assert await ana.refusal(Kick, table=table, seat=1) == Code.PAUSED
    assert await ana.refusal(SitIn, table=table, seat=1) == Code.PAUSED
    assert await cy.refusal(Start, table=waiting) == Code.PAUSED
    assert cy.saw(Paused) == []  # nothing runs there that could be held up
    house.free_disk()
    await cy.start(waiting)
    await ana.act(table)


async def test_whatever_happens_in_a_pause_everybody_sees_what_is_afterwards(house: FakeHouse) -> None:
    table, [ana, bo, cy] = await playing(house, "Ana", "Bo", "Cy", options={"start": 0})
    house.journal.hanging = True
    await ana.send_move(table)
    house.fill_disk()
    cy.vanish()
    eve = await Guest(house, "Eve").arrive()
    await eve.send_watch(table)
    await bo.send_leave(table)
    house.free_disk()
    assert ana.saw(LinkLost) == [LinkLost(2)]
    for guest in (ana, eve):
        assert guest.room(table).paused is None
        assert guest.sees_what_is(table)
    await cy.come_back(table)
    assert cy.room(table).paused is None
    assert cy.sees_what_is(table)


async def test_the_disk_may_fill_again_and_again(house: FakeHouse) -> None:
    table, guests = await playing(house, "Ana", "Bo")
    ana, bo = guests
    for round_trip in range(1, 4):
        await play_on(table, guests, moves=3)
        house.fill_disk()
        bo.vanish()
        house.free_disk()
        await bo.come_back(table)
        assert len(ana.saw(Paused)) == len(ana.saw(WentOn)) == round_trip
        assert ana.sees_what_is(table)
        assert bo.sees_what_is(table)


async def test_nobodys_time_runs_in_a_pause(house: FakeHouse) -> None:
    _, [ana, bo] = await playing(house, "Ana", "Bo", clock=ClockRule(turn=30, bank=10), options={"start": 0})
    house.advance(20.0)
    house.fill_disk()
    house.advance(3600.0)
    assert ana.saw(TimeRanOut) == []
    house.free_disk()
    house.advance(19.0)
    assert ana.saw(TimeRanOut) == []
    house.advance(1.0)
    assert bo.saw(TimeRanOut) == [TimeRanOut(0, 1)]


async def test_a_seat_taken_back_in_a_pause_has_its_whole_turn_afterwards(house: FakeHouse) -> None:
    house.bots.held = True
    table, [ana, bo] = await playing(house, "Ana", "Bo", clock=ClockRule(turn=30), options={"start": 0})
    await ana.leave(table)
    house.fill_disk()
    house.advance(100.0)
    await ana.send_join(table)
    house.advance(100.0)
    house.free_disk()
    clocks = house.table(table).room().clocks
    assert clocks is not None
    assert clocks.turn == (30_000, None)
    assert bo.room(table).seats[0].present


async def test_a_bot_that_decides_in_a_pause_is_asked_again(house: FakeHouse) -> None:
    house.bots.held = True
    table, [ana] = await playing(house, "Ana", bots=1, options={"start": 1})
    house.fill_disk()
    house.bots.release()
    assert house.journal.waiting == []
    house.free_disk()
    assert [thought.seat for thought in house.bots.busy] == [1]
    house.bots.held = False
    house.bots.release()
    house.settle()
    assert ana.owes(table)


async def test_a_stand_in_that_decides_in_a_pause_leaves_the_decision_to_the_owner(house: FakeHouse) -> None:
    house.bots.held = True
    table, [ana, _bo] = await playing(house, "Ana", "Bo", clock=ClockRule(turn=30), options={"start": 0})
    house.advance(30.0)
    house.fill_disk()
    house.bots.release()
    house.free_disk()
    assert house.journal.unfinished()[0].entries == ()
    await ana.act(table)


async def test_a_table_that_closes_in_a_pause_loses_nothing() -> None:
    house = FakeHouse(Limits(close_after=600.0))
    table, [ana, bo] = await playing(house, "Ana", "Bo", options={"start": 0})
    house.journal.hanging = True
    await ana.send_move(table)
    house.fill_disk()
    for guest in (ana, bo):
        guest.vanish()
    house.advance(600.0)
    house.free_disk()
    assert table in house.lobby.sleeping
    for guest in (ana, bo):
        await guest.arrive()
        await guest.join(table)
        assert guest.sees_what_is(table)
    assert ana.public(table).drawn == 1
