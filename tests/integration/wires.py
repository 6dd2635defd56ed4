"""Below the scripted client: bare WebSockets, and bytes straight onto the port."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from websockets.asyncio.client import ClientConnection, connect

from tests.serving import ServerProcess
from triqueta_protocol import events
from triqueta_protocol.codec import decode_message, encode
from triqueta_protocol.requests import Hello
from triqueta_protocol.version import PROTOCOL


@asynccontextmanager
async def bare_socket(server: ServerProcess) -> AsyncIterator[ClientConnection]:
    """A WebSocket that has not greeted, and that leaves without a word."""
    link = await connect(server.url, compression=None, proxy=None)
    try:
        yield link
    finally:
        link.transport.abort()
        await link.wait_closed()


@asynccontextmanager
async def deaf_socket(
    server: ServerProcess, name: str, token: str | None = None, tls: ssl.SSLContext | None = None
) -> AsyncIterator[ClientConnection]:
    """A client that has greeted and reads no further, while it can still send."""
    ears = socket.socket()
    ears.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    ears.setblocking(False)
    await asyncio.get_running_loop().sock_connect(ears, ("127.0.0.1", server.port))
    link = await connect(
        server.url,
        sock=ears,
        compression=None,
        ping_interval=None,
        ssl=tls,
        server_hostname="localhost" if tls else None,
    )
    try:
        await link.send(encode(Hello(version=PROTOCOL, name=name, token=token)))
        assert isinstance(await answer(link), events.Welcome)
        link.transport.pause_reading()
        yield link
    finally:
        link.transport.abort()
        await link.wait_closed()


async def answer(link: ClientConnection) -> events.FromServer:
    """The next message."""
    frame = await link.recv()
    assert isinstance(frame, bytes)
    return decode_message(frame)


async def status_of_end(link: ClientConnection) -> int | None:
    """The WebSocket status with which the server ends the link."""
    await link.wait_closed()
    return link.close_code


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
