"""From the log back to the table: after a crash, and when somebody returns to a table that was closed."""

from typing import Any

import pytest

from tests.server.tables.fake_client import FakeClient, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.codec import encode
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Accepted
from triqueta_protocol.requests import Act, Create, Join, Kick, Rematch, SitIn, Watch
from triqueta_protocol.settings import ClockRule
from triqueta_protocol.table_events import LinkBack
from triqueta_server.limits.declared import Limits
from triqueta_server.store.records import Entry, StoredGame
from triqueta_server.tables.state.table import Table


def everything(table: Table) -> dict[str, Any]:
    """What a table must still know after a crash."""
    match = table.match
    assert match is not None
    return {
        "view": [match.view(seat) for seat in (None, *range(len(table.seats)))],
        "history": match.history(),
        "entries": match.entries,
        "shuffle": (match.seed, match.salt, match.commitment),
        "bank": match.clock.bank if match.clock else None,
        "seats": [
            (seat.name, seat.owner.id if seat.owner else None, seat.bot, seat.left) for seat in table.seats
        ],
        "host": table.host.id if table.host else None,
        "banned": table.access.banned,
        "settings": table.settings,
        "options": table.terms.options,
        "password": table.access.password,
        "games": table.games,
        "status": table.status,
    }


async def test_a_table_is_after_a_crash_what_it_was_before() -> None:
    server = FakeServer(Limits(grace=60.0))
    names = ("Ana", "Bo", "Cy", "Dan", "Eve")
    rules: dict[str, Any] = {"clock": ClockRule(20, 40), "password": "sesame", "seed": "a knot"}
    clients = [await FakeClient(server, name).arrive() for name in names]
    ana, bo, cy, dan, eve = clients
    table = await ana.create(seats=5, private=True, options={"start": 1}, substitute="ask", **rules)
    for client in (eve, bo, cy, dan):
        await client.join(table, "sesame")
        await client.ready(table)
    await ana.ask(Kick, table=table, seat=1)  # before the game
    await ana.add_bot(table, "easy")
    await ana.start(table)
    for _ in range(12):
        server.advance(25.0)
        await play_on(table, [ana, bo, cy, dan], moves=1)
    await ana.ask(Kick, table=table, seat=2)  # in the game
    await ana.leave(table)
    dan.vanish()
    server.advance(60.0)
    await bo.ask(SitIn, table=table, seat=3)
    server.bots.held = True
    before = everything(server.table(table))
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

    after = FakeServer(server.services.limits, seed="another life")
    after.bots.held = True
    [stored] = server.journal.unfinished()
    assert after.lobby.restore(stored) is not None
    assert everything(after.table(table)) == before
    assert after.table(table).epoch != server.table(table).epoch

    after.journal.players = server.journal.players
    for client, code in ((cy, Code.KICKED), (eve, Code.KICKED)):
        await client.arrive(after)
        assert await client.refusal(Join, table=table, password="sesame") == code
        assert await client.refusal(Watch, table=table, password="sesame") == code


async def test_owners_come_back_to_their_seats_and_play_on(server: FakeServer) -> None:
    table, clients = await playing(server, "Ana", "Bo", bots=1)
    await play_on(table, clients, moves=9)
    after = server.restarted()
    for client in clients:
        await client.arrive(after)
        await client.resume(table)
        assert client.sees_what_is(table)
    ana, bo = clients
    assert [one.seat for one in ana.saw(LinkBack)] == [0, 1]
    await play_on(table, clients)
    assert ana.room(table).status == "over"
    assert bo.sees_what_is(table)
    assert after.journal.unfinished() == []


async def test_a_host_who_does_not_come_back_after_a_crash_is_replaced(server: FakeServer) -> None:
    table, [_ana, bo] = await playing(server, "Ana", "Bo")
    after = server.restarted()
    await bo.arrive(after)
    await bo.resume(table)
    assert bo.room(table).host != bo.player.id
    after.advance(60.0)
    assert bo.room(table).host == bo.player.id
    assert everything(after.table(table)) == everything(after.restarted("a third life").table(table))


async def test_a_move_that_was_stored_but_not_answered_is_answered_the_same_after_the_crash(
    server: FakeServer,
) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    request = ana.request(Act, table=table, action={"do": "draw"})
    await ana.send_again(request)
    entries = server.journal.unfinished()[0].entries
    after = server.restarted()
    await ana.arrive(after)
    assert ana.welcome.next_id == request.id + 1
    before = len(ana.messages)
    await ana.send_again(request)
    assert ana.messages[before:] == [Accepted(id=request.id, table=table)]
    assert ana.link.frames == [encode(Accepted(id=request.id, table=table))]
    assert after.journal.unfinished()[0].entries == entries


