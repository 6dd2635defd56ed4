"""A lean WebSocket client for load: many connections in one process must not be what limits the server.

The mask that clients must use is all zeros, so that masking costs nothing; servers unmask as always.
"""

import asyncio
import base64
import os
import struct
from collections.abc import Callable

_BINARY = 0x82
_PING = 0x89
_PONG = 0x8A
_KEY = base64.b64encode(os.urandom(16)).decode()


def masked(payload: bytes, first: int = _BINARY) -> bytes:
    """A client's frame."""
    size = len(payload)
    head = bytes((first, 0x80 | size)) if size < 126 else struct.pack(">BBH", first, 0x80 | 126, size)
    return head + b"\0\0\0\0" + payload


def opening(path: str = "/", headers: str = "") -> bytes:
    """The HTTP request that asks for a WebSocket."""
    return (
        f"GET {path} HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {_KEY}\r\nSec-WebSocket-Version: 13\r\n{headers}\r\n".encode()
    )


class Wire(asyncio.Protocol):
    """One connection: ``send`` a payload, ``received`` is called with each payload that comes."""

    def __init__(self, received: Callable[[bytes], None], path: str = "/", headers: str = "") -> None:
        self.received = received
        self._opening = opening(path, headers)
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.bytes_in = 0
        self.bytes_out = 0
        self.frames_in = 0
        self.frames_out = 0
        self.lost = asyncio.Event()
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def connect(
        cls,
        port: int,
        received: Callable[[bytes], None],
        local: str = "127.0.0.1",
        path: str = "/",
        headers: str = "",
    ) -> "Wire":
        """Connect to a server on this machine, from this of its addresses, and shake hands."""
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(
            lambda: cls(received, path, headers), "127.0.0.1", port, local_addr=(local, 0)
        )
        await wire.open
        return wire

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._opening)

    @property
    def transport(self) -> asyncio.Transport:
        assert self._transport is not None
        return self._transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost.set()
        if not self.open.done():
            self.open.set_exception(exc or ConnectionError("closed before the handshake"))

    def send(self, payload: bytes, first: int = _BINARY) -> None:
        """Send one frame."""
        frame = masked(payload, first)
        self.frames_out += 1
        self.bytes_out += len(frame)
        assert self._transport is not None
        self._transport.write(frame)

    def close(self) -> None:
        """Hang up."""
        assert self._transport is not None
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        data = self._buffer + data if self._buffer else data
        if not self.open.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            if b" 101 " not in head:
                self.open.set_exception(ConnectionError(head.decode(errors="replace")))
                self.close()
                return
            self.open.set_result(None)
        self._buffer = self._frames(data)

    def _frames(self, data: bytes) -> bytes:
        at, size = 0, len(data)
        while size - at >= 2:
            length, start = data[at + 1], at + 2
            if length == 126:
                if size - at < 4:
                    break
                length, start = int.from_bytes(data[at + 2 : at + 4]), at + 4
            elif length == 127:
                if size - at < 10:
                    break
                length, start = int.from_bytes(data[at + 2 : at + 10]), at + 10
            if size - start < length:
                break
            kind, payload = data[at], data[start : start + length]
            self.bytes_in += start + length - at
            at = start + length
            if kind == _PING:
                self.send(payload, _PONG)
            elif kind == _BINARY:
                self.frames_in += 1
                self.received(payload)
        return data[at:]
