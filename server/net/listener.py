"""The game's port: WebSocket for clients, a few plain pages for everybody else."""

import asyncio
import ssl
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Response

from protocol.codec import MAX_FRAME, encode
from protocol.errors import Code, Refusal
from protocol.internal.defaults import GAME_PORT
from server.admission import Admission, AdmissionLimits
from server.listening import listen
from server.net.bounded_socket import BoundedSocket
from server.net.connection import Connection
from server.net.flood_control import FloodControl
from server.net.http_pages import ABOVE_LIMIT, HttpPages
from server.net.log_filter import websocket_logger
from server.net.password_throttle import PasswordThrottle
from server.open_files import room_for
from server.tables.handshake import Handshake, refused


class ListenConfig(Struct, frozen=True):
    host: str = ""
    """Where to listen; empty for every address of this machine."""
    port: int = GAME_PORT
    tls: ssl.SSLContext | None = None
    max_connections: int = 500
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
    admission: AdmissionLimits = AdmissionLimits(newcomers=400, per_address=250)
    """Of connections that have not finished the handshake: a whole party may come back at once from one
    address."""

    def within(self, files: int) -> "ListenConfig":
        """As much of it as fits into so many open files."""
        newcomers = room_for(self.admission.newcomers, 4, files)
        return replace(
            self,
            max_connections=room_for(self.max_connections, 1, files - newcomers - ABOVE_LIMIT),
            admission=replace(
                self.admission, newcomers=newcomers, per_address=min(self.admission.per_address, newcomers)
            ),
        )


@dataclass(eq=False)
class Listener:
    config: ListenConfig
    handshake: Handshake
    pages: HttpPages
    """All listeners of one server share them, and so the count of connections."""
    behind_doors: bool = False
    """Whether everybody here comes from one address: the clients of guests, which a door has let in."""

    def __post_init__(self) -> None:
        self._throttle = PasswordThrottle()
        # The library gives up on a handshake earlier; this is for what it does not see, such as half of TLS.
        limits = replace(self.config.admission, patience=2 * self.config.greet_within + 1)
        self.admission = Admission("game", limits, is_proxy=lambda _: self.behind_doors)
        self._servers: list[Server] = []
        self._clients: set[asyncio.Task[Any]] = set()

    async def open(self) -> int:
        """Begin to listen and return the port's number; raises ``CannotStart``."""
        sockets = listen(self.config.host, self.config.port, self.admission)
        for each in sockets:
            server = await serve(
                self._handle,
                sock=each,
                ssl=self.config.tls,
                ssl_handshake_timeout=self.config.greet_within if self.config.tls else None,
                # Browsers send Origin. A page somewhere must not speak for the person who reads it.
                origins=[None],
                process_request=self.pages,
                process_response=_without_library_name,
                compression=None,
                # Too large is answered in words up to a point, and cut off by the library beyond it.
                max_size=4 * MAX_FRAME,
                max_queue=8,
                # Patient: a laptop that sleeps for a moment is no reason to reconnect.
                ping_interval=20,
                ping_timeout=40,
                open_timeout=self.config.greet_within,
                close_timeout=self.config.close_within,
                create_connection=BoundedSocket,
                write_limit=self.config.max_backlog,
                logger=websocket_logger(),
            )
            self._servers.append(server)
        port: int = sockets[0].getsockname()[1]
        return port

    async def close(self) -> None:
        """Stop listening. Clients get some time to close; connections without a handshake get none."""
        for server in self._servers:
            server.close(code=1012, reason=Code.SERVER_CLOSING)
        with suppress(TimeoutError):
            async with asyncio.timeout(self.config.close_within + 1):
                while self._clients:
                    await asyncio.wait(self._clients)

    async def _handle(self, socket: ServerConnection) -> None:
        assert isinstance(socket, BoundedSocket)
        self.admission.leave(socket.remote_address)
        self.pages.sockets += 1
        task = asyncio.current_task()
        assert task is not None
        self._clients.add(task)
        try:
            if self.pages.sockets > self.config.max_connections:
                await socket.send(encode(refused(Refusal(Code.SERVER_FULL))))
                await socket.close(1013, Code.SERVER_FULL)
                return
            now = self.handshake.lobby.services.now
            flood = FloodControl(self.config.flood_rate, self.config.flood_burst, now)
            within = self.config.greet_within
            await Connection(socket, self.handshake, flood, self._throttle, within).run()
        finally:
            self._clients.discard(task)
            self.pages.sockets -= 1


def _without_library_name(_socket: ServerConnection, _request: object, response: Response) -> None:
    response.headers.pop("Server", None)
