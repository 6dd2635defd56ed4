"""The game's port: WebSocket for clients, a few plain pages for everybody else."""

import asyncio
import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Final

from msgspec import Struct
from websockets.http11 import Request, Response

from protocol.errors import Code
from protocol.internal.defaults import GAME_PORT
from protocol.meeting import CHALLENGE_HEADER, IDENTITY_HEADER, Meeting
from server.admission import Admission, AdmissionLimits
from server.listening import listen
from server.net.arrivals import Arrivals
from server.net.connection import Connection
from server.net.flood_control import FloodControl
from server.net.flushing import Flushing
from server.net.gate import Gate, GateConfig
from server.net.http_pages import HttpPages
from server.net.websocket import SocketLimits, WebSocket
from server.origins import TrustedProxies
from server.tables.handshake import Handshake

_CLOSE_RESTART: Final = 1012


class ListenConfig(Struct, frozen=True):
    host: str = ""
    """Where to listen; empty for every address of this machine."""
    port: int = GAME_PORT
    tls: ssl.SSLContext | None = None
    proxies: TrustedProxies = TrustedProxies()
    """Believed when they say for whom they connect."""
    for_guests: bool = False
    """Only the doors' clients come this way."""
    flood_rate: float = 50
    """Frames a second that a client may send in the long run."""
    flood_burst: float | None = None
    """Frames that a client may send at once; None for twice the rate."""
    greet_within: float = 10.0
    """Seconds that a connection may take for the handshake, and again for the hello after it."""
    max_backlog: int = 256 * 1024
    """Bytes that may wait for a client that does not read."""
    close_within: float = 5.0
    """Seconds that a client is given to close its side."""


@dataclass(eq=False)
class Listener:
    config: ListenConfig
    handshake: Handshake
    pages: HttpPages
    """All listeners of one server share them, and so the count of connections."""
    arrivals: Arrivals[WebSocket]
    guest_origin: Callable[[str], str | None] = lambda _sealed: None
    """Reads what a door of this server has sealed: where its guest comes from."""
    prove: Callable[[str], tuple[str, Meeting] | None] = lambda _challenge: None
    """Answers a client's challenge with the server's identity."""

    def __post_init__(self) -> None:
        config = GateConfig(self.config.proxies, self.config.for_guests)
        services = self.handshake.lobby.services
        self._gate = Gate(config, self.arrivals, services.addresses, self.guest_origin)
        # For what the gate does not see: connections in the middle of TLS, and more than there are files for.
        most = max(16, services.limits.players)
        limits = AdmissionLimits(most, most + 1, 2 * self.config.greet_within + 1)
        self._admission = Admission("game", limits)
        self._limits = SocketLimits(
            self.config.greet_within, self.config.close_within, self.config.max_backlog
        )
        self._servers: list[asyncio.Server] = []
        self._sockets: set[WebSocket] = set()
        self._flushing = Flushing()
        self._closing = False
        self._empty = asyncio.Event()
        self._empty.set()

    @property
    def connections_ever(self) -> int:
        """How many connections there have been."""
        return self._admission.entered

    async def open(self) -> int:
        """Begin to listen and return the port's number; raises ``CannotStart``."""
        sockets = listen(self.config.host, self.config.port, self._admission, self._gate.admits)
        loop, tls = asyncio.get_running_loop(), self.config.tls
        within = self.config.greet_within if tls else None
        for each in sockets:
            server = await loop.create_server(
                lambda: WebSocket(self, self._limits), sock=each, ssl=tls, ssl_handshake_timeout=within
            )
            self._servers.append(server)
        port: int = sockets[0].getsockname()[1]
        return port

    async def close(self) -> None:
        """Stop listening. Clients get some time to close; connections without a handshake get none."""
        self._closing = True
        for server in self._servers:
            server.close()
        for socket in tuple(self._sockets):
            if socket.is_open:
                socket.close(_CLOSE_RESTART, Code.SERVER_CLOSING)
            elif not socket.is_closing:
                socket.transport.abort()
        with suppress(TimeoutError):
            async with asyncio.timeout(self.config.close_within + 1):
                await self._empty.wait()

    # What a socket asks of its host

    def arrive(self, socket: WebSocket, address: str) -> float | None:
        wait = self._gate.arrive(socket, address)
        if wait is not None:
            self._sockets.add(socket)
            self._empty.clear()
        return wait

    def answer(self, socket: WebSocket, request: Request) -> tuple[float, Response | None]:
        wait = self._gate.open(socket, request.headers)
        if wait is None:
            busy = "Too many connections from your address.\n"
            return 0.0, socket.respond(HTTPStatus.TOO_MANY_REQUESTS, busy)
        page = self.pages(socket, request)
        if page is None and self._closing:
            page = socket.respond(HTTPStatus.SERVICE_UNAVAILABLE, "The server is closing.\n")
        return wait, page

    def complete(self, socket: WebSocket, request: Request, response: Response) -> None:
        """Say who the server is, if the client asks."""
        challenge = request.headers.get(CHALLENGE_HEADER)
        if challenge is None or response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            return
        if (proven := self.prove(challenge)) is not None:
            response.headers[IDENTITY_HEADER], socket.meeting = proven

    def opened(self, socket: WebSocket) -> Connection:
        self._admission.leave(socket.transport.get_extra_info("peername"))
        self.pages.sockets += 1
        services = self.handshake.lobby.services
        flood = FloodControl(self.config.flood_rate, self.config.flood_burst, services.now)
        greeted = partial(self._gate.release, socket)
        return Connection(socket, self.handshake, flood, self._flushing, greeted, self.config.greet_within)

    def gone(self, socket: WebSocket, *, was_open: bool) -> None:
        self._gate.release(socket)
        self.pages.sockets -= was_open
        self._sockets.discard(socket)
        if not self._sockets:
            self._empty.set()
