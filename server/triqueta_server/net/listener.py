"""The game's port: WebSocket for clients, and a few HTTP pages."""

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

from triqueta_protocol.errors import Code
from triqueta_protocol.internal.defaults import GAME_PORT
from triqueta_protocol.internal.guest import ORIGIN_HEADER
from triqueta_protocol.login import CHALLENGE_HEADER, IDENTITY_HEADER, Exchange
from triqueta_server.dispatch import Dispatcher
from triqueta_server.limits.origins import TrustedProxies, origin_of
from triqueta_server.limits.pending import PendingConnections
from triqueta_server.limits.request_rate import FloodControl
from triqueta_server.listening import listen
from triqueta_server.net.connection import Connection, Flushing
from triqueta_server.net.http_pages import HandshakeFields, HttpPages
from triqueta_server.net.websocket import WebSocket
from triqueta_server.tables.handshake import Handshake

_CLOSE_RESTART: Final = 1012


class ListenConfig(Struct, frozen=True):
    host: str = ""
    """Where to listen; empty for every address of this machine."""
    port: int = GAME_PORT
    tls: ssl.SSLContext | None = None
    proxies: TrustedProxies = TrustedProxies()
    """Believed when they say for whom they connect."""
    for_guests: bool = False
    """Only the gateways' clients come this way, all from this machine: the gateways have counted them."""


@dataclass(eq=False)
class Listener:
    config: ListenConfig
    handshake: Handshake
    dispatcher: Dispatcher
    pages: HttpPages
    """All listeners of one server share them, and so the count of connections."""
    guest_origin: Callable[[str], str | None] = lambda _sealed: None
    """Reads what a gateway of this server has sealed: where its guest comes from."""
    prove: Callable[[str], tuple[str, Exchange] | None] = lambda _challenge: None
    """Answers a client's challenge with the server's identity."""

    def __post_init__(self) -> None:
        services = self.handshake.lobby.services
        self._limits = limits = services.limits
        self._pending = PendingConnections(
            "game",
            limits.pending,
            rate=services.budgets.address_connections,
            queue=limits.connection_queue,
            speaks_for_many=self._speaks_for_many,
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
        return self._pending.accepted

    async def open(self) -> int:
        """Begin to listen and return the port's number; raises ``StartupError``."""
        sockets = listen(self.config.host, self.config.port, self._pending)
        loop, tls = asyncio.get_running_loop(), self.config.tls
        within = self._limits.hello_within if tls else None
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
            async with asyncio.timeout(self._limits.close_within + 1):
                await self._empty.wait()

    # What a socket asks of its host

    def arrive(self, socket: WebSocket) -> float:
        socket.origin = origin_of(socket.remote_address)
        self._sockets.add(socket)
        self._empty.clear()
        return self._pending.delay(socket.peername)

    def answer(self, socket: WebSocket, request: Request) -> tuple[float, Response | None]:
        fields, wait = HandshakeFields(request.headers), 0.0
        if self._speaks_for_many(socket.remote_address):
            address = self._client_of(socket.remote_address, fields)
            socket.origin = origin_of(address)
            identified = self._pending.identify(socket.peername, address)
            if identified is None:
                busy = "Too many connections from your address.\n"
                return 0.0, socket.respond(HTTPStatus.TOO_MANY_REQUESTS, busy)
            wait = identified
        page = self.pages(socket, request.path, fields)
        if page is None and self._closing:
            page = socket.respond(HTTPStatus.SERVICE_UNAVAILABLE, "The server is closing.\n")
        return wait, page

    def complete(self, socket: WebSocket, request: Request, response: Response) -> None:
        """Say who the server is, if the client asks."""
        challenge = HandshakeFields(request.headers).one(CHALLENGE_HEADER)
        if challenge is None or response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            return
        if (proven := self.prove(challenge)) is not None:
            response.headers[IDENTITY_HEADER], socket.exchange = proven

    def opened(self, socket: WebSocket) -> Connection:
        self.pages.sockets += 1
        services = self.handshake.lobby.services
        flood = FloodControl(self._limits.requests, services.now)
        greeted = partial(self._pending.leave, socket.peername)
        within = self._limits.hello_within
        return Connection(socket, self.handshake, self.dispatcher, flood, self._flushing, greeted, within)

    def gone(self, socket: WebSocket, *, was_open: bool) -> None:
        self._pending.leave(socket.peername)
        self.pages.sockets -= was_open
        self._sockets.discard(socket)
        if not self._sockets:
            self._empty.set()

    def _speaks_for_many(self, address: str) -> bool:
        return self.config.for_guests or self.config.proxies.trusts(address)

    def _client_of(self, address: str, fields: HandshakeFields) -> str:
        """Whose connection it is, as a gateway has sealed it or a trusted proxy names it."""
        sealed = fields.one(ORIGIN_HEADER)
        guest = self.guest_origin(sealed) if sealed else None
        if guest is not None:
            return guest
        return self.config.proxies.client_of(address, fields.all("X-Forwarded-For"), fields.all("Forwarded"))
