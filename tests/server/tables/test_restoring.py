"""From the log back to the table: after a crash, and when somebody returns to a table that was closed."""

from typing import Any

import pytest

from protocol.codec import encode
from protocol.errors import Code
from protocol.events import Accepted
from protocol.happenings import LinkBack
from protocol.requests import Act, ClockRule, Join, Kick, Rematch, SitIn, Watch
from server.store.records import Entry, StoredGame
from server.tables.house import Limits
from server.tables.table import Table
from tests.server.tables.guest import Guest, play_on, playing, seated
from tests.server.tables.house import FakeHouse


def everything(table: Table) -> dict[str, Any]:
    """What a table must still know after a crash."""
    match = table.match
    assert match is not None
    return {
        "view": [match.view(seat) for seat in (None, *range(len(table.seats)))],
        "history": match.history(),
        "entries": match.entries,
        "shuffle": match.shuffle,
        "bank": match.clock.bank if match.clock else None,
        "seats": [
            (seat.name, seat.owner.id if seat.owner else None, seat.bot, seat.left) for seat in table.seats
        ],
        "host": table.host.id if table.host else None,
        "banned": table.banned,
        "rules": table.rules,
        "options": table.options,
        "locks": (table.password, table.seeded),
        "games": table.games,
        "status": table.status,
    }


async def test_a_table_is_after_a_crash_what_it_was_before() -> None:
    house = FakeHouse(Limits(grace=60.0))
    names = ("Ana", "Bo", "Cy", "Dan", "Eve")
    rules: dict[str, Any] = {"clock": ClockRule(20, 40), "password": "sesame", "seed": "a knot"}
    guests = [await Guest(house, name).arrive() for name in names]
    ana, bo, cy, dan, eve = guests
    table = await ana.create(seats=5, private=True, options={"start": 1}, **rules)
    for guest in (eve, bo, cy, dan):
        await guest.join(table, "sesame")
        await guest.ready(table)
    await ana.ask(Kick, table=table, seat=1)  # before the game
    await ana.add_bot(table, "easy")
    await ana.start(table)
    for _ in range(12):
        house.advance(25.0)
        await play_on(table, [ana, bo, cy, dan], moves=1)
    await ana.ask(Kick, table=table, seat=2)  # in the game
    await ana.leave(table)
    dan.vanish()
    house.advance(60.0)
    await bo.ask(SitIn, table=table, seat=3)
    house.bots.held = True
    before = everything(house.table(table))
    assert before["banned"] == {eve.player.id, cy.player.id}
    assert before["host"] == bo.player.id
    assert [seat[2:] for seat in before["seats"]] == [
        ("normal", True),
        (None, False),
        ("normal", False),
        ("normal", False),
        ("easy", False),
    ]
    assert before["bank"] != [40.0] * 5

    after = FakeHouse(house.house.limits, seed="another life")
    after.bots.held = True
    [stored] = house.journal.unfinished()
    assert after.lobby.restore(stored) is not None
    assert everything(after.table(table)) == before
    assert after.table(table).epoch != house.table(table).epoch

    after.journal.players = house.journal.players
    for guest, code in ((cy, Code.KICKED), (eve, Code.KICKED)):
        await guest.arrive(after)
        assert await guest.refusal(Join, table=table, password="sesame") == code
        assert await guest.refusal(Watch, table=table, password="sesame") == code


async def test_owners_come_back_to_their_seats_and_play_on(house: FakeHouse) -> None:
    table, guests = await playing(house, "Ana", "Bo", bots=1)
    await play_on(table, guests, moves=9)
    after = house.restarted()
    for guest in guests:
        await guest.arrive(after)
        await guest.resume(table)
        assert guest.sees_what_is(table)
    ana, bo = guests
    assert [one.seat for one in ana.saw(LinkBack)] == [0, 1]
    await play_on(table, guests)
    assert ana.room(table).status == "over"
    assert bo.sees_what_is(table)
    assert after.journal.unfinished() == []


