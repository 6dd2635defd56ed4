"""The same request sent again gets the same answer and acts once, whatever it asks for."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.server.tables.fake_client import FakeClient, play_on, playing, seated
from tests.server.tables.fake_server import FakeServer
from tests.server.tables.samples import REQUEST_KINDS, a_request
from triqueta_protocol.codec import encode
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Accepted, Rejected
from triqueta_protocol.requests import (
    Act,
    AnyRequest,
    ArchiveRequest,
    Chat,
    Create,
    History,
    Join,
    Lobby,
    Watch,
)
from triqueta_server.limits.declared import Limits
from triqueta_server.tables.delivery.answers import KEPT

Scene = tuple[str, FakeClient, list[FakeClient]]
"""A table, who asks, and everybody."""


async def waiting(server: FakeServer) -> Scene:
    table, clients = await seated(server, "Ana", "Bo", bots=1, seats=4)
    return table, clients[0], clients


async def begun(server: FakeServer) -> Scene:
    table, clients = await playing(server, "Ana", "Bo", bots=1, options={"start": 0})
    return table, clients[0], clients


async def coached(server: FakeServer) -> Scene:
    table, clients = await playing(server, "Ana", "Bo", bots=1, options={"start": 0}, coach=True)
    return table, clients[0], clients


async def alone_with_a_bot(server: FakeServer) -> Scene:
    rules = {"private": True, "watchers": False, "practice": True}
    table, clients = await playing(server, "Ana", bots=1, options={"start": 0}, **rules)
    await play_on(table, clients, moves=2)
    return table, clients[0], clients


async def bo_is_gone(server: FakeServer) -> Scene:
    table, clients = await playing(server, "Ana", "Bo", bots=1, options={"start": 0}, substitute="ask")
    ana = clients[0]
    clients[1].vanish()
    server.advance(60.0)
    return table, ana, clients


async def over(server: FakeServer) -> Scene:
    table, ana, clients = await begun(server)
    await play_on(table, clients)
    return table, ana, clients


async def a_newcomer(server: FakeServer) -> Scene:
    table, _, clients = await waiting(server)
    eve = await FakeClient(server, "Eve").arrive()
    return table, eve, [*clients, eve]


async def watched(server: FakeServer) -> Scene:
    table, eve, clients = await a_newcomer(server)
    await eve.watch(table)
    return table, clients[0], clients


SCENES: dict[str, Callable[[FakeServer], Awaitable[Scene]]] = {
    "Join": a_newcomer,
    "Watch": a_newcomer,
    "Sleep": begun,
    "Ready": waiting,
    "KickWatcher": watched,
    "Rematch": over,
    "SitIn": bo_is_gone,
    "Act": begun,
    "Advise": coached,
    "Undo": alone_with_a_bot,
    "Hold": alone_with_a_bot,
    "Resume": begun,
    "History": begun,
}


AT_TABLES = [kind for kind in REQUEST_KINDS if not issubclass(kind, ArchiveRequest)]


def world(server: FakeServer) -> Any:
    """Everything a request could have changed."""
    return (
        [
            (code, table.room(), table.match and table.match.moves)
            for code, table in server.lobby.tables.items()
        ],
        [(game.record, game.entries) for game in server.journal.games.values()],
        {player.id: sorted(player.tables) for player in server.lobby.players.values()},
        [len(thought.public) for thought in server.bots.asked],
    )


@pytest.mark.parametrize("kind", AT_TABLES, ids=lambda kind: kind.__name__)
async def test_a_request_sent_twice_acts_once(kind: type[AnyRequest]) -> None:
    server = FakeServer(Limits(grace=60.0))
    table, asker, everybody = await SCENES.get(kind.__name__, waiting)(server)
    request = asker.request(kind, **a_request(kind, table))
    await asker.send_again(request)
    [answer] = asker.answers(request.id)
    assert isinstance(answer, Accepted), answer
    told, after = [len(client.messages) for client in everybody], world(server)

    await asker.send_again(request)
    assert asker.answers(request.id) == [answer, answer]
    assert world(server) == after
    told[everybody.index(asker)] += 1
    assert [len(client.messages) for client in everybody] == told


@pytest.mark.parametrize("kind", AT_TABLES, ids=lambda kind: kind.__name__)
async def test_a_request_that_is_refused_is_refused_the_same_way_again(kind: type[AnyRequest]) -> None:
    server = FakeServer(Limits(tables=0))
    ana = await FakeClient(server, "Ana").arrive()
    request = ana.request(kind, **a_request(kind, "NONE"))
    await ana.send_again(request)
    server.services.limits = Limits()
    await ana.send_again(request)
    first, second = ana.answers(request.id)
    assert first == second
    others = {Lobby: None, Create: Code.TOO_MANY_TABLES, Join: Code.UNKNOWN_TABLE, Watch: Code.UNKNOWN_TABLE}
    expected = others.get(kind, Code.NOT_AT_TABLE)
    assert (first.code if isinstance(first, Rejected) else None) == expected


async def test_the_same_answer_is_the_same_bytes_on_another_link(server: FakeServer) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    request = ana.request(Act, table=table, action={"do": "draw"})
    await ana.send_again(request)
    await ana.arrive()
    await ana.send_again(request)
    assert ana.link.frames == [encode(Accepted(id=request.id, table=table))]


async def test_a_request_under_way_is_answered_once_when_it_is_done(server: FakeServer) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    server.journal.hanging = True
    request = ana.request(Act, table=table, action={"do": "draw"})
    for _ in range(3):
        await ana.send_again(request)
    assert ana.answers(request.id) == []
    await ana.arrive()
    await ana.send_again(request)
    server.commit()
    assert ana.answers(request.id) == [Accepted(id=request.id, table=table)]
    assert len(server.journal.unfinished()[0].entries) == 1


async def test_a_second_answer_to_a_request_is_not_sent(server: FakeServer) -> None:
    ana = await FakeClient(server, "Ana").arrive()
    request = ana.request(Lobby)
    await ana.send_again(request)
    ana.client.answer(Rejected(id=request.id, code=Code.TABLE_FAILED))
    assert ana.answers(request.id) == [Accepted(id=request.id)]


async def test_the_same_id_with_another_request_gets_the_first_ones_answer(server: FakeServer) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo", options={"start": 0})
    move = await ana.send(Act, table=table, action={"do": "draw"})
    await ana.send_again(Chat(id=move, table=table, text="hello"))
    assert ana.answers(move) == [Accepted(id=move, table=table)] * 2


async def test_an_id_that_is_too_old_to_know_is_stale(server: FakeServer) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo")
    first = await ana.send(History, table=table)
    for _ in range(KEPT):
        await ana.ask(Lobby)
    await ana.send_again(History(id=first, table=table))
    assert ana.answers(first)[1:] == [Rejected(id=first, code=Code.STALE_REQUEST)]


async def test_ids_are_each_players_own(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    for client in (ana, bo):
        await client.send_again(Chat(id=1000, table=table, text=f"I am {client.name}"))
        assert client.answer(1000) == Accepted(id=1000, table=table)
