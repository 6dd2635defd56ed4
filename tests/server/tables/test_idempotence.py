"""The same request sent again gets the same answer and acts once, whatever it asks for."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from protocol.codec import encode
from protocol.errors import Code
from protocol.events import Accepted, Rejected
from protocol.requests import Act, AnyRequest, Chat, Create, History, Lobby
from server.tables.answers import KEPT
from server.tables.house import Limits
from tests.server.tables.guest import Guest, play_on, playing, seated
from tests.server.tables.house import FakeHouse
from tests.server.tables.samples import REQUEST_KINDS, a_request

Scene = tuple[str, Guest, list[Guest]]
"""A table, who asks, and everybody."""


async def waiting(house: FakeHouse) -> Scene:
    table, guests = await seated(house, "Ana", "Bo", bots=1, seats=4)
    return table, guests[0], guests


async def begun(house: FakeHouse) -> Scene:
    table, guests = await playing(house, "Ana", "Bo", bots=1, options={"start": 0})
    return table, guests[0], guests


async def bo_is_gone(house: FakeHouse) -> Scene:
    table, ana, guests = await begun(house)
    guests[1].vanish()
    house.advance(60.0)
    return table, ana, guests


async def over(house: FakeHouse) -> Scene:
    table, ana, guests = await begun(house)
    await play_on(table, guests)
    return table, ana, guests


async def a_newcomer(house: FakeHouse) -> Scene:
    table, _, guests = await waiting(house)
    eve = await Guest(house, "Eve").arrive()
    return table, eve, [*guests, eve]


SCENES: dict[str, Callable[[FakeHouse], Awaitable[Scene]]] = {
    "Join": a_newcomer,
    "Watch": a_newcomer,
    "Ready": waiting,
    "Rematch": over,
    "SitIn": bo_is_gone,
    "Act": begun,
    "Resume": begun,
    "History": begun,
}


def world(house: FakeHouse) -> Any:
    """Everything a request could have changed."""
    return (
        [
            (code, table.room(), table.match and table.match.moves)
            for code, table in house.lobby.tables.items()
        ],
        [(game.record, game.entries) for game in house.journal.games.values()],
        {player.id: sorted(player.tables) for player in house.lobby.players.values()},
        [len(thought.public) for thought in house.bots.asked],
    )


@pytest.mark.parametrize("kind", REQUEST_KINDS, ids=lambda kind: kind.__name__)
async def test_a_request_sent_twice_acts_once(kind: type[AnyRequest]) -> None:
    house = FakeHouse(Limits(grace=60.0))
    table, asker, everybody = await SCENES.get(kind.__name__, waiting)(house)
    request = asker.request(kind, **a_request(kind, table))
    await asker.send_again(request)
    [answer] = asker.answers(request.id)
    assert isinstance(answer, Accepted), answer
    told, after = [len(guest.messages) for guest in everybody], world(house)

    await asker.send_again(request)
    assert asker.answers(request.id) == [answer, answer]
    assert world(house) == after
    told[everybody.index(asker)] += 1
    assert [len(guest.messages) for guest in everybody] == told


@pytest.mark.parametrize("kind", REQUEST_KINDS, ids=lambda kind: kind.__name__)
async def test_a_request_that_is_refused_is_refused_the_same_way_again(kind: type[AnyRequest]) -> None:
    house = FakeHouse(Limits(tables=0))
    ana = await Guest(house, "Ana").arrive()
    request = ana.request(kind, **a_request(kind, "NONE"))
    await ana.send_again(request)
    house.house.limits = Limits()
    await ana.send_again(request)
    first, second = ana.answers(request.id)
    assert first == second
    expected = {Lobby: None, Create: Code.TOO_MANY_TABLES}.get(kind, Code.UNKNOWN_TABLE)
    assert (first.code if isinstance(first, Rejected) else None) == expected


async def test_the_same_answer_is_the_same_bytes_on_another_link(house: FakeHouse) -> None:
    table, [ana, _bo] = await playing(house, "Ana", "Bo", options={"start": 0})
    request = ana.request(Act, table=table, action={"do": "draw"})
    await ana.send_again(request)
    await ana.arrive()
    await ana.send_again(request)
    assert ana.link.frames == [encode(Accepted(id=request.id, table=table))]


async def test_a_request_under_way_is_answered_once_when_it_is_done(house: FakeHouse) -> None:
    table, [ana, _bo] = await playing(house, "Ana", "Bo", options={"start": 0})
    house.journal.hanging = True
    request = ana.request(Act, table=table, action={"do": "draw"})
    for _ in range(3):
        await ana.send_again(request)
    assert ana.answers(request.id) == []
    await ana.arrive()
    await ana.send_again(request)
    house.commit()
    assert ana.answers(request.id) == [Accepted(id=request.id, table=table)]
    assert len(house.journal.unfinished()[0].entries) == 1


async def test_a_second_answer_to_a_request_is_not_sent(house: FakeHouse) -> None:
    ana = await Guest(house, "Ana").arrive()
    request = ana.request(Lobby)
    await ana.send_again(request)
    ana.player.settle(Rejected(id=request.id, code=Code.TABLE_FAILED))
    assert ana.answers(request.id) == [Accepted(id=request.id)]


async def test_the_same_id_with_another_request_gets_the_first_ones_answer(house: FakeHouse) -> None:
    table, [ana, _bo] = await playing(house, "Ana", "Bo", options={"start": 0})
    move = await ana.send(Act, table=table, action={"do": "draw"})
    await ana.send_again(Chat(id=move, table=table, text="hello"))
    assert ana.answers(move) == [Accepted(id=move, table=table)] * 2


async def test_an_id_that_is_too_old_to_know_is_stale(house: FakeHouse) -> None:
    table, [ana, _bo] = await playing(house, "Ana", "Bo")
    first = await ana.send(History, table=table)
    for _ in range(KEPT):
        await ana.ask(Lobby)
    await ana.send_again(History(id=first, table=table))
    assert ana.answers(first)[1:] == [Rejected(id=first, code=Code.STALE_REQUEST)]


async def test_ids_are_each_players_own(house: FakeHouse) -> None:
    table, [ana, bo] = await seated(house, "Ana", "Bo")
    for guest in (ana, bo):
        await guest.send_again(Chat(id=1000, table=table, text=f"I am {guest.name}"))
        assert guest.answer(1000) == Accepted(id=1000, table=table)
