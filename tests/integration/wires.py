"""Below the scripted client: bare WebSockets, and bytes straight onto the port."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from websockets.asyncio.client import ClientConnection, connect

from protocol import events
from protocol.codec import decode_message
from tests.serving import ServerProcess


@asynccontextmanager
async def bare_socket(server: ServerProcess) -> AsyncIterator[ClientConnection]:
    """A WebSocket that has not greeted, and that leaves without a word."""
    socket = await connect(server.url, compression=None, proxy=None)
    try:
        yield socket
    finally:
        socket.transport.abort()
        await socket.wait_closed()


async def answer(socket: ClientConnection) -> events.FromServer:
    """The next message."""
    frame = await socket.recv()
    assert isinstance(frame, bytes)
    return decode_message(frame)


async def status_of_end(socket: ClientConnection) -> int | None:
    """The WebSocket status with which the server ends the link."""
    await socket.wait_closed()
    return socket.close_code


@asynccontextmanager
async def bare_port(
    server: ServerProcess,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A TCP connection that speaks no WebSocket yet."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def told_to_port(server: ServerProcess, said: bytes) -> bytes:
    """Everything the server answers to some bytes until it hangs up."""
    async with bare_port(server) as (reader, writer):
        writer.write(said)
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""