async def test_a_host_who_does_not_come_back_after_a_crash_is_replaced(house: FakeHouse) -> None:
    table, [_ana, bo] = await playing(house, "Ana", "Bo")
    after = house.restarted()
    await bo.arrive(after)
    await bo.resume(table)
    assert bo.room(table).host != bo.player.id
    after.advance(60.0)
    assert bo.room(table).host == bo.player.id
    assert everything(after.table(table)) == everything(after.restarted("a third life").table(table))


async def test_a_move_that_was_stored_but_not_answered_is_answered_the_same_after_the_crash(
    house: FakeHouse,
) -> None:
    table, [ana, _bo] = await playing(house, "Ana", "Bo", options={"start": 0})
    request = ana.request(Act, table=table, action={"do": "draw"})
    await ana.send_again(request)
    entries = house.journal.unfinished()[0].entries
    after = house.restarted()
    await ana.arrive(after)
    assert ana.welcome.next_id == request.id + 1
    before = len(ana.messages)
    await ana.send_again(request)
    assert ana.messages[before:] == [Accepted(id=request.id, table=table)]
    assert ana.link.frames == [encode(Accepted(id=request.id, table=table))]
    assert after.journal.unfinished()[0].entries == entries


async def all_gone_for_long(house: FakeHouse, guests: list[Guest]) -> None:
    """Everybody is away until the table sleeps and its players are forgotten."""
    for guest in guests:
        guest.vanish()
    house.advance(house.house.limits.close_after + house.house.limits.forget_after)
    house.door.forget_strangers()
    assert house.lobby.tables == {}
    assert house.lobby.players == {}


async def test_a_move_that_was_stored_but_not_answered_is_answered_the_same_at_a_sleeping_table(
    house: FakeHouse,
) -> None:
    table, [ana] = await playing(house, "Ana", bots=1, options={"start": 0})
    request = ana.request(Act, table=table, action={"do": "draw"})
    await ana.send_again(request)
    await all_gone_for_long(house, [ana])
    await ana.arrive()
    before = len(ana.messages)
    await ana.send_again(request)
    assert ana.messages[before:] == [Accepted(id=request.id, table=table)]
    assert len(house.journal.unfinished()[0].entries) == 1


async def test_the_ids_in_the_log_of_a_sleeping_table_are_not_free(house: FakeHouse) -> None:
    """A client that has kept nothing but its token begins with the welcome's id, and is obeyed."""
    table, guests = await playing(house, "Ana", "Bo")
    await play_on(table, guests, moves=20)
    await all_gone_for_long(house, guests)
    anew = [Guest(house, guest.name) for guest in guests]
    for guest, before in zip(anew, guests, strict=True):
        guest.token = before.token
        await guest.arrive()
        await guest.join(table)
    assert await play_on(table, anew) > 0
    assert anew[0].room(table).status == "over"


async def test_a_move_that_was_not_stored_can_be_asked_for_again_after_the_crash(house: FakeHouse) -> None:
    table, [ana, _bo] = await playing(house, "Ana", "Bo", options={"start": 0})
    house.journal.hanging = True
    request = ana.request(Act, table=table, action={"do": "draw"})
    await ana.send_again(request)
    assert ana.answer(request.id) is None
    after = house.restarted()
    await ana.arrive(after)
    await ana.send_again(request)
    assert ana.answer(request.id) == Accepted(id=request.id, table=table)
    assert len(after.journal.unfinished()[0].entries) == 1


async def test_the_answers_of_two_tables_are_all_remembered(house: FakeHouse) -> None:
    """However the games are replayed, the newest answers are the ones that are kept."""
    ana = await Guest(house, "Ana").arrive()
    tables, last = [], {}
    for name in ("Bo", "Cy"):
        bo = await Guest(house, name).arrive()
        table = await ana.create(seats=2, options={"start": 0})
        await bo.join(table)
        await bo.ready(table)
        await ana.start(table)
        tables.append((table, bo))
    for _ in range(50):
        for table, bo in tables:
            if ana.owes(table):
                last[table] = await ana.send_move(table)
            else:
                await bo.act(table)
    after = house.restarted()
    await ana.arrive(after)
    for table, _ in tables:
        before = len(ana.messages)
        await ana.send_again(Act(id=last[table], table=table, action={"do": "draw"}))
        assert ana.messages[before:] == [Accepted(id=last[table], table=table)]


