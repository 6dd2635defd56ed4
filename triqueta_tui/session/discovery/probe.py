"""Connects to one announced server to see whether it is there, and which open tables it has.

What mDNS says of a server may be long out of date. Only what answers is shown.
"""

import asyncio
import secrets
import ssl
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct, structs
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from triqueta_protocol.errors import Code
from triqueta_protocol.events import TableLine
from triqueta_protocol.internal.defaults import LOOKER
from triqueta_protocol.requests import Lobby
from triqueta_protocol.text import clean
from triqueta_tui.session.address import Address
from triqueta_tui.session.backoff import growing
from triqueta_tui.session.client_protocol import ClientProtocol, NonsenseError
from triqueta_tui.session.events import LobbyChanged, Welcomed
from triqueta_tui.session.open_socket import open_socket

ANSWER_WITHIN: Final = 4.0
"""Seconds in which a server has to accept the connection, and again to answer the greeting."""

PING_EVERY: Final = 10.0
"""Seconds; after as many again without an answer the server counts as gone."""

LOOK_AGAIN: Final = 10.0
"""Seconds between two attempts at a server that has refused the greeting."""

FIRST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 30.0

MAX_FRAME: Final = 256 * 1024
MOST_TABLES: Final = 50
"""How many tables of one server are listed."""


class Seen(Struct, frozen=True):
    address: Address
    name: str = ""
    """Empty if the server does not say."""
    tables: tuple[TableLine, ...] = ()
    refused: str = ""
    """Why the greeting was refused."""


class Probe:
    """Stays in a server's lobby under a random name and reports its tables; None while it is unreachable."""

    def __init__(self, addresses: Sequence[Address], tell: Callable[[Seen | None], None]) -> None:
        """``addresses`` of one server; the first that answers is used."""
        self._addresses = addresses
        self._tell = tell
        self._protocol = ClientProtocol(LOOKER + secrets.token_hex(4))
        self._seen: Seen | None = None

    async def run(self) -> None:
        waits = growing(FIRST_WAIT, LONGEST_WAIT)
        while True:
            self._seen = None
            seen = await self._look()
            if seen is not None:
                # One that was there a moment ago may be back in the next.
                waits = growing(FIRST_WAIT, LONGEST_WAIT)
            if seen is not None and seen.refused:
                await asyncio.sleep(LOOK_AGAIN)
            else:
                self._tell(None)
                await asyncio.sleep(next(waits))

    async def _look(self) -> Seen | None:
        """Stay connected to the first address that answers; returns what was last seen there."""
        for address in self._addresses:
            try:
                await self._stay(address)
            except ssl.SSLCertVerificationError:
                self._see(Seen(address, refused="certificate"))
            except (OSError, TimeoutError, WebSocketException, NonsenseError):
                pass  # whatever there is at this address, it is no server to list
            finally:
                self._protocol.disconnected()
            if self._seen is not None:
                break
        return self._seen

    async def _stay(self, address: Address) -> None:
        async with open_socket(
            address.url,
            open_timeout=ANSWER_WITHIN,
            ping_interval=PING_EVERY,
            ping_timeout=PING_EVERY,
            max_size=MAX_FRAME,
        ) as socket:
            await self._listen(socket, address)

    async def _listen(self, socket: ClientConnection, address: Address) -> None:
        protocol = self._protocol
        protocol.connected()
        asked, name = protocol.welcomed, ""
        while protocol.end is None:
            for frame in protocol.outgoing():
                await socket.send(frame)
            async with asyncio.timeout(None if protocol.greeted else ANSWER_WITHIN):
                heard = protocol.receive(await socket.recv())
            for message in heard:
                match message:
                    case Welcomed():
                        name = clean(message.server)
                        if not asked:
                            protocol.send(Lobby)
                    case LobbyChanged():
                        lines = tuple(_cleaned(line) for line in message.lines[:MOST_TABLES])
                        self._see(Seen(address, name, lines))
        if not protocol.greeted and protocol.end.code != Code.SERVER_CLOSING:
            self._see(Seen(address, refused=protocol.end.code))

    def _see(self, seen: Seen) -> None:
        self._seen = seen
        self._tell(seen)


async def answers(address: Address) -> bool:
    """Whether there is a server at this address that accepts players without a password."""
    answer: asyncio.Future[Seen | None] = asyncio.get_running_loop().create_future()

    def heard(seen: Seen | None) -> None:
        if not answer.done():
            answer.set_result(seen)

    looking = asyncio.create_task(Probe([address], heard).run())
    try:
        seen = await answer
    finally:
        looking.cancel()
        await asyncio.wait([looking])
    return seen is not None and not seen.refused


def _cleaned(line: TableLine) -> TableLine:
    """The line without characters that could harm this terminal."""
    players = tuple(map(clean, line.players))
    return structs.replace(line, table=clean(line.table), host=clean(line.host), players=players)
