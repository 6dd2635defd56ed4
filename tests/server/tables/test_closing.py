"""A server that closes takes no more requests, gives the answers it owes, and says goodbye."""

import pytest

from tests.server.tables.fake_client import playing
from tests.server.tables.fake_server import FakeServer
from tests.server.tables.samples import REQUEST_KINDS, a_request
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Accepted, Bye
from triqueta_protocol.requests import AnyRequest, Lobby


@pytest.mark.parametrize("kind", REQUEST_KINDS, ids=lambda kind: kind.__name__)
async def test_every_request_is_refused_while_the_server_closes(
    server: FakeServer, kind: type[AnyRequest]
) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo")
    server.lobby.closing = True
    assert await ana.refusal(kind, **a_request(kind, table)) == Code.SERVER_CLOSING


async def test_what_was_answered_before_is_answered_the_same(server: FakeServer) -> None:
    _, [ana, _bo] = await playing(server, "Ana", "Bo")
    request = ana.request(Lobby)
    await ana.send_again(request)
    server.lobby.closing = True
    await ana.send_again(request)
    assert ana.answers(request.id) == [Accepted(id=request.id)] * 2


async def test_a_move_under_way_is_stored_and_answered(server: FakeServer) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    server.journal.hanging = True
    move = await ana.send_move(table)
    server.lobby.closing = True
    server.commit()
    assert ana.answer(move) == Accepted(id=move, table=table)


async def test_everybody_is_told_to_come_back(server: FakeServer) -> None:
    _, [ana, bo] = await playing(server, "Ana", "Bo")
    bo.vanish()
    server.say_goodbye()
    assert ana.link.bye == Bye(code=Code.SERVER_CLOSING, again=True)
    assert bo.link.bye is None
    assert server.lobby.closing
