"""The link over real sockets: to the real server, through its death, and to servers that misbehave."""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from tests.serving import ServerProcess
from tests.silent_line import silent_line
from tests.triqueta_tui.session.heard import Ear
from tests.triqueta_tui.session.told import welcome
from triqueta_protocol.codec import decode_request, encode
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.events import Accepted, Bye, LobbyNow, Refused, Rejected
from triqueta_protocol.requests import AddBot, Advise, Chat, Create, Hello, Join, Lobby, Ready
from triqueta_protocol.settings import TableSettings
from triqueta_tui.session import link as link_module
from triqueta_tui.session.address import Address
from triqueta_tui.session.client_protocol import ClientProtocol
from triqueta_tui.session.error_words import LinkGoneError
from triqueta_tui.session.events import (
    LinkChanged,
    LobbyChanged,
    TableChanged,
    Welcomed,
)
from triqueta_tui.session.link import FRAMES_AHEAD, Link

Behaviour = Callable[[ServerConnection], Awaitable[None]]


def soon() -> Iterator[float]:
    """Many attempts, close together."""
    while True:
        yield 0.01


@asynccontextmanager
async def linked(
    address: Address, ear: Ear, waits: Callable[[], Iterator[float]] = soon, name: str = "Ana", **session: Any
) -> AsyncIterator[Link]:
    link = Link(address, ClientProtocol(name, **session), ear, waits)
    running = asyncio.create_task(link.run())
    try:
        yield link
    finally:
        await link.close()
        await asyncio.gather(running, return_exceptions=True)


@asynccontextmanager
async def behaving(behaviour: Behaviour, port: int = 0) -> AsyncIterator[Address]:
    """A server that does as it is told, and no more."""
    async with serve(behaviour, "127.0.0.1", port) as server:
        yield Address("127.0.0.1", server.sockets[0].getsockname()[1])