async def test_an_empty_table_closes_after_a_while_and_can_be_reopened() -> None:
    house = FakeHouse(Limits(close_after=600.0))
    table, guests = await playing(house, "Ana", "Bo")
    await play_on(table, guests, moves=7)
    ana, bo = guests
    ana.vanish()
    house.advance(1000.0)
    assert table in house.lobby.tables  # Bo is there
    before = everything(house.table(table))
    assert before["host"] == bo.player.id
    bo.vanish()
    house.advance(599.0)
    assert table in house.lobby.tables
    house.advance(1.0)
    assert table not in house.lobby.tables
    assert table in house.lobby.sleeping
    for guest in guests:
        await guest.arrive()
        assert [seat.table for seat in guest.welcome.seats] == [table]
        await guest.join(table)
    assert everything(house.table(table)) == before
    assert house.lobby.sleeping == set()
    await play_on(table, guests)
    assert ana.room(table).status == "over"


async def test_a_full_server_has_no_room_for_a_sleeping_table_either() -> None:
    house = FakeHouse(Limits(tables=1))
    table, guests = await playing(house, "Ana", "Bo")
    await all_gone_for_long(house, guests)
    ana, bo = guests
    await ana.arrive()
    await bo.arrive()
    other = await bo.create()
    assert await ana.refusal(Join, table=table) == Code.TOO_MANY_TABLES
    await bo.leave(other)
    await ana.join(table)


async def test_whoever_has_another_name_by_now_sits_at_a_reopened_table_under_it(house: FakeHouse) -> None:
    table, guests = await playing(house, "Ana", "Bo")
    ana, bo = guests
    await ana.leave(table)
    await all_gone_for_long(house, guests)
    ana.name = "Anabel"
    await ana.arrive()
    await bo.arrive()
    await bo.join(table)
    assert [seat.name for seat in bo.room(table).seats] == ["Anabel", "Bo"]


async def test_somebody_back_in_time_keeps_the_table_open() -> None:
    house = FakeHouse(Limits(close_after=600.0))
    table, [ana, _bo] = await seated(house, "Ana", "Bo")
    ana.vanish()
    _bo.vanish()
    house.advance(500.0)
    await ana.come_back(table)
    house.advance(10_000.0)
    assert table in house.lobby.tables


async def test_a_table_left_by_a_second_link_that_never_resumed_closes_too() -> None:
    house = FakeHouse(Limits(close_after=600.0))
    table, [ana] = await seated(house, "Ana")
    await ana.arrive()
    ana.vanish()
    house.advance(600.0)
    assert table not in house.lobby.tables


@pytest.mark.parametrize("status", ["waiting", "over"])
async def test_a_closed_table_without_a_running_game_is_gone(status: str) -> None:
    house = FakeHouse(Limits(close_after=600.0))
    table, guests = await seated(house, "Ana", "Bo")
    if status == "over":
        await guests[0].start(table)
        await play_on(table, guests)
    for guest in guests:
        guest.vanish()
    house.advance(600.0)
    await guests[0].arrive()
    assert guests[0].welcome.seats == ()
    assert await guests[0].refusal(Join, table=table) == Code.UNKNOWN_TABLE


async def test_a_table_is_not_reopened_before_all_it_wrote_is_stored() -> None:
    house = FakeHouse(Limits(close_after=600.0))
    table, [ana, bo] = await playing(house, "Ana", "Bo", options={"start": 0})
    house.journal.hanging = True
    await ana.send_move(table)
    for guest in (ana, bo):
        guest.vanish()
    house.advance(600.0)
    await bo.arrive()
    assert await bo.refusal(Join, table=table) == Code.TABLE_CLOSED
    house.commit()
    await bo.join(table)
    await ana.arrive()
    await ana.join(table)
    await play_on(table, [ana, bo])
    assert ana.room(table).status == "over"


