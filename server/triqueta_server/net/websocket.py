"""One WebSocket, from its HTTP request to its end, with bounds both ways.

The ``websockets`` library reads and writes the protocol, in the layer of it that does no input or output;
here is what moves the bytes. It never waits for a client, and gives each one a share of the event loop.
"""

import asyncio
import logging
import struct
from collections.abc import Callable, Iterable
from contextlib import suppress
from http import HTTPStatus
from typing import Final, Protocol

from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from triqueta_protocol.codec import MAX_FRAME
from triqueta_protocol.login import Exchange
from triqueta_protocol.text import clean
from triqueta_server.limits.budgets import TokenBucket
from triqueta_server.limits.declared import Limits
from triqueta_server.limits.paced_reading import PacedProtocol
from triqueta_server.limits.pending import Peer
from triqueta_server.tuning.ended_connections import break_cycles

PING_EVERY: Final = 6.0
PONG_WITHIN: Final = 12.0
"""Seconds. Together they say how soon the other players know of a pulled cable."""

_INVALID_DATA: Final = 1007
_POLICY: Final = 1008

log = logging.getLogger(__name__)
_protocol_log: Final = logging.getLogger(f"{__name__}.protocol")
"""The library's: what it says in passing is dropped; errors are our faults and keep their traceback."""
_protocol_log.setLevel(logging.WARNING)


class Receiver(Protocol):
    """Gets what comes over one open WebSocket."""

    def receive(self, message: bytes | str) -> None: ...

    def lost(self) -> None:
        """Called once, when nothing comes any more."""


class Host(Protocol):
    """Who listens: lets connections in, answers their HTTP requests, and receives what open ones send."""

    def arrive(self, socket: "WebSocket") -> float:
        """Note a connection; returns in how many seconds it is listened to."""

    def answer(self, socket: "WebSocket", request: Request) -> tuple[float, Response | None]:
        """In how many seconds a request is answered, and with which page; None opens a WebSocket."""

    def complete(self, socket: "WebSocket", request: Request, response: Response) -> None:
        """Add headers to a response."""

    def opened(self, socket: "WebSocket") -> Receiver: ...

    def gone(self, socket: "WebSocket", *, was_open: bool) -> None:
        """A connection that has arrived has ended."""