def flooding(more: int = 1000) -> Behaviour:
    """A server that sends one list of tables after the other."""

    async def behave(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(welcome())
        await socket.recv()
        with suppress(ConnectionClosed):
            for _ in range(more):
                await socket.send(encode(LobbyNow(tables=())))
        await socket.wait_closed()

    return behave


async def test_a_server_is_not_read_far_ahead_of_what_is_shown() -> None:
    ear, waiting = Ear(), list[Callable[[], None]]()
    async with behaving(flooding()) as address, linked(address, ear) as link:
        await link.welcome()
        link.when_shown = waiting.append
        link.send(Lobby)
        lists = 0
        while lists < 200:
            await asyncio.sleep(0.01)
            heard = len(ear.of(LobbyChanged))
            assert heard - lists <= 2 * FRAMES_AHEAD, "no more than that between two looks at the screen"
            lists = heard
            for act in waiting:
                act()
            waiting.clear()


async def test_a_server_that_does_not_close_its_side_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    patience = 100.0
    patient = partial(connect, compression=None, proxy=None, close_timeout=patience)
    monkeypatch.setattr("triqueta_tui.session.link.open_socket", patient)

    async def behave(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(welcome())
        socket.transport.pause_reading()
        with suppress(ConnectionClosed):
            while not over.is_set():
                await socket.send(encode(LobbyNow(tables=())))
                await asyncio.sleep(0.001)

    over = asyncio.Event()
    async with behaving(behave) as address, linked(address, Ear()) as link:
        await link.welcome()
        async with asyncio.timeout(patience / 2):
            await link.close()
        over.set()


async def test_a_string_that_is_too_long_to_be_shown_ends_the_link() -> None:
    async def behave(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(welcome(server="x" * 30_000))
        await socket.wait_closed()

    async with behaving(behave) as address, linked(address, Ear()) as link:
        with pytest.raises(LinkGoneError, match="nonsense"):
            await link.welcome()


async def test_it_greets_measures_and_asks(tmp_path: Path) -> None:
    server = await ServerProcess.start(tmp_path)
    ear = Ear()
    try:
        async with linked(Address("127.0.0.1", server.port), ear) as link:
            welcomed = await link.welcome()
            assert welcomed.name == "Ana"
            measured = await ear.hears(LinkChanged, lambda state: state.delay_ms is not None)
            assert measured.state == "linked"
            created = await link.ask(Create, game="triqueta", settings=TableSettings(seats=3))
            assert created.table is not None
            change = await ear.hears(TableChanged)
            assert change.feed.table == created.table
            assert link.feeds == {created.table: change.feed}
            with pytest.raises(RefusalError) as refusal:
                await link.ask(AddBot, table=created.table, level="genius")
            assert refusal.value.code == Code.UNKNOWN_LEVEL
    finally:
        await server.stop()


async def test_it_comes_back_to_a_server_that_was_killed(tmp_path: Path) -> None:
    server = await ServerProcess.start(tmp_path)
    ear = Ear()
    async with linked(Address("127.0.0.1", server.port), ear) as link:
        await link.welcome()
        await server.kill()
        lost = await ear.hears(LinkChanged, lambda state: state.state == "reconnecting")
        assert lost.attempt == 1
        so_far = len(ear.events)
        server = await ServerProcess.start(tmp_path, port=server.port)
        await ear.hears(Welcomed, after=so_far)
        assert link.state.state == "linked"
        await link.ask(Create, game="triqueta")
    await server.stop()


async def test_attempts_are_counted_and_the_last_one_gives_up() -> None:
    async def greet(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(welcome())
        await socket.wait_closed()

    ear = Ear()
    async with serve(greet, "127.0.0.1", 0) as server:
        address = Address("127.0.0.1", server.sockets[0].getsockname()[1])
        async with linked(address, ear, lambda: iter((0.0, 0.0, 0.0))) as link:
            await link.welcome()
            server.close()
            gone = await ear.hears(LinkChanged, lambda state: state.state == "gone")
    assert gone.reason == "no_answer"
    attempts = [state.attempt for state in ear.of(LinkChanged) if state.state == "reconnecting"]
    assert attempts == [1, 2, 3]


async def test_an_address_where_nobody_answers_is_given_up_at_once() -> None:
    async with behaving(lambda socket: socket.wait_closed()) as address:
        pass
    ear = Ear()
    async with linked(address, ear) as link:
        with pytest.raises(LinkGoneError, match="no_answer"):
            await link.welcome()
    assert [state.state for state in ear.of(LinkChanged)] == ["gone"]


async def test_what_is_pressed_while_the_link_is_down_is_sent_once_it_is_back() -> None:
    requests: list[object] = []
    connections = 0

    async def forgetful(socket: ServerConnection) -> None:
        nonlocal connections
        connections += 1
        await socket.recv()
        await socket.send(welcome())
        if connections == 1:
            requests.append(decode_request(await socket.recv()))
            return
        async for frame in socket:
            request = decode_request(frame)
            requests.append(request)
            assert not isinstance(request, Hello)
            await socket.send(encode(Accepted(id=request.id)))

    ear = Ear()
    async with behaving(forgetful) as address, linked(address, ear) as link:
        await link.welcome()
        answer = await link.ask(Chat, table="KNOT", text="hi")
        assert answer == Accepted(id=1, table="KNOT")
        chat = Chat(id=1, table="KNOT", text="hi")
        assert requests == [chat, chat], "the same request with the same id"


async def test_a_link_that_is_given_up_says_what_was_not_carried_out() -> None:
    async def vanish(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(welcome())
        await socket.recv()
        await socket.send(encode(Bye(code=Code.EVICTED)))

    ear = Ear()
    async with behaving(vanish) as address, linked(address, ear) as link:
        await link.welcome()
        answer = link.ask(Ready, table="KNOT")
        gone = await ear.hears(LinkChanged, lambda state: state.state == "gone")
        assert gone.reason == "evicted"
        with pytest.raises(LinkGoneError, match="evicted"):
            await answer


async def test_what_is_pressed_after_that_is_said_to_be_lost_at_once() -> None:
    async def evict(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(welcome())
        await socket.send(encode(Bye(code=Code.EVICTED)))

    ear = Ear()
    async with behaving(evict) as address, linked(address, ear) as link:
        await link.welcome()
        await ear.hears(LinkChanged, lambda state: state.state == "gone")
        await link._over.wait()
        answer = link.ask(Ready, table="KNOT")
        assert answer.done()
        with pytest.raises(LinkGoneError, match="evicted"):
            await answer


async def test_a_question_without_an_answer_ends_with_the_link() -> None:
    async def vanish(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(welcome())
        await socket.recv()
        await socket.send(encode(Bye(code=Code.FLOODING)))

    async with behaving(vanish) as address, linked(address, Ear()) as link:
        await link.welcome()
        with pytest.raises(LinkGoneError, match="flooding"):
            await link.ask(Ready, table="KNOT")


async def test_a_question_ends_when_the_link_is_closed() -> None:
    async def silent(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(welcome())
        await socket.wait_closed()

    async with behaving(silent) as address:
        async with linked(address, Ear()) as link:
            await link.welcome()
            question = link.ask(Ready, table="KNOT")
        with pytest.raises(LinkGoneError, match="closed"):
            await question


async def test_a_server_that_says_goodbye_for_now_is_looked_for_again() -> None:
    connections = 0

    async def closing(socket: ServerConnection) -> None:
        nonlocal connections
        connections += 1
        await socket.recv()
        await socket.send(welcome())
        if connections == 1:
            await socket.send(encode(Bye(code=Code.SERVER_CLOSING, again=True)))
        else:
            await socket.wait_closed()

    ear = Ear()
    async with behaving(closing) as address, linked(address, ear) as link:
        await link.welcome()
        so_far = len(ear.events)
        await ear.hears(Welcomed, after=so_far)
        assert connections == 2


@pytest.mark.parametrize("code", [Code.NAME_TAKEN, Code.WRONG_PASSWORD, Code.SERVER_FULL])
async def test_a_refused_greeting_is_told_with_its_reason(code: Code) -> None:
    async def refuse(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(encode(Refused(code=code, text="", detail={"limit": 3})))

    ear = Ear()
    async with behaving(refuse) as address, linked(address, ear) as link:
        with pytest.raises(LinkGoneError) as trouble:
            await link.welcome()
        assert trouble.value.reason == code.value
        assert trouble.value.detail == {"limit": 3}
        assert link.state.reason == code.value


@pytest.mark.parametrize("frame", ["hello", b"\xc1", b"\x93\x01\x02\x03"])
async def test_what_is_no_server_of_ours_is_called_so(frame: str | bytes) -> None:
    async def babble(socket: ServerConnection) -> None:
        await socket.send(frame)
        await socket.wait_closed()

    async with behaving(babble) as address, linked(address, Ear()) as link:
        with pytest.raises(LinkGoneError, match="nonsense"):
            await link.welcome()


async def test_a_web_server_is_not_taken_for_one() -> None:
    async def page(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(page, "127.0.0.1", 0)
    async with server:
        address = Address("127.0.0.1", server.sockets[0].getsockname()[1])
        async with linked(address, Ear()) as link:
            with pytest.raises(LinkGoneError, match="no_answer"):
                await link.welcome()


async def test_closing_a_link_that_never_ran_does_no_harm() -> None:
    await Link(Address("127.0.0.1", 1), ClientProtocol("Ana"), Ear()).close()


async def test_it_comes_back_to_the_same_server_only(tmp_path: Path) -> None:
    first = await ServerProcess.start(tmp_path / "first")
    ear = Ear()
    asked: list[bytes | None] = []
    address = Address("127.0.0.1", first.port)

    def recall(server: bytes | None) -> None:
        asked.append(server)

    try:
        async with linked(address, ear, recall=recall) as link:
            await link.welcome()
            player = link.protocol.player
            await first.kill()
            other = await ServerProcess.start(tmp_path / "other", port=first.port)
            heard = len(ear.events)
            await ear.hears(LinkChanged, lambda state: state.attempt > 3, after=heard)
            assert "Ana" not in other.log()
            await other.kill()
            first = await ServerProcess.start(tmp_path / "first", port=first.port)
            heard = len(ear.events)
            await ear.hears(LinkChanged, lambda state: state.state == "linked", after=heard)
            assert asked == [link.protocol.server]
            assert link.protocol.player != player, "nobody had a seat, so the server has forgotten us"
    finally:
        await first.stop()


async def test_nobody_has_to_wait_for_an_answer_that_does_not_matter(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def refuse(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(welcome())
        await socket.recv()
        await socket.send(encode(Rejected(id=1, code=Code.UNKNOWN_TABLE)))
        await socket.recv()
        await socket.send(encode(Bye(code=Code.EVICTED)))

    ear = Ear()
    async with behaving(refuse) as address, linked(address, ear) as link:
        await link.welcome()
        link.send(Ready, table="KNOT")
        link.send(Ready, table="OAKS")
        await ear.hears(LinkChanged, lambda state: state.state == "gone")
        await link._over.wait()
    gc.collect()
    assert "never retrieved" not in caplog.text


async def test_a_line_that_falls_silent_is_noticed_when_an_answer_is_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = await ServerProcess.start(tmp_path)
    ana, bo = Ear(), Ear()
    try:
        async with (
            silent_line(server.port) as line,
            linked(Address("127.0.0.1", line.port), ana) as link,
            linked(Address("127.0.0.1", server.port), bo, name="Bo") as other,
        ):
            await link.welcome()
            await other.welcome()
            table = (await link.ask(Create, game="triqueta")).table
            assert table is not None
            await other.ask(Join, table=table)
            line.cut()
            monkeypatch.setattr(link_module, "OVERDUE", 0.1)
            monkeypatch.setattr(link_module, "OVERDUE_PONG_WITHIN", 0.3)
            so_far = len(ana.events)
            answer = link.ask(Chat, table=table, text="hi")
            for state in ("sending", "reconnecting"):
                await ana.hears(LinkChanged, lambda told, state=state: told.state == state, after=so_far)  # type: ignore[misc]
            assert not answer.done()
            line.mend()
            await ana.hears(LinkChanged, lambda told: told.state == "linked", after=so_far)
            assert (await answer).table == table
            await other.ask(Chat, table=table, text="hello")
            assert [said.text for said in other.feeds[table].chat] == ["hi", "hello"], "sent once"
    finally:
        await server.stop()


async def test_an_answer_that_comes_late_ends_the_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_module, "OVERDUE", 0.05)

    async def slow(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(welcome())
        await socket.recv()
        await late.wait()
        await socket.send(encode(Accepted(id=1)))
        await socket.wait_closed()

    late, ear = asyncio.Event(), Ear()
    async with behaving(slow) as address, linked(address, ear) as link:
        await link.welcome()
        answer = link.ask(Ready, table="KNOT")
        await ear.hears(LinkChanged, lambda told: told.state == "sending")
        late.set()
        await answer
        assert link.state.state == "linked"
        assert not [told for told in ear.of(LinkChanged) if told.state == "reconnecting"]


async def test_no_answer_is_overdue_that_takes_the_server_some_thought(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(link_module, "OVERDUE", 0.01)
    pings = asyncio.Event()

    async def thoughtful(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(welcome())
        await socket.recv()
        await pings.wait()
        await socket.send(encode(Accepted(id=1)))
        await socket.wait_closed()

    async def ping(*_: object) -> float:
        if link.protocol.owes():
            pings.set()
        return 0.001

    monkeypatch.setattr(link_module, "_ping", ping)
    ear = Ear()
    async with behaving(thoughtful) as address, linked(address, ear) as link:
        await link.welcome()
        await link.ask(Advise, table="KNOT")
        assert not [told for told in ear.of(LinkChanged) if told.state == "sending"]