async def all_gone_for_long(server: FakeServer, clients: list[FakeClient]) -> None:
    """Everybody is away until the table sleeps and its players are forgotten."""
    for client in clients:
        client.vanish()
    server.advance(server.services.limits.close_after + server.services.limits.forget_after)
    server.handshake.forget_idle_players()
    assert server.lobby.tables == {}
    assert server.lobby.players == {}


async def test_a_move_that_was_stored_but_not_answered_is_answered_the_same_at_a_sleeping_table(
    server: FakeServer,
) -> None:
    table, [ana] = await playing(server, "Ana", bots=1, options={"start": 0})
    request = ana.request(Act, table=table, action={"do": "draw"})
    await ana.send_again(request)
    await all_gone_for_long(server, [ana])
    await ana.arrive()
    before = len(ana.messages)
    await ana.send_again(request)
    assert ana.messages[before:] == [Accepted(id=request.id, table=table)]
    assert len(server.journal.unfinished()[0].entries) == 1


async def test_the_ids_in_the_log_of_a_sleeping_table_are_not_free(server: FakeServer) -> None:
    """A client that has kept nothing but its token begins with the welcome's id, and is obeyed."""
    table, clients = await playing(server, "Ana", "Bo")
    await play_on(table, clients, moves=20)
    await all_gone_for_long(server, clients)
    anew = [FakeClient(server, client.name) for client in clients]
    for client, before in zip(anew, clients, strict=True):
        client.token = before.token
        await client.arrive()
        await client.join(table)
    assert await play_on(table, anew) > 0
    assert anew[0].room(table).status == "over"


async def test_a_move_that_was_not_stored_can_be_asked_for_again_after_the_crash(server: FakeServer) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    server.journal.hanging = True
    request = ana.request(Act, table=table, action={"do": "draw"})
    await ana.send_again(request)
    assert ana.answer(request.id) is None
    after = server.restarted()
    await ana.arrive(after)
    await ana.send_again(request)
    assert ana.answer(request.id) == Accepted(id=request.id, table=table)
    assert len(after.journal.unfinished()[0].entries) == 1


async def test_the_answers_of_two_tables_are_all_remembered(server: FakeServer) -> None:
    """However the games are replayed, the newest answers are the ones that are kept."""
    ana = await FakeClient(server, "Ana").arrive()
    tables, last = [], {}
    for name in ("Bo", "Cy"):
        bo = await FakeClient(server, name).arrive()
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
    after = server.restarted()
    await ana.arrive(after)
    for table, _ in tables:
        before = len(ana.messages)
        await ana.send_again(Act(id=last[table], table=table, action={"do": "draw"}))
        assert ana.messages[before:] == [Accepted(id=last[table], table=table)]


async def test_an_empty_table_closes_after_a_while_and_can_be_reopened() -> None:
    server = FakeServer(Limits(close_after=600.0))
    table, clients = await playing(server, "Ana", "Bo", substitute="never")
    await play_on(table, clients, moves=7)
    ana, bo = clients
    ana.vanish()
    server.advance(1000.0)
    assert table in server.lobby.tables  # Bo is there
    before = everything(server.table(table))
    assert before["host"] == bo.player.id
    bo.vanish()
    server.advance(599.0)
    assert table in server.lobby.tables
    server.advance(1.0)
    assert table not in server.lobby.tables
    assert table in server.lobby.suspended
    for client in clients:
        await client.arrive()
        assert [seat.table for seat in client.welcome.seats] == [table]
        await client.join(table)
    assert everything(server.table(table)) == before
    assert server.lobby.suspended == set()
    await play_on(table, clients)
    assert ana.room(table).status == "over"


async def test_a_full_server_has_room_for_a_sleeping_table_whose_seat_is_one_s_own() -> None:
    server = FakeServer(Limits(tables=1))
    table, clients = await playing(server, "Ana", "Bo")
    await all_gone_for_long(server, clients)
    ana, bo = clients
    await ana.arrive()
    await bo.arrive()
    await bo.create()
    assert await bo.refusal(Create) == Code.TOO_MANY_TABLES
    await ana.join(table)


async def test_whoever_has_another_name_by_now_sits_at_a_reopened_table_under_it(server: FakeServer) -> None:
    table, clients = await playing(server, "Ana", "Bo")
    ana, bo = clients
    await ana.leave(table)
    await all_gone_for_long(server, clients)
    ana.name = "Anabel"
    await ana.arrive()
    await bo.arrive()
    await bo.join(table)
    assert [seat.name for seat in bo.room(table).seats] == ["Anabel", "Bo"]


async def test_somebody_back_in_time_keeps_the_table_open() -> None:
    server = FakeServer(Limits(close_after=600.0))
    table, [ana, _bo] = await seated(server, "Ana", "Bo")
    ana.vanish()
    _bo.vanish()
    server.advance(500.0)
    await ana.come_back(table)
    server.advance(10_000.0)
    assert table in server.lobby.tables


