"""A WebSocket with bounds both ways: it never waits for a client, and gives each one a share of the loop.

Everything of the ``websockets`` library that is used here without being documented is used here alone:
``protocol``, ``transport``, ``recv_messages``, ``process_event`` and ``pause_writing`` of its connection. A
test fails when they change.
"""

import asyncio
import logging
from collections.abc import Iterable
from typing import Any, Final, Protocol

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.protocol import Event, State

from protocol.meeting import Meeting
from server.rate_limit import TokenBucket

SLICE: Final = 512
"""Bytes that are parsed at a time. Frames can be as short as six bytes, and each costs the same."""

FRAMES_PER_TURN: Final = 32
BYTES_PER_TURN: Final = 32 * 1024
"""What one client's bytes may take of a turn of the event loop; the rest waits for the next turns."""

LONGEST_OPENING: Final = 32 * 1024
"""Bytes of an HTTP request before it is complete."""

LONGEST_BACKLOG: Final = 1024 * 1024
"""Bytes that may wait to be parsed. Reading stops while some wait, so nobody gets here by accident."""

CONTROL_RATE: Final = 5.0
CONTROL_BURST: Final = 50.0
"""Pings, pongs and fragments a second, and at once. A WebSocket library sends one in many seconds."""

log = logging.getLogger(__name__)


class Doorkeeper(Protocol):
    """Counts connections by address."""

    def arrive(self, socket: "BoundedSocket", address: str) -> float | None:
        """Count a connection: in how many seconds it is listened to, or None if it is to be cut off."""

    def release(self, socket: "BoundedSocket") -> None:
        """It is gone."""


class BoundedSocket(ServerConnection):
    """Aborts the connection when more waits to be read than the server's ``write_limit``.

    The transport reports that, whoever wrote: a table, or the WebSocket library with its pongs.
    Below the limit nothing ever waits for the client, so a keep-alive ping queues up behind the data, and a
    client that never reads it is found out by the answer that does not come.

    What the client sends is parsed in slices, a few in each turn of the event loop, and not while earlier
    messages wait to be handled. Frames that no message comes of are counted here, from the first byte on;
    too many of them end the connection.
    """

    # The library's connection has a dict for its attributes; a few more would make it five times as large.
    __slots__ = (
        "_control",
        "_flooding",
        "_frames",
        "_gate",
        "_opening",
        "_queue_full",
        "_scheduled",
        "_turned_away",
        "_unparsed",
        "farewell",
        "meeting",
        "origin",
    )

    def __init__(self, *args: Any, gate: "Doorkeeper | None" = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.origin = ""
        """The address it counts for."""
        self.meeting: Meeting | None = None
        """What this server shares with a client that has asked for its identity."""
        self._gate = gate
        self._turned_away = False
        self.farewell: bytes | None = None
        """The frame that a client gets before it is cut off for flooding."""
        self._unparsed = bytearray()
        self._opening = 0
        self._frames = 0
        self._control = TokenBucket(CONTROL_RATE, CONTROL_BURST, self.loop.time())
        self._flooding = False
        self._queue_full = False
        self._scheduled = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        address = str((transport.get_extra_info("peername") or ("",))[0])
        wait = 0.0 if self._gate is None else self._gate.arrive(self, address)
        if wait is None:
            # Before anything is set up for it that would have to be taken down.
            self._turned_away = True
            assert isinstance(transport, asyncio.Transport)
            transport.abort()
            return
        super().connection_made(transport)
        # The library would have the transport stop and go on by itself, past what is not parsed yet.
        self.recv_messages.pause = self._pause_parsing
        self.recv_messages.resume = self._resume_parsing
        if wait:
            self.transport.pause_reading()
            self.loop.call_later(wait, self._pause_or_resume_reading)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._turned_away:
            super().connection_lost(exc)
            if self._gate is not None:
                self._gate.release(self)

    def forget_opening(self) -> None:
        """Let go of the headers of the HTTP request and the response, which the library keeps to the end."""
        for message in (self.request, self.response):
            if message is not None:
                message.headers.clear()

    def write(self, frames: Iterable[bytes]) -> None:
        """Send binary frames in one system call, without waiting; dropped if the connection is not open."""
        if self.state is State.OPEN:
            for frame in frames:
                self.protocol.send_binary(frame)
            self.transport.write(b"".join(self.protocol.data_to_send()))

    def pause_writing(self) -> None:
        """Called by the transport above ``write_limit``."""
        super().pause_writing()
        log.info("%s does not read what it is sent and is dropped", peer(self))
        # Not at once: the transport is in the middle of a write.
        asyncio.get_running_loop().call_soon(self.transport.abort)

    # Reading

    def data_received(self, data: bytes) -> None:
        """Called by the transport, with up to 256 KiB at a time."""
        if len(data) <= SLICE and not self._unparsed and not self._queue_full:
            self._parse(data)
            return
        self._unparsed += data
        if len(self._unparsed) > LONGEST_BACKLOG:
            self._flooding = True
            self._cut_off()
        elif not self._scheduled:
            self._parse_share()

    def process_event(self, event: Event) -> None:
        """Called by the library with each frame it has parsed."""
        self._frames += 1
        if isinstance(event, Frame) and not (event.opcode is Opcode.BINARY and event.fin):
            # The last fragment of a message costs no less than those before it.
            self._flooding |= self._control.spend(self.loop.time()) > 0
        super().process_event(event)

    def _parse(self, part: bytes) -> None:
        if self.request is None:
            self._opening += len(part)
            self._flooding |= self._opening > LONGEST_OPENING
        super().data_received(part)
        if self._flooding:
            self._cut_off()
        elif self.state is State.CONNECTING and self.request is not None and self.protocol.eof_sent:
            # What came behind the request was no frame. The library has hung up on it, and would still try
            # to answer.
            self.protocol.state = State.CLOSED

    def _parse_share(self) -> None:
        """Parse what the client may have of this turn, and come back in the next one for the rest."""
        self._scheduled = False
        if self.transport.is_closing():
            self._unparsed.clear()
        frames, left = self._frames + FRAMES_PER_TURN, BYTES_PER_TURN
        while self._unparsed and not self._queue_full and self._frames < frames and left > 0:
            part = bytes(self._unparsed[:SLICE])
            del self._unparsed[:SLICE]
            left -= len(part)
            self._parse(part)
        if self._unparsed and not self._queue_full:
            self._scheduled = True
            self.loop.call_soon(self._parse_share)
        self._pause_or_resume_reading()

    def _pause_parsing(self) -> None:
        self._queue_full = True
        self._pause_or_resume_reading()

    def _resume_parsing(self) -> None:
        self._queue_full = False
        if self._unparsed and not self._scheduled:
            # Not at once: a message is just being fetched.
            self._scheduled = True
            self.loop.call_soon(self._parse_share)
        self._pause_or_resume_reading()

    def _pause_or_resume_reading(self) -> None:
        if self.transport.is_closing():
            return
        if self._unparsed or self._queue_full:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def _cut_off(self) -> None:
        """End the connection at once: whoever floods is not waited for."""
        self._unparsed.clear()
        if self.transport.is_closing():
            return
        log.info("%s floods and is closed", peer(self))
        if self.state is State.OPEN:
            if self.farewell is not None:
                self.protocol.send_binary(self.farewell)
            self.protocol.send_close(1008, "flooding")
            self.transport.write(b"".join(self.protocol.data_to_send()))
        self.transport.abort()


def peer(socket: ServerConnection) -> str:
    address = socket.remote_address
    return f"{address[0]}:{address[1]}" if address else "a client"