async def test_whoever_is_gone_before_the_table_is_fetched_is_not_there(house: FakeHouse) -> None:
    table, [ana, bo] = await playing(house, "Ana", "Bo")
    after = FakeHouse(seed="another life")
    after.journal.players, after.journal.games = house.journal.players, house.journal.games
    after.lobby.sleeping.add(table)
    await ana.arrive(after)

    async def fetching_for_long(code: str) -> StoredGame | None:
        ana.vanish()
        return await after.journal.unfinished_at(code)

    after.house.fetch = fetching_for_long
    await ana.send_join(table)
    await bo.arrive(after)
    await bo.join(table)
    assert [seat.present for seat in bo.room(table).seats] == [False, True]
    assert not after.table(table).viewers[ana.player.id].live


async def test_a_sleeping_table_is_opened_by_its_players_only(house: FakeHouse) -> None:
    table, guests = await playing(house, "Ana", "Bo", clock=ClockRule(turn=900))
    await all_gone_for_long(house, guests)
    ana, _bo = guests
    eve = await Guest(house, "Eve").arrive()
    for kind in (Join, Watch):
        assert await eve.refusal(kind, table=table) == Code.UNKNOWN_TABLE
    house.advance(1000.0)
    [stored] = house.journal.unfinished()
    assert stored.entries == (), "nobody's time has run out"
    await ana.arrive()
    await ana.join(table)
    await eve.watch(table)


async def test_a_log_that_makes_no_sense_is_no_table_and_no_harm(house: FakeHouse) -> None:
    table, [ana, _bo] = await playing(house, "Ana", "Bo", options={"start": 0})
    await ana.act(table)
    [stored] = house.journal.unfinished()
    [entry] = stored.entries
    broken = Entry(entry.game, 1, entry.at, "move", 1, None, None, entry.body)
    after = FakeHouse()
    assert after.lobby.restore(StoredGame(stored.record, (broken,))) is None
    assert after.lobby.tables == {}
    assert after.lobby.restore(stored) is not None


async def test_a_store_that_cannot_be_read_is_not_the_players_fault(house: FakeHouse) -> None:
    async def broken(_code: str) -> StoredGame | None:
        raise OSError("input/output error")

    house.house.fetch = broken
    house.lobby.sleeping.add("KNOT")
    ana = await Guest(house, "Ana").arrive()
    assert await ana.refusal(Join, table="KNOT") == Code.PAUSED
    await ana.create()


async def test_a_table_rebuilt_while_the_disk_is_full_waits_too(house: FakeHouse) -> None:
    table, [ana, _bo] = await playing(house, "Ana", "Bo", options={"start": 0})
    [stored] = house.journal.unfinished()
    after = FakeHouse(seed="another life")
    after.journal.players = house.journal.players
    after.house.stalled = True
    assert after.lobby.restore(stored) is not None
    await ana.arrive(after)
    await ana.resume(table)
    assert ana.room(table).paused == Code.PAUSED
    assert await ana.refusal(Act, table=table, action={"do": "draw"}) == Code.PAUSED


async def test_a_finished_game_is_still_there_after_a_crash() -> None:
    house = FakeHouse()
    table, guests = await playing(house, "Ana", "Bo")
    ana = guests[0]
    await play_on(table, guests)
    assert ana.room(table).status == "over"
    last = ana.public(table)
    before = everything(house.table(table))
    after = house.restarted()
    assert everything(after.table(table)) == before
    await ana.arrive(after)
    await ana.resume(table)
    assert ana.public(table) == last
    assert ana.room(table).status == "over"
    await ana.ask(Rematch, table=table)
    assert ana.room(table).status == "waiting"
