"""Readiness, the start, the promise of the shuffle, and rematches."""

import hashlib

import pytest

from tests.server.tables.fake_client import FakeClient, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.errors import Code
from triqueta_protocol.requests import Act, AddBot, History, Join, Ready, Rematch, Start
from triqueta_protocol.table_events import BackToRoom, GameBegan, GameOver, ReadyChanged


async def test_readiness_is_told_and_can_be_taken_back(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    await bo.ready(table, False)
    await bo.ready(table, False)
    assert ana.saw(ReadyChanged) == [ReadyChanged(1, True), ReadyChanged(1, False)]
    assert not ana.room(table).seats[1].ready


async def test_only_who_sits_there_before_the_game_is_asked(server: FakeServer) -> None:
    table, _ = await playing(server, "Ana", "Bo")
    eve = await FakeClient(server, "Eve").arrive()
    assert await eve.refusal(Ready, table=table) == Code.NOT_AT_TABLE
    waiting = await eve.create()
    dan = await FakeClient(server, "Dan").arrive()
    assert await dan.refusal(Ready, table=waiting) == Code.NOT_AT_TABLE


async def test_the_game_begins_when_everybody_agrees(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo", seats=4)
    await bo.ready(table, False)
    assert await ana.refusal(Start, table=table) == Code.NOT_READY
    await bo.ready(table)
    assert await bo.refusal(Start, table=table) == Code.NOT_HOST
    await ana.start(table)
    assert await ana.refusal(Start, table=table) == Code.GAME_RUNNING
    for client in (ana, bo):
        room = client.room(table)
        assert (room.status, room.games, len(room.seats)) == ("playing", 1, 2)
        assert client.public(table).round == 1
        assert client.sees_what_is(table)
    assert sum(client.owes(table) for client in (ana, bo)) == 1


async def test_nobody_plays_alone_or_with_somebody_who_is_gone(server: FakeServer) -> None:
    table, [ana] = await seated(server, "Ana", seats=3)
    assert await ana.refusal(Start, table=table) == Code.TOO_FEW_PLAYERS
    bo = await FakeClient(server, "Bo").arrive()
    await bo.join(table)
    await bo.ready(table)
    bo.vanish()
    assert not ana.room(table).seats[1].ready
    assert await ana.refusal(Start, table=table) == Code.NOT_READY
    await bo.come_back(table)
    assert await ana.refusal(Start, table=table) == Code.NOT_READY
    await bo.ready(table)
    await ana.start(table)


async def test_options_must_fit_those_who_came(server: FakeServer) -> None:
    table, [ana, _bo] = await seated(server, "Ana", "Bo", seats=3, options={"start": 2})
    assert await ana.refusal(Start, table=table) == Code.BAD_OPTIONS
    assert ana.room(table).status == "waiting"
    await ana.add_bot(table)
    await ana.start(table)
    assert server.table(table).status == "playing"


@pytest.mark.parametrize("start", [0, 1, 2])
async def test_the_seat_that_begins_can_be_chosen(server: FakeServer, start: int) -> None:
    table, clients = await playing(server, "Ana", "Bo", "Cy", options={"start": start})
    assert [client.owes(table) for client in clients] == [seat == start for seat in range(3)]


async def test_the_shuffle_is_promised_before_and_opened_after_the_game(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    [began] = ana.saw(GameBegan)
    promise = ana.room(table).shuffle
    assert promise is not None
    assert (promise.commitment, promise.seed, promise.salt) == (began.commitment, None, None)
    secret = server.journal.unfinished()[0].record
    assert not any(secret.seed in frame or secret.salt in frame for frame in ana.link.frames)
    await play_on(table, [ana, bo])
    [over] = ana.saw(GameOver)
    assert hashlib.sha256(over.seed + over.salt).digest() == began.commitment
    opened = ana.room(table).shuffle
    assert opened is not None
    assert (opened.seed, opened.salt) == (over.seed, over.salt) == (secret.seed, secret.salt)
    assert server.journal.unfinished() == []


async def test_a_finished_game_takes_no_more_decisions(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    assert await ana.refusal(Rematch, table=table) == Code.GAME_RUNNING
    await play_on(table, [ana, bo])
    assert ana.room(table).status == "over"
    scores = ana.public(table).scores
    assert scores is not None
    assert ana.saw(GameOver)[0].winners == tuple(at for at, score in enumerate(scores) if score.rank == 1)
    assert await ana.refusal(Act, table=table, action={"do": "draw"}) == Code.GAME_OVER
    assert await ana.refusal(AddBot, table=table) == Code.GAME_OVER
    assert await ana.refusal(Start, table=table) == Code.GAME_OVER
    eve = await FakeClient(server, "Eve").arrive()
    assert await eve.refusal(Join, table=table) == Code.GAME_OVER


@pytest.mark.parametrize("rotate", [False, True])
async def test_a_rematch_keeps_the_seats_or_moves_everybody_on_by_one(
    server: FakeServer, rotate: bool
) -> None:
    table, clients = await playing(server, "Ana", "Bo", "Cy")
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    await play_on(table, clients)
    ana, bo, _cy = clients
    assert await eve.refusal(Rematch, table=table) == Code.NOT_SEATED
    assert not any(seat.ready for seat in bo.room(table).seats)
    await ana.ask(Rematch, table=table, rotate=rotate)
    assert ana.saw(BackToRoom) == [BackToRoom(rotated=rotate)]
    order = ["Bo", "Cy", "Ana"] if rotate else ["Ana", "Bo", "Cy"]
    for client in (*clients, eve):
        room = client.room(table)
        assert [seat.name for seat in room.seats] == order
        assert (room.status, room.shuffle) == ("waiting", None)
        assert [seat.name for seat in room.seats if seat.ready] == ["Ana"]
        assert client.sees_what_is(table)
    assert [client.seat(table) for client in clients] == [order.index(client.name) for client in clients]
    for client in clients[1:]:
        await client.ready(table)
    await ana.start(table)
    assert ana.room(table).games == 2
    assert await play_on(table, clients) > 0
    assert all(client.sees_what_is(table) for client in (*clients, eve))
    assert len(server.journal.games) == 2


async def test_a_guest_who_wants_a_rematch_is_ready_for_it(server: FakeServer) -> None:
    table, [ana, bo, cy] = await playing(server, "Ana", "Bo", "Cy")
    await play_on(table, [ana, bo, cy])
    await bo.ask(Rematch, table=table)
    assert cy.room(table).status == "over"
    assert ana.saw(ReadyChanged)[-1] == ReadyChanged(1, ready=True)
    await ana.ask(Rematch, table=table)
    assert [seat.ready for seat in ana.room(table).seats] == [True, True, False]
    assert ana.room(table).status == "waiting"
    assert all(client.sees_what_is(table) for client in (ana, bo, cy))


@pytest.mark.parametrize("last", ["the host", "a guest"])
async def test_a_rematch_begins_when_all_agree(server: FakeServer, last: str) -> None:
    table, [ana, bo, cy] = await playing(server, "Ana", "Bo", "Cy")
    await play_on(table, [ana, bo, cy])
    if last == "the host":
        for client in (bo, cy, ana):
            await client.ask(Rematch, table=table)
    else:
        ana.vanish()
        for client in (bo, cy):
            await client.ask(Rematch, table=table)
        assert cy.room(table).status == "waiting", "the host is awaited"
        await ana.arrive()
        await ana.join(table)
        await ana.start(table)
    assert cy.room(table).status == "playing"
    assert cy.room(table).games == 2
    await play_on(table, [ana, bo, cy])


async def test_a_rematch_waits_in_its_room_while_nothing_can_be_stored(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    await play_on(table, [ana, bo])
    server.fill_disk()
    await bo.ask(Rematch, table=table)
    await ana.ask(Rematch, table=table)
    assert bo.room(table).status == "waiting"


async def test_a_rematch_goes_on_with_those_who_are_there(
    server: FakeServer,
) -> None:
    table, [ana, bo, cy] = await playing(server, "Ana", "Bo", "Cy")
    await bo.leave(table)
    await cy.leave(table)
    await cy.join(table)
    await play_on(table, [ana, cy])
    await ana.ask(Rematch, table=table)
    assert [(seat.name, seat.kind, seat.level) for seat in ana.room(table).seats] == [
        ("Ana", "player", None),
        ("Cy", "player", None),
        ("", "open", None),
    ]


async def test_the_last_game_can_still_be_told_in_the_waiting_room(
    server: FakeServer,
) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    await play_on(table, [ana, bo])
    before = (await ana.ask(History, table=table)).history
    await ana.ask(Rematch, table=table)
    assert (await ana.ask(History, table=table)).history == before
    assert before
