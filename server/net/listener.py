"""The game's port: WebSocket for clients, a few plain pages for everybody else."""

import asyncio
import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any, cast

from msgspec import Struct
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from protocol.codec import MAX_FRAME
from protocol.errors import Code
from protocol.internal.defaults import GAME_PORT
from protocol.meeting import CHALLENGE_HEADER, IDENTITY_HEADER, Meeting
from server.admission import Admission, AdmissionLimits
from server.listening import ListeningSocket, listen
from server.net.arrivals import Arrivals
from server.net.bounded_socket import BoundedSocket
from server.net.connection import Connection
from server.net.flood_control import FloodControl
from server.net.gate import Gate, GateConfig
from server.net.http_pages import HttpPages
from server.net.log_filter import websocket_logger
from server.origins import TrustedProxies
from server.tables.handshake import Handshake


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
    arrivals: Arrivals[BoundedSocket]
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
        self._servers: list[Server] = []
        self._clients: set[asyncio.Task[Any]] = set()

    async def open(self) -> int:
        """Begin to listen and return the port's number; raises ``CannotStart``."""
        sockets = listen(self.config.host, self.config.port, self._admission, self._gate.admits)
        for each in sockets:
            self._servers.append(await self._serve(each))
        port: int = sockets[0].getsockname()[1]
        return port

    def _serve(self, socket: ListeningSocket) -> Server:
        return serve(
            self._handle,
            sock=socket,
            ssl=self.config.tls,
            ssl_handshake_timeout=self.config.greet_within if self.config.tls else None,
            # Browsers send Origin. A page somewhere must not speak for the person who reads it.
            origins=[None],
            process_request=self._open,
            process_response=self._finish_response,
            compression=None,
            # Too large is answered in words up to a point, and cut off by the library beyond it.
            max_size=4 * MAX_FRAME,
            max_queue=8,
            # Patient: a laptop that sleeps for a moment is no reason to reconnect.
            ping_interval=20,
            ping_timeout=40,
            open_timeout=self.config.greet_within,
            close_timeout=self.config.close_within,
            # It is called like the class.
            create_connection=cast("type[ServerConnection]", partial(BoundedSocket, gate=self._gate)),
            write_limit=self.config.max_backlog,
            logger=websocket_logger(),
        )

    async def close(self) -> None:
        """Stop listening. Clients get some time to close; connections without a handshake get none."""
        for server in self._servers:
            server.close(code=1012, reason=Code.SERVER_CLOSING)
        with suppress(TimeoutError):
            async with asyncio.timeout(self.config.close_within + 1):
                while self._clients:
                    await asyncio.wait(self._clients)

    async def _open(self, socket: ServerConnection, request: Request) -> Response | None:
        """``process_request`` of the WebSocket server: None goes on with the handshake."""
        assert isinstance(socket, BoundedSocket)
        wait = self._gate.open(socket, request.headers)
        if wait:
            await asyncio.sleep(wait)
        elif wait is None:
            return socket.respond(HTTPStatus.TOO_MANY_REQUESTS, "Too many connections from your address.\n")
        return self.pages(socket, request)

    async def _handle(self, socket: ServerConnection) -> None:
        assert isinstance(socket, BoundedSocket)
        self._admission.leave(socket.remote_address)
        self.pages.sockets += 1
        task = asyncio.current_task()
        assert task is not None
        self._clients.add(task)
        socket.forget_opening()
        try:
            services = self.handshake.lobby.services
            flood = FloodControl(self.config.flood_rate, self.config.flood_burst, services.now)
            greeted = partial(self._gate.release, socket)
            within = self.config.greet_within
            await Connection(socket, self.handshake, flood, services.addresses, greeted, within).run()
        finally:
            self._clients.discard(task)
            self.pages.sockets -= 1

    def _finish_response(self, socket: ServerConnection, request: Request, response: Response) -> None:
        """Say who the server is, if the client asks, and not which library it uses."""
        response.headers.pop("Server", None)
        challenge = request.headers.get(CHALLENGE_HEADER)
        if challenge is None or response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            return
        if (proven := self.prove(challenge)) is not None:
            assert isinstance(socket, BoundedSocket)
            response.headers[IDENTITY_HEADER], socket.meeting = proven
