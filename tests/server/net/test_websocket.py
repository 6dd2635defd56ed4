"""A WebSocket that never waits for its client and gives it a share of the event loop, over a real line."""

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.http11 import Request, Response
from websockets.protocol import State

from triqueta_protocol.internal.tuning_switches import VARIABLE
from triqueta_server.limits.declared import DEFAULTS, Limits
from triqueta_server.limits.paced_reading import SLICE
from triqueta_server.net import websocket
from triqueta_server.net.websocket import WebSocket

LIMIT = 4096
SHORTEST = 6
"""Bytes of the shortest frame a client can send."""


class Inbox:
    """Keeps what comes."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[bytes | str] = asyncio.Queue()
        self.ended = asyncio.Event()

    def receive(self, message: bytes | str) -> None:
        self.messages.put_nowait(message)

    def lost(self) -> None:
        self.ended.set()


class Anybody:
    """A host that lets in everybody, after ``wait`` seconds, or answers with a page."""

    def __init__(self, wait: float = 0.0, page: str | None = None) -> None:
        self.wait = wait
        self.page = page
        self.inbox = Inbox()
        self.opened_as: asyncio.Future[WebSocket] = asyncio.get_running_loop().create_future()
        self.came = 0
        self.went: list[bool] = []
        self.empty = asyncio.Event()

    def arrive(self, socket: WebSocket) -> float:
        self.came += 1
        return self.wait

    def answer(self, socket: WebSocket, request: Request) -> tuple[float, Response | None]:
        return self.wait, None if self.page is None else socket.respond(HTTPStatus.GONE, self.page)

    def complete(self, socket: WebSocket, request: Request, response: Response) -> None:
        response.headers["Complete"] = "yes"

    def opened(self, socket: WebSocket) -> Inbox:
        self.opened_as.set_result(socket)
        return self.inbox

    def gone(self, socket: WebSocket, *, was_open: bool) -> None:
        self.went.append(was_open)
        self.empty.set()


@asynccontextmanager
async def listening(host: Anybody) -> AsyncIterator[int]:
    limits = Limits(hello_within=600.0, close_within=0.1, backlog=LIMIT)
    server = await asyncio.get_running_loop().create_server(lambda: WebSocket(host, limits), "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1]
    server.close()


@asynccontextmanager
async def both_ends(host: Anybody | None = None) -> AsyncIterator[tuple[WebSocket, Inbox, ClientConnection]]:
    """A socket, what it receives, and the client at its other end."""
    host = host or Anybody()
    common: Any = {"compression": None, "close_timeout": 0.1, "proxy": None}
    async with listening(host) as port, connect(f"ws://127.0.0.1:{port}", **common) as client:
        yield await host.opened_as, host.inbox, client


async def test_messages_arrive_whole_and_leave_in_one_write(monkeypatch: pytest.MonkeyPatch) -> None:
    async with both_ends() as (socket, inbox, client):
        assert client.response is not None
        assert client.response.headers["Complete"] == "yes"
        await client.send(b"to the server")
        assert await inbox.messages.get() == b"to the server"
        writes: list[bytes] = []
        write = socket.transport.write
        monkeypatch.setattr(socket, "transport", Noting(socket.transport, writes, write))
        sent = [b"one", b"", bytes(200), bytes(70_000)]
        socket.write(sent)
        assert [await client.recv() for _ in sent] == sent
        assert len(writes) == 1


class Noting:
    """A transport that notes what is written to it."""

    def __init__(self, transport: asyncio.Transport, writes: list[bytes], write: Any) -> None:
        self._transport, self._writes, self._write = transport, writes, write

    def write(self, data: bytes) -> None:
        self._writes.append(data)
        self._write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


async def test_fragments_are_put_together_and_text_is_told_apart() -> None:
    async with both_ends() as (_socket, inbox, client):
        await client.send([b"one ", b"after ", b"the other"])
        await client.send("text")
        await client.send(["text ", "in parts"])
        expected = [b"one after the other", "text", "text in parts"]
        assert [await inbox.messages.get() for _ in expected] == expected


async def test_a_host_may_answer_with_a_page() -> None:
    async with listening(Anybody(page="moved\n")) as port:
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"ws://127.0.0.1:{port}", proxy=None)
        assert refused.value.response.status_code == 410
        assert refused.value.response.body == b"moved\n"


async def test_whoever_has_to_wait_is_answered_later() -> None:
    async with both_ends(Anybody(wait=0.01)) as (_socket, inbox, client):
        await client.send(b"patient")
        assert await inbox.messages.get() == b"patient"


async def test_the_end_is_told_once_and_to_everybody() -> None:
    host = Anybody()
    async with both_ends(host) as (socket, inbox, client):
        await client.close()
        await inbox.ended.wait()
        socket.write([b"late"])
    assert (host.came, host.went) == (1, [True])
    assert client.close_code == 1000


async def test_a_goodbye_has_a_code_and_a_reason() -> None:
    async with both_ends() as (socket, inbox, client):
        socket.close(1012, "server_closing")
        with pytest.raises(ConnectionClosed):
            await client.recv()
        assert (client.close_code, client.close_reason) == (1012, "server_closing")
        await inbox.ended.wait()


async def test_a_client_that_does_not_say_goodbye_is_hung_up_on() -> None:
    async with both_ends() as (socket, inbox, client):
        client.transport.pause_reading()
        socket.close(1000, "")
        await inbox.ended.wait()
        client.transport.abort()


async def test_a_client_that_does_not_read_is_dropped(caplog: pytest.LogCaptureFixture) -> None:
    async with both_ends() as (socket, inbox, client):
        client.transport.pause_reading()
        with caplog.at_level("INFO"):
            async with asyncio.timeout(30):
                while not socket.transport.is_closing():
                    socket.write([bytes(60_000)])
                    await asyncio.sleep(0)
            await inbox.ended.wait()
        client.transport.abort()
    assert [record.message for record in caplog.records if "slow consumer" in record.message]


async def test_a_client_that_answers_no_ping_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "PING_EVERY", 0.01)
    monkeypatch.setattr(websocket, "PONG_WITHIN", 0.05)
    async with both_ends() as (_socket, inbox, client):
        client.transport.pause_reading()
        await inbox.ended.wait()
        client.transport.abort()


async def test_a_client_that_answers_pings_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "PING_EVERY", 0.01)
    async with both_ends() as (socket, inbox, _client):
        while socket.frames < 5:  # noqa: ASYNC110 - nothing else tells that each pong leads to another ping
            await asyncio.sleep(0.005)
        assert not inbox.ended.is_set()


async def test_a_message_of_endless_empty_fragments_is_cut_off() -> None:
    async with both_ends() as (_socket, inbox, client):
        client.protocol.send_binary(b"", fin=False)
        for _ in range(100):
            for _ in range(1000):
                client.protocol.send_continuation(b"", fin=False)
            client.transport.write(b"".join(client.protocol.data_to_send()))
            await asyncio.sleep(0.001)
            if client.state is not State.OPEN:
                break
        else:
            pytest.fail("100,000 fragments were taken in")
        await inbox.ended.wait()
        assert inbox.messages.empty()


@pytest.mark.parametrize("opcode", [0x9, 0xA], ids=["pings", "pongs"])
async def test_a_flood_of_control_frames_ends_the_connection(opcode: int) -> None:
    async with both_ends() as (socket, inbox, client):
        client.transport.write(frames(opcode, 20_000))
        await inbox.ended.wait()
        # What is parsed at a time is all that can come after the one too many.
        assert (
            DEFAULTS.control_frames.at_once
            < socket.frames
            <= DEFAULTS.control_frames.at_once + SLICE // SHORTEST + DEFAULTS.frames_per_turn
        )


async def test_who_floods_is_told_so_if_it_is_a_client(caplog: pytest.LogCaptureFixture) -> None:
    async with both_ends() as (socket, _inbox, client):
        socket.farewell = b"farewell"
        with caplog.at_level("INFO"):
            # No more than fits into what is parsed at a time: what is left unread would reset the line.
            client.transport.write(frames(0xA, SLICE // SHORTEST))
            assert await client.recv() == b"farewell"
            with pytest.raises(ConnectionClosed):
                await client.recv()
        assert client.close_code == 1008
    assert [record.message for record in caplog.records if "flooding client disconnected" in record.message]


async def test_the_pings_of_a_patient_client_are_answered() -> None:
    async with both_ends() as (_socket, _inbox, client):
        for _ in range(20):
            await (await client.ping())


async def test_one_client_s_frames_take_a_share_of_each_turn_of_the_loop() -> None:
    async with both_ends() as (socket, inbox, _client):
        parsed: list[int] = []

        def look() -> None:
            parsed.append(socket.frames)
            if socket.frames < 5_000:
                asyncio.get_running_loop().call_soon(look)

        asyncio.get_running_loop().call_soon(look)
        socket.data_received(frames(0x2, 5_000))
        for _ in range(5_000):
            await inbox.messages.get()
    shares = [after - before for before, after in zip([0, *parsed], parsed, strict=False)]
    assert max(shares) <= DEFAULTS.frames_per_turn + SLICE // SHORTEST


async def test_nothing_is_parsed_while_it_is_held() -> None:
    async with both_ends() as (socket, inbox, client):
        socket.hold()
        client.transport.write(frames(0x2, 20_000))
        for _ in range(100):
            await asyncio.sleep(0.001)
        assert socket.frames == 0
        socket.go_on()
        for _ in range(20_000):
            assert await inbox.messages.get() == b""


async def test_long_messages_arrive_whole_and_in_order() -> None:
    async with both_ends() as (_socket, inbox, client):
        sent = [bytes([at]) * (400 * at) for at in range(60)]
        for message in sent:
            client.protocol.send_binary(message)
        client.transport.write(b"".join(client.protocol.data_to_send()))
        assert [await inbox.messages.get() for _ in sent] == sent


async def test_an_opening_that_never_ends_is_cut_off() -> None:
    async with listening(Anybody()) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 20 + b"z: " + b"y" * 7000 + b"\r\n")
        for _ in range(10):
            writer.write(b"z: " + b"y" * 7000 + b"\r\n")
        with suppress(ConnectionResetError):
            assert await reader.read() == b"", "cut off, not refused in words"
        writer.close()


async def test_what_is_no_http_is_one_quiet_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    host = Anybody()
    async with listening(host) as port:
        with caplog.at_level("INFO"):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"SSH-2.0-OpenSSH_9.9 \x1b[31m\r\n")
            assert await reader.read() == b""
            writer.close()
            await host.empty.wait()
    assert host.went == [False]
    (record,) = caplog.records
    assert record.levelname == "INFO"
    assert record.getMessage().startswith("handshake failed peer=")
    assert "\x1b" not in record.getMessage()


@pytest.mark.parametrize("politely", [True, False])
@pytest.mark.parametrize("tuning", ["ended_connections", "off"])
async def test_an_ended_connection_leaves_nothing_to_the_collector_of_garbage(
    politely: bool, tuning: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, tuning)
    gc.collect()
    gc.disable()
    try:
        host = Anybody()
        async with both_ends(host) as (socket, inbox, client):
            left = weakref.WeakSet[object]((socket._protocol, socket.transport))
            if politely:
                await client.close()
            else:
                client.transport.abort()
            await inbox.ended.wait()
        host.opened_as = asyncio.get_running_loop().create_future()
        del socket
        await asyncio.sleep(0)
        assert len(left) == (2 if tuning == "off" else 0)
    finally:
        gc.enable()
        gc.collect()


def frames(opcode: int, count: int) -> bytes:
    """So many empty frames of a client, one after the other."""
    return bytes((0x80 | opcode, 0x80, 0, 0, 0, 0)) * count
