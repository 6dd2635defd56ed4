"""Readiness, the start, the promise of the shuffle, and rematches."""

import hashlib

import pytest

from protocol.errors import Code
from protocol.happenings import BackToRoom, GameBegan, GameOver, ReadyChanged
from protocol.requests import Act, AddBot, History, Join, Ready, Rematch, Start
from tests.server.tables.guest import Guest, play_on, playing, seated
from tests.server.tables.house import FakeHouse


async def test_readiness_is_told_and_can_be_taken_back(house: FakeHouse) -> None:
    table, [ana, bo] = await seated(house, "Ana", "Bo")
    await bo.ready(table, False)
    await bo.ready(table, False)
    assert ana.saw(ReadyChanged) == [ReadyChanged(1, True), ReadyChanged(1, False)]
    assert not ana.room(table).seats[1].ready


async def test_only_who_sits_there_before_the_game_is_asked(house: FakeHouse) -> None:
    table, _ = await playing(house, "Ana", "Bo")
    eve = await Guest(house, "Eve").arrive()
    assert await eve.refusal(Ready, table=table) == Code.GAME_RUNNING
    waiting = await eve.create()
    dan = await Guest(house, "Dan").arrive()
    assert await dan.refusal(Ready, table=waiting) == Code.NOT_AT_TABLE


async def test_the_game_begins_when_everybody_agrees(house: FakeHouse) -> None:
    table, [ana, bo] = await seated(house, "Ana", "Bo", seats=4)
    await bo.ready(table, False)
    assert await ana.refusal(Start, table=table) == Code.NOT_READY
    await bo.ready(table)
    assert await bo.refusal(Start, table=table) == Code.NOT_HOST
    await ana.start(table)
    assert await ana.refusal(Start, table=table) == Code.GAME_RUNNING
    for guest in (ana, bo):
        room = guest.room(table)
        assert (room.status, room.games, len(room.seats)) == ("playing", 1, 2)
        assert guest.public(table).round == 1
        assert guest.sees_what_is(table)
    assert sum(guest.owes(table) for guest in (ana, bo)) == 1


async def test_nobody_plays_alone_or_with_somebody_who_is_gone(house: FakeHouse) -> None:
    table, [ana] = await seated(house, "Ana", seats=3)
    assert await ana.refusal(Start, table=table) == Code.TOO_FEW_PLAYERS
    bo = await Guest(house, "Bo").arrive()
    await bo.join(table)
    await bo.ready(table)
    bo.vanish()
    assert not ana.room(table).seats[1].ready
    assert await ana.refusal(Start, table=table) == Code.NOT_READY
    await bo.come_back(table)
    assert await ana.refusal(Start, table=table) == Code.NOT_READY
    await bo.ready(table)
    await ana.start(table)


async def test_options_must_fit_those_who_came(house: FakeHouse) -> None:
    table, [ana, _bo] = await seated(house, "Ana", "Bo", seats=3, options={"start": 2})
    assert await ana.refusal(Start, table=table) == Code.BAD_OPTIONS
    assert ana.room(table).status == "waiting"
    await ana.add_bot(table)
    await ana.start(table)
    assert house.table(table).status == "playing"


@pytest.mark.parametrize("start", [0, 1, 2])
async def test_the_seat_that_begins_can_be_chosen(house: FakeHouse, start: int) -> None:
    table, guests = await playing(house, "Ana", "Bo", "Cy", options={"start": start})
    assert [guest.owes(table) for guest in guests] == [seat == start for seat in range(3)]


async def test_the_shuffle_is_promised_before_and_opened_after_the_game(house: FakeHouse) -> None:
    table, [ana, bo] = await playing(house, "Ana", "Bo")
    [began] = ana.saw(GameBegan)
    promise = ana.room(table).shuffle
    assert promise is not None
    assert (promise.commitment, promise.seed, promise.salt) == (began.commitment, None, None)
    secret = house.journal.unfinished()[0].record
    assert not any(secret.seed in frame or secret.salt in frame for frame in ana.link.frames)
    await play_on(table, [ana, bo])
    [over] = ana.saw(GameOver)
    assert hashlib.sha256(over.seed + over.salt).digest() == began.commitment
    opened = ana.room(table).shuffle
    assert opened is not None
    assert (opened.seed, opened.salt) == (over.seed, over.salt) == (secret.seed, secret.salt)
    assert house.journal.unfinished() == []


async def test_a_finished_game_takes_no_more_decisions(house: FakeHouse) -> None:
    table, [ana, bo] = await playing(house, "Ana", "Bo")
    assert await ana.refusal(Rematch, table=table) == Code.GAME_RUNNING
    await play_on(table, [ana, bo])
    assert ana.room(table).status == "over"
    scores = ana.public(table).scores
    assert scores is not None
    assert ana.saw(GameOver)[0].winners == tuple(at for at, score in enumerate(scores) if score.rank == 1)
    assert await ana.refusal(Act, table=table, action={"do": "draw"}) == Code.NO_GAME
    assert await ana.refusal(AddBot, table=table) == Code.GAME_OVER
    assert await ana.refusal(Start, table=table) == Code.GAME_OVER
    eve = await Guest(house, "Eve").arrive()
    assert await eve.refusal(Join, table=table) == Code.GAME_OVER


@pytest.mark.parametrize("rotate", [False, True])
async def test_a_rematch_keeps_the_seats_or_moves_everybody_on_by_one(house: FakeHouse, rotate: bool) -> None:
    table, guests = await playing(house, "Ana", "Bo", "Cy")
    eve = await Guest(house, "Eve").arrive()
    await eve.watch(table)
    await play_on(table, guests)
    ana, bo, _cy = guests
    assert await bo.refusal(Rematch, table=table) == Code.NOT_HOST
    await ana.ask(Rematch, table=table, rotate=rotate)
    assert ana.saw(BackToRoom) == [BackToRoom(rotated=rotate)]
    order = ["Bo", "Cy", "Ana"] if rotate else ["Ana", "Bo", "Cy"]
    for guest in (*guests, eve):
        room = guest.room(table)
        assert [seat.name for seat in room.seats] == order
        assert (room.status, room.shuffle) == ("waiting", None)
        assert not any(seat.ready for seat in room.seats)
        assert guest.sees_what_is(table)
    assert [guest.seat(table) for guest in guests] == [order.index(guest.name) for guest in guests]
    for guest in guests[1:]:
        await guest.ready(table)
    await ana.start(table)
    assert ana.room(table).games == 2
    assert await play_on(table, guests) > 0
    assert all(guest.sees_what_is(table) for guest in (*guests, eve))
    assert len(house.journal.games) == 2


async def test_a_rematch_goes_on_with_those_who_are_there(
    house: FakeHouse,
) -> None:
    table, [ana, bo, cy] = await playing(house, "Ana", "Bo", "Cy")
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
    house: FakeHouse,
) -> None:
    table, [ana, bo] = await playing(house, "Ana", "Bo")
    await play_on(table, [ana, bo])
    before = (await ana.ask(History, table=table)).history
    await ana.ask(Rematch, table=table)
    assert (await ana.ask(History, table=table)).history == before
    assert before
