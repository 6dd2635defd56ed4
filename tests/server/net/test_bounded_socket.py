"""What is used of the WebSocket library without being documented is still as we know it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State
from websockets.server import ServerProtocol

from server.net.bounded_socket import BoundedSocket

LIMIT = 4096
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