class WebSocket(PacedProtocol):
    """Aborts the connection when more than ``Limits.backlog`` bytes wait to be read by the client.

    The transport reports that, whether a table wrote or the WebSocket library.
    Below the limit nothing ever waits for the client, so a keep-alive ping queues up behind the data, and a
    client that never reads it is found out by the answer that does not come.

    Frames that no message comes of are counted here, from the first byte on; too many of them end the
    connection.
    """

    __slots__ = (
        "_control",
        "_deadline",
        "_ending",
        "_flooding",
        "_fragments",
        "_host",
        "_limits",
        "_opening",
        "_pinged_at",
        "_protocol",
        "_receiver",
        "_text",
        "exchange",
        "farewell",
        "origin",
        "peername",
    )

    def __init__(self, host: Host, limits: Limits) -> None:
        super().__init__()
        self._host = host
        self._limits = limits
        # Browsers send Origin. A page somewhere must not speak for the person who reads it. What is too large
        # is answered in words up to a point, and cut off by the library beyond it.
        self._protocol = ServerProtocol(origins=[None], max_size=4 * MAX_FRAME, logger=_protocol_log)
        self._receiver: Receiver | None = None
        self.peername: Peer = ()
        self.origin = ""
        """The address it counts for."""
        self.exchange: Exchange | None = None
        """What a client has to sign that has asked for the server's identity."""
        self.farewell: bytes | None = None
        """The frame that a client gets before it is cut off for flooding."""
        self._opening = 0
        self._fragments: list[bytes] = []
        self._text = False
        """Whether they are of a text."""
        self._control: TokenBucket | None = None
        self._flooding = False
        self._ending = False
        self._pinged_at: float | None = None
        self._deadline: asyncio.TimerHandle | None = None
        """While it is open for the next ping; before and afterwards for the end."""

    @property
    def is_open(self) -> bool:
        return self._protocol.state is State.OPEN

    @property
    def is_closing(self) -> bool:
        """Whether what is still to be sent is waited for, and nothing else."""
        return self._ending or self.transport.is_closing()

    @property
    def peer(self) -> str:
        """Its other end, for the log."""
        return f"{self.peername[0]}:{self.peername[1]}" if self.peername else "unknown"

    @property
    def remote_address(self) -> str:
        return str(self.peername[0]) if self.peername else ""

    # Coming and going

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.peername = transport.get_extra_info("peername") or ()
        wait = self._host.arrive(self)
        transport.set_write_buffer_limits(self._limits.backlog)
        self._wake_in(self._limits.hello_within, transport.abort)
        if wait:
            self.hold()
            self._loop.call_later(wait, self.go_on)

    def connection_lost(self, exc: Exception | None) -> None:
        self._protocol.receive_eof()
        self._note_failed_opening()
        break_cycles(self._protocol, self.transport)
        self.drop_unparsed()
        if self._deadline is not None:
            self._deadline.cancel()
        if self._receiver is not None:
            self._receiver.lost()
        self._host.gone(self, was_open=self._receiver is not None)
        self._receiver = None

    def respond(self, status: HTTPStatus, text: str) -> Response:
        """A plain page, to answer a request with."""
        return self._protocol.reject(status, text)

    def close(self, code: int, reason: str) -> None:
        """Say goodbye, and hang up on a client that does not answer it in time."""
        if self.is_open:
            self._protocol.send_close(code, reason)
            self._write_out()
            self._end_soon()

    def _answer(self, request: Request) -> None:
        try:
            wait, page = self._host.answer(self, request)
        except Exception:
            log.exception("HTTP request failed peer=%s", self.peer)
            wait, page = 0.0, self.respond(HTTPStatus.INTERNAL_SERVER_ERROR, "Internal server error.\n")
        if wait:
            self.hold()
            self._loop.call_later(wait, self._respond, request, page)
        else:
            self._respond(request, page)

    def _respond(self, request: Request, page: Response | None) -> None:
        if self.transport.is_closing() or self._protocol.close_expected():
            return  # what came behind the request was no frame
        response = self._protocol.accept(request) if page is None else page
        self._host.complete(self, request, response)
        self._protocol.send_response(response)
        self._write_out()
        self._note_failed_opening()
        if self.is_open:
            self._receiver = self._host.opened(self)
            self._wake_in(PING_EVERY, self._keep_alive)
        else:
            self._end_soon()
        self.go_on()

    def _note_failed_opening(self) -> None:
        trouble, self._protocol.handshake_exc = self._protocol.handshake_exc, None
        if trouble is not None:
            # The reason is a value: such lines are all alike to the limit on log lines.
            log.info("handshake failed peer=%s reason=%s", self.peer, innermost(trouble))

    def _fail(self, code: int, reason: str) -> None:
        self._protocol.fail(code, reason)
        self._write_out()
        self._end_soon()

    def _end_soon(self) -> None:
        """Hang up on a client that takes too long to do so itself."""
        if not self._ending:
            self._ending = True
            self._wake_in(self._limits.close_within, self.transport.abort)

    def _wake_in(self, seconds: float, act: Callable[[], None]) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self._loop.call_later(seconds, act)

    # Keeping alive

    def _keep_alive(self) -> None:
        if not self.is_open:
            return
        now = self._loop.time()
        if self._pinged_at is None:
            self._pinged_at = now
            self._protocol.send_ping(b"")
            self._write_out()
        elif now - self._pinged_at >= PONG_WITHIN:
            log.info("silent client disconnected peer=%s", self.peer)
            self.transport.abort()  # a goodbye would only be waited for
            return
        self._wake_in(PING_EVERY, self._keep_alive)

    # Writing

    def write(self, messages: Iterable[bytes]) -> None:
        """Send binary messages in one system call, without waiting; dropped if the connection is not open."""
        if self._protocol.state is State.OPEN:
            self.transport.write(
                b"".join([part for message in messages for part in (_head(message), message)])
            )

    def pause_writing(self) -> None:
        """Called by the transport above ``Limits.backlog``."""
        log.info("slow consumer disconnected peer=%s backlog=%d", self.peer, self._limits.backlog)
        # Not at once: the transport is in the middle of a write.
        self._loop.call_soon(self.transport.abort)

    def _write_out(self) -> None:
        """Send what the library has to say."""
        for data in self._protocol.data_to_send():
            if data:
                self.transport.write(data)
            elif self.transport.can_write_eof():
                with suppress(OSError, RuntimeError):
                    self.transport.write_eof()
            else:
                self.transport.close()

    # Reading

    def eof_received(self) -> None:
        self._protocol.receive_eof()
        self._write_out()

    def parse(self, part: bytes) -> None:
        protocol = self._protocol
        if protocol.state is State.CONNECTING:
            self._opening += len(part)
            self._flooding |= self._opening > self._limits.http_request
        protocol.receive_data(part)
        events = protocol.events_received()
        self._write_out()
        for event in events:
            if isinstance(event, Frame):
                self._take(event)
            else:
                assert isinstance(event, Request)
                self._answer(event)
        if self._flooding:
            self.cut_off()
        elif protocol.close_expected():
            self._note_failed_opening()
            self._end_soon()

    def _take(self, frame: Frame) -> None:
        self.frames += 1
        if frame.opcode is Opcode.BINARY and frame.fin:
            self._deliver(bytes(frame.data))
            return
        # The last fragment of a message costs no less than those before it.
        now = self._loop.time()
        if self._control is None:
            self._control = TokenBucket(self._limits.control_frames, now)
        self._flooding |= self._control.spend(now) > 0
        match frame.opcode:
            case Opcode.PONG:
                self._pinged_at = None
            case Opcode.TEXT | Opcode.BINARY | Opcode.CONT:
                if frame.opcode is not Opcode.CONT:
                    self._text = frame.opcode is Opcode.TEXT
                self._fragments.append(bytes(frame.data))
                if frame.fin:
                    whole, self._fragments = b"".join(self._fragments), []
                    (self._deliver_text if self._text else self._deliver)(whole)

    def _deliver_text(self, encoded: bytes) -> None:
        try:
            self._deliver(encoded.decode())
        except UnicodeDecodeError:
            self._fail(_INVALID_DATA, "not UTF-8")

    def _deliver(self, message: bytes | str) -> None:
        if self._receiver is not None and not self._flooding:
            self._receiver.receive(message)

    def cut_off(self) -> None:
        self.drop_unparsed()
        if self.transport.is_closing():
            return
        log.info("flooding client disconnected peer=%s", self.peer)
        if self.is_open:
            if self.farewell is not None:
                self._protocol.send_binary(self.farewell)
            self._protocol.send_close(_POLICY, "flooding")
            self._write_out()
        self.transport.abort()


def _head(message: bytes) -> bytes:
    """What stands before a binary message that a server sends in one frame (RFC 6455, 5.2)."""
    size = len(message)
    if size < 126:
        return bytes((0x82, size))
    if size < 65536:
        return struct.pack(">BBH", 0x82, 126, size)
    return struct.pack(">BBQ", 0x82, 127, size)


def innermost(error: BaseException) -> str:
    """What is behind an error, in one line. It may quote a stranger, who must not paint on a terminal."""
    while error.__cause__ is not None:
        error = error.__cause__
    text = str(error) or type(error).__name__
    return clean(text.splitlines()[0])[:200]
