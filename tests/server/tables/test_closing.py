"""A server that closes takes no more requests, gives the answers it owes, and says goodbye."""

import pytest

from protocol.errors import Code
from protocol.events import Accepted, Bye
from protocol.requests import AnyRequest, Lobby
from tests.server.tables.guest import playing
from tests.server.tables.house import FakeHouse
from tests.server.tables.samples import REQUEST_KINDS, a_request


@pytest.mark.parametrize("kind", REQUEST_KINDS, ids=lambda kind: kind.__name__)
async def test_every_request_is_refused_while_the_server_closes(
    house: FakeHouse, kind: type[AnyRequest]
) -> None:
    table, [ana, _bo] = await playing(house, "Ana", "Bo")
    house.lobby.closing = True
    assert await ana.refusal(kind, **a_request(kind, table)) == Code.SERVER_CLOSING


async def test_what_was_answered_before_is_answered_the_same(house: FakeHouse) -> None:
    _, [ana, _bo] = await playing(house, "Ana", "Bo")
    request = ana.request(Lobby)
    await ana.send_again(request)
    house.lobby.closing = True
    await ana.send_again(request)
    assert ana.answers(request.id) == [Accepted(id=request.id)] * 2


async def test_a_move_under_way_is_stored_and_answered(house: FakeHouse) -> None:
    table, [ana, _bo] = await playing(house, "Ana", "Bo", options={"start": 0})
    house.journal.hanging = True
    move = await ana.send_move(table)
    house.lobby.closing = True
    house.commit()
    assert ana.answer(move) == Accepted(id=move, table=table)


async def test_everybody_is_told_to_come_back(house: FakeHouse) -> None:
    _, [ana, bo] = await playing(house, "Ana", "Bo")
    bo.vanish()
    house.say_goodbye()
    assert ana.link.bye == Bye(code=Code.SERVER_CLOSING, again=True)
    assert bo.link.bye is None
    assert house.lobby.closing
