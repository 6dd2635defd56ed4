"""Several clients of one player: each with its own requests, and one of them at each table."""

from typing import Any

import pytest

from tests.server.tables.fake_client import FakeClient, playing, seated
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Bye, Closed, Rejected
from triqueta_protocol.requests import (
    Act,
    Chat,
    ForgetMe,
    History,
    Join,
    Leave,
    Lobby,
    Ready,
    Request,
    Resume,
    Watch,
)
from triqueta_protocol.table_events import LinkLost
from triqueta_server.limits.declared import Limits


async def second(ana: FakeClient, instance: bytes = b"two", origin: str = "192.0.2.1") -> FakeClient:
    """Another window of the same player."""
    other = FakeClient(ana.server, ana.name, origin)
    other.token, other.instance = ana.token, instance
    return await other.arrive()


async def test_both_stay_connected_and_number_their_own_requests(server: FakeServer) -> None:
    table, [ana, bo] = await seated(server, "Ana", "Bo")
    other = await second(ana)
    assert (ana.link.bye, other.player, other.welcome.next_id) == (None, ana.player, 1)
    await other.ask(Lobby)
    assert other.lobby[table].host == "Ana"
    await ana.say(table, "hello")
    await bo.say(table, "hello, Ana")
    assert ana.sees_what_is(table)
    assert ana.lobby == {}
    assert other.mirrors == {}


async def test_answers_come_to_the_client_that_has_asked(server: FakeServer) -> None:
    table, [ana, _bo] = await seated(server, "Ana", "Bo")
    other = await second(ana)
    seen = len(ana.messages)
    await other.ask(Lobby)
    assert len(ana.messages) == seen
    assert await other.refusal(Ready, table=table, ready=True) == Code.OPEN_ELSEWHERE
    assert len(ana.messages) == seen


async def test_what_is_open_in_one_window_is_refused_to_the_other_until_it_takes_over(
    server: FakeServer,
) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    other = await second(ana)
    asked: list[tuple[type[Request], dict[str, Any]]] = [
        (Join, {}),
        (Watch, {}),
        (Leave, {}),
        (History, {}),
        (Resume, {"epoch": ana.room(table).epoch, "last": 0}),
        (Chat, {"text": "hello"}),
        (Act, {"action": {"do": "draw"}}),
    ]
    for kind, fields in asked:
        identifier = await other.send(kind, table=table, **fields)
        answer = other.answer(identifier)
        assert isinstance(answer, Rejected)
        assert (answer.code, answer.detail) == (Code.OPEN_ELSEWHERE, {"table": table})
    assert ana.sees_what_is(table)
    await other.ask(Join, table=table, take=True)
    assert ana.closed == {table: Code.TAKEN_OVER}
    assert ana.link.bye is None
    assert other.sees_what_is(table)
    assert await ana.refusal(Act, table=table, action={"do": "draw"}) == Code.OPEN_ELSEWHERE
    mover = other if other.owes(table) else bo
    await mover.act(table)
    assert other.sees_what_is(table)
    assert bo.sees_what_is(table)
    assert LinkLost(0) not in bo.happened, "whose window it is is nobody else's business"
    await ana.ask(Join, table=table, take=True)
    assert other.closed == {table: Code.TAKEN_OVER}
    assert ana.sees_what_is(table)


async def test_a_seat_whose_window_is_gone_needs_no_taking_over(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    other = await second(ana)
    ana.vanish()
    assert LinkLost(0) in bo.happened, "a window in the lobby does not play"
    await other.join(table)
    assert other.sees_what_is(table)
    await ana.arrive()
    assert await ana.refusal(Resume, table=table, epoch=bo.room(table).epoch, last=0) == Code.OPEN_ELSEWHERE
    assert not [message for message in ana.messages if isinstance(message, Closed)]


async def test_the_end_of_the_other_window_is_nothing_to_the_table(server: FakeServer) -> None:
    _, [ana, bo] = await playing(server, "Ana", "Bo")
    other = await second(ana)
    other.vanish()
    assert LinkLost(0) not in bo.happened
    gone_since = [ana.player.gone_since]
    ana.vanish()
    assert [one is None for one in [*gone_since, ana.player.gone_since]] == [True, False]
    assert LinkLost(0) in bo.happened


async def test_a_move_that_waits_for_the_disk_is_answered_to_its_window(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    mover = ana if ana.owes(table) else bo
    other = await second(mover)
    server.journal.hanging = True
    identifier = await mover.send_move(table)
    await other.send(Join, table=table, take=True)
    assert mover.answer(identifier) is None
    server.journal.hanging = False
    server.settle()
    assert mover.answer(identifier) is not None
    assert mover.closed == {table: Code.TAKEN_OVER}
    assert other.sees_what_is(table)


async def test_one_watches_another_table_beside_a_game(server: FakeServer) -> None:
    table, [ana, _bo] = await playing(server, "Ana", "Bo")
    there, [cy] = await seated(server, "Cy")
    other = await second(ana)
    await other.watch(there)
    await cy.say(there, "welcome")
    assert other.sees_what_is(there)
    assert ana.sees_what_is(table)
    assert there not in ana.mirrors


async def test_after_a_crash_each_client_has_its_own_answers(server: FakeServer) -> None:
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    other = await second(ana, b"two")
    await other.ask(Join, table=table, take=True)
    mover = other if other.owes(table) else bo
    if mover is bo:
        while not other.owes(table):
            await bo.act(table)
    number = await other.send_move(table)
    assert other.answer(number) is not None
    after = server.restarted()
    await ana.arrive(after)
    await other.arrive(after)
    assert (ana.welcome.next_id, other.welcome.next_id) == (1, number + 1)


async def test_too_many_clients_push_out_those_that_are_gone_and_then_the_oldest() -> None:
    server = FakeServer(Limits(clients_per_player=3))
    table, [ana, bo] = await playing(server, "Ana", "Bo")
    gone = await second(ana, b"gone")
    gone.vanish()
    windows = [await second(ana, instance) for instance in (b"1", b"2")]
    assert [window.link.bye for window in (ana, *windows)] == [None, None, None]
    assert gone.instance not in ana.player.clients
    last = await second(ana, b"3")
    assert ana.link.bye == Bye(code=Code.EVICTED)
    assert [window.link.bye for window in (*windows, last)] == [None, None, None]
    assert LinkLost(0) in bo.happened
    await last.join(table)
    assert last.sees_what_is(table)


async def test_each_connection_takes_a_place_of_its_address() -> None:
    server = FakeServer(Limits(players_per_address=2))
    ana = await FakeClient(server, "Ana").arrive()
    await second(ana)
    assert len(server.lobby.places) == 2
    with pytest.raises(Exception, match=Code.ADDRESS_BUSY):
        await second(ana, b"three")
    await second(ana, b"three", origin="198.51.100.1")
    assert ana.link.bye is None


async def test_all_windows_end_with_a_player_who_is_deleted(server: FakeServer) -> None:
    ana = await FakeClient(server, "Ana").arrive()
    other = await second(ana)
    await ana.ask(ForgetMe)
    assert [window.link.bye for window in (ana, other)] == [Bye(code=Code.FORGOTTEN)] * 2
