"""What is used of the WebSocket library without being documented is still as we know it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State
from websockets.server import ServerProtocol

from server.net.bounded_socket import CONTROL_BURST, FRAMES_PER_TURN, SLICE, BoundedSocket

LIMIT = 4096
SHORTEST = 6
"""Bytes of the shortest frame a client can send."""
SHARED_KEYS = 30
"""Attributes that objects of one class keep in a small dict: CPython shares its keys."""
CHANGED = (
    f"websockets {version('websockets')} has changed a private part that server/net/bounded_socket.py uses; "
    "adapt it, or lower the bound in pyproject.toml"
)


@asynccontextmanager
async def both_ends() -> AsyncIterator[tuple[BoundedSocket, ClientConnection]]:
    """A bounded socket and the client at its other end."""
    accepted: asyncio.Future[ServerConnection] = asyncio.get_running_loop().create_future()

    async def handle(socket: ServerConnection) -> None:
        accepted.set_result(socket)
        await socket.wait_closed()

    common: Any = {"compression": None, "close_timeout": 0.1}
    async with serve(
        handle, "127.0.0.1", 0, create_connection=BoundedSocket, write_limit=LIMIT, **common
    ) as server:
        port = server.sockets[0].getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}", proxy=None, **common) as client:
            socket = await accepted
            assert isinstance(socket, BoundedSocket), CHANGED
            yield socket, client


async def test_the_private_parts_have_the_shape_we_know() -> None:
    async with both_ends() as (socket, _client):
        assert isinstance(socket, asyncio.Protocol), CHANGED
        assert isinstance(socket.protocol, ServerProtocol), CHANGED
        assert isinstance(socket.transport, asyncio.Transport), CHANGED
        assert socket.transport.get_protocol() is socket, CHANGED
        assert socket.transport.get_write_buffer_limits()[1] == LIMIT, CHANGED
        assert callable(getattr(ServerConnection, "pause_writing", None)), CHANGED
        assert callable(getattr(ServerConnection, "process_event", None)), CHANGED
        assert socket.recv_messages.pause == socket._pause_parsing, CHANGED
        assert {"pause", "resume"} <= set(vars(socket.recv_messages)), CHANGED
        assert len(vars(socket)) <= SHARED_KEYS, "a dict with more keys takes 1.6 KiB in each connection"
        socket.protocol.send_binary(b"one")
        socket.protocol.send_binary(b"two")
        assert b"".join(socket.protocol.data_to_send()) == b"\x82\x03one\x82\x03two", CHANGED


async def test_frames_arrive_as_messages_and_leave_in_one_write(monkeypatch: pytest.MonkeyPatch) -> None:
    async with both_ends() as (socket, client):
        writes: list[bytes] = []
        write = socket.transport.write
        monkeypatch.setattr(socket, "transport", Noting(socket.transport, writes, write))
        socket.write([b"one", b"two", bytes(200)])
        assert [await client.recv() for _ in range(3)] == [b"one", b"two", bytes(200)]
        assert len(writes) == 1
        # What the library sends itself goes on to work beside it.
        await socket.send(b"three")
        assert await client.recv() == b"three"
        await (await client.ping())


class Noting:
    """A transport that notes what is written to it."""

    def __init__(self, transport: asyncio.Transport, writes: list[bytes], write: Any) -> None:
        self._transport, self._writes, self._write = transport, writes, write

    def write(self, data: bytes) -> None:
        self._writes.append(data)
        self._write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


async def test_nothing_is_written_to_a_closed_connection() -> None:
    async with both_ends() as (socket, client):
        await client.close()
        await socket.wait_closed()
        socket.write([b"late"])
        assert b"".join(socket.protocol.data_to_send()) == b""


async def test_a_client_that_does_not_read_is_dropped(caplog: pytest.LogCaptureFixture) -> None:
    async with both_ends() as (socket, client):
        client.transport.pause_reading()
        with caplog.at_level("INFO"):
            async with asyncio.timeout(30):
                while not socket.transport.is_closing():
                    socket.write([bytes(60_000)])
                    await asyncio.sleep(0)
            await socket.wait_closed()
        client.transport.abort()
    assert [record.message for record in caplog.records if "does not read" in record.message]


async def test_a_message_of_endless_empty_fragments_is_cut_off() -> None:
    """Older versions of the library keep all of them: whoever sends them fills the server's memory."""
    async with both_ends() as (socket, client):
        reading = asyncio.create_task(socket.recv())
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
        with pytest.raises(ConnectionClosed):
            await reading