async def test_a_table_left_by_a_second_link_that_never_resumed_closes_too() -> None:
    server = FakeServer(Limits(close_after=600.0))
    table, [ana] = await seated(server, "Ana")
    await ana.arrive()
    ana.vanish()
    server.advance(600.0)
    assert table not in server.lobby.tables


@pytest.mark.parametrize("status", ["waiting", "over"])
async def test_a_closed_table_without_a_running_game_is_gone(status: str) -> None:
    server = FakeServer(Limits(close_after=600.0))
    table, clients = await seated(server, "Ana", "Bo")
    if status == "over":
        await clients[0].start(table)
        await play_on(table, clients)
    for client in clients:
        client.vanish()
    server.advance(600.0)
    await clients[0].arrive()
    assert clients[0].welcome.seats == ()
    assert await clients[0].refusal(Join, table=table) == Code.UNKNOWN_TABLE


async def test_a_table_is_not_reopened_before_all_it_wrote_is_stored() -> None:
    server = FakeServer(Limits(close_after=600.0))
    table, [ana, bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    server.journal.hanging = True
    await ana.send_move(table)
    for client in (ana, bo):
        client.vanish()
    server.advance(600.0)
    await bo.arrive()
    assert await bo.refusal(Join, table=table) == Code.TABLE_CLOSED
    server.commit()
    await bo.join(table)
    await ana.arrive()
    await ana.join(table)
    await play_on(table, [ana, bo])
    assert ana.room(table).status == "over"


async def test_whoever_is_gone_before_the_table_is_fetched_is_not_there(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    after = FakeServer(seed="another life")
    after.journal.players, after.journal.games = server.journal.players, server.journal.games
    after.lobby.suspended.add(table)
    await ana.arrive(after)

    async def fetching_for_long(code: str) -> StoredGame | None:
        ana.vanish()
        return await after.journal.unfinished_at(code)

    after.services.find_unfinished = fetching_for_long
    await ana.send_join(table)
    await bo.arrive(after)
    await bo.join(table)
    assert [seat.present for seat in bo.room(table).seats] == [False, True]
    assert not after.table(table).viewers[ana.player.id].live


async def test_a_sleeping_table_is_opened_by_its_players_only(server: FakeServer) -> None:
    table, clients = await playing(server, "Ana", "Bo", clock=ClockRule(turn=900))
    await all_gone_for_long(server, clients)
    ana, _bo = clients
    eve = await FakeClient(server, "Eve").arrive()
    for kind in (Join, Watch):
        assert await eve.refusal(kind, table=table) == Code.UNKNOWN_TABLE
    server.advance(1000.0)
    [stored] = server.journal.unfinished()
    assert stored.entries == (), "nobody's time has run out"
    await ana.arrive()
    await ana.join(table)
    await eve.watch(table)


async def test_a_log_that_makes_no_sense_is_no_table_and_no_harm(server: FakeServer) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    await ana.act(table)
    [stored] = server.journal.unfinished()
    [entry] = stored.entries
    broken = Entry(entry.game, 1, entry.at, "move", 1, None, None, entry.body)
    after = FakeServer()
    assert after.lobby.restore(StoredGame(stored.record, (broken,))) is None
    assert after.lobby.tables == {}
    assert after.lobby.restore(stored) is not None


async def test_a_store_that_cannot_be_read_is_not_the_players_fault(server: FakeServer) -> None:
    async def broken(_code: str) -> StoredGame | None:
        raise OSError("input/output error")

    server.services.find_unfinished = broken
    server.lobby.suspended.add("KNOT")
    ana = await FakeClient(server, "Ana").arrive()
    ana.player.stored_seats.add("KNOT")
    assert await ana.refusal(Join, table="KNOT") == Code.PAUSED
    await ana.create()


async def test_a_table_rebuilt_while_the_disk_is_full_waits_too(server: FakeServer) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    [stored] = server.journal.unfinished()
    after = FakeServer(seed="another life")
    after.journal.players = server.journal.players
    after.services.stalled = True
    assert after.lobby.restore(stored) is not None
    await ana.arrive(after)
    await ana.resume(table)
    assert ana.room(table).paused == Code.PAUSED
    assert await ana.refusal(Act, table=table, action={"do": "draw"}) == Code.PAUSED


async def test_a_finished_game_is_still_there_after_a_crash() -> None:
    server = FakeServer()
    table, clients = await playing(server, "Ana", "Bo")
    ana = clients[0]
    await play_on(table, clients)
    assert ana.room(table).status == "over"
    last = ana.public(table)
    before = everything(server.table(table))
    after = server.restarted()
    assert everything(after.table(table)) == before
    await ana.arrive(after)
    await ana.resume(table)
    assert ana.public(table) == last
    assert ana.room(table).status == "over"
    await ana.ask(Rematch, table=table)
    assert ana.room(table).status == "waiting"