@pytest.mark.parametrize("opcode", [0x9, 0xA], ids=["pings", "pongs"])
async def test_a_flood_of_control_frames_ends_the_connection(opcode: int) -> None:
    async with both_ends() as (socket, client):
        client.transport.write(frames(opcode, 20_000))
        await asyncio.wait_for(socket.wait_closed(), 10)
        parsed = socket._frames
    # What is parsed at a time is all that can come after the one too many.
    assert CONTROL_BURST < parsed <= CONTROL_BURST + SLICE // SHORTEST + FRAMES_PER_TURN


async def test_who_floods_is_told_so_if_it_is_a_client(caplog: pytest.LogCaptureFixture) -> None:
    async with both_ends() as (socket, client):
        socket.farewell = b"farewell"
        with caplog.at_level("INFO"):
            # No more than fits into what is parsed at a time: what is left unread would reset the line.
            client.transport.write(frames(0xA, SLICE // SHORTEST))
            assert await client.recv() == b"farewell"
            with pytest.raises(ConnectionClosed):
                await client.recv()
        assert client.close_code == 1008
    assert [record.message for record in caplog.records if "floods and is closed" in record.message]


async def test_the_pings_of_a_patient_client_are_answered() -> None:
    async with both_ends() as (_socket, client):
        for _ in range(20):
            await (await client.ping())


async def test_one_client_s_frames_take_a_share_of_each_turn_of_the_loop() -> None:
    async with both_ends() as (socket, _client):
        parsed: list[int] = []

        def look() -> None:
            parsed.append(socket._frames)
            if socket._frames < 5_000:
                asyncio.get_running_loop().call_soon(look)

        asyncio.get_running_loop().call_soon(look)
        socket.data_received(frames(0x2, 5_000))
        for _ in range(5_000):
            await socket.recv()
    shares = [after - before for before, after in zip([0, *parsed], parsed, strict=False)]
    assert max(shares) <= FRAMES_PER_TURN + SLICE // SHORTEST


async def test_nothing_is_parsed_while_messages_wait_to_be_read() -> None:
    async with both_ends() as (socket, client):
        client.transport.write(frames(0x2, 20_000))
        for _ in range(100):
            await asyncio.sleep(0.001)
        assert socket._frames <= 16 + SLICE // SHORTEST
        for _ in range(20_000):
            assert await socket.recv() == b""


async def test_long_messages_arrive_whole_and_in_order() -> None:
    async with both_ends() as (socket, client):
        sent = [bytes([at]) * (400 * at) for at in range(60)]
        for message in sent:
            client.protocol.send_binary(message)
        client.transport.write(b"".join(client.protocol.data_to_send()))
        got = []
        for _ in sent:
            got.append(await socket.recv())
            await asyncio.sleep(0)
        assert got == sent


async def test_an_opening_that_never_ends_is_cut_off() -> None:
    async with both_ends() as (socket, _client):
        reader, writer = await asyncio.open_connection("127.0.0.1", socket.local_address[1])
        writer.write(b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 20 + b"z: " + b"y" * 7000 + b"\r\n")
        for _ in range(10):
            writer.write(b"z: " + b"y" * 7000 + b"\r\n")
        with suppress(ConnectionResetError):
            assert await asyncio.wait_for(reader.read(), 5) == b"", "cut off, not refused in words"
        writer.close()


def frames(opcode: int, count: int) -> bytes:
    """So many empty frames of a client, one after the other."""
    return bytes((0x80 | opcode, 0x80, 0, 0, 0, 0)) * count


async def test_the_headers_of_the_opening_are_not_kept() -> None:
    async with both_ends() as (socket, client):
        assert socket.request is not None
        assert socket.response is not None
        assert len(socket.request.headers) > 1
        socket.forget_opening()
        assert not socket.request.headers
        assert not socket.response.headers
        await client.send(b"still open")
        assert await socket.recv() == b"still open"
