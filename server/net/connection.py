"""One client's WebSocket: frames in, frames out, the handshake, and the limits."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from websockets.exceptions import ConnectionClosed

from protocol.codec import decode_request, encode
from protocol.errors import Code, Refusal
from protocol.events import Bye, Rejected, Welcome
from protocol.internal.defaults import LOOKER
from protocol.requests import Hello
from server.address_limits import AddressLimits, Deed
from server.net.bounded_socket import BoundedSocket, peer
from server.net.costs import BYTES, cost_of
from server.net.flood_control import BROKEN_COST, FloodControl, Verdict
from server.tables.handshake import Handshake, refused
from server.tables.state.player import Player

_CLOSE_NORMAL: Final = 1000
_CLOSE_POLICY: Final = 1008
_CLOSE_RESTART: Final = 1012
_CLOSE_LATER: Final = 1013

_FULL: Final = {Code.SERVER_FULL, Code.ADDRESS_BUSY}

LONGEST_QUEUE: Final = 5.0
"""Seconds that a password may wait behind wrong ones from the same address."""

WRONG_PASSWORD_DELAY: Final = 1.0
"""Seconds until a wrong password is answered."""

_FLOODED: Final = encode(Bye(code=Code.FLOODING))

log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Connection:
    """Serves one socket from the handshake to the end. It is the ``Link`` that the tables send to."""

    socket: BoundedSocket
    handshake: Handshake
    flood: FloodControl
    addresses: AddressLimits
    greeted: Callable[[], None]
    """To be called when the hello is there."""
    greet_within: float
    _loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop, init=False)
    _outgoing: list[bytes] = field(default_factory=list, init=False)
    _ending: asyncio.Task[None] | None = field(default=None, init=False)

    @property
    def origin(self) -> str:
        return self.socket.origin

    def send(self, frame: bytes) -> None:
        if self._ending is None:
            if not self._outgoing:
                self._loop.call_soon(self._flush)
            self._outgoing.append(frame)

    def end(self, bye: Bye) -> None:
        if self._ending is None:
            self._outgoing.append(encode(bye))
            self._flush()
            status = _CLOSE_RESTART if bye.again else _CLOSE_NORMAL
            self._ending = asyncio.create_task(self.socket.close(status, bye.code))

    def _flush(self) -> None:
        """Write the frames of one turn of the event loop at once: each system call costs."""
        frames, self._outgoing = self._outgoing, []
        if frames:
            self.socket.write(frames)

    async def run(self) -> None:
        player: Player | None = None
        try:
            player = await self._greet()
            if player is not None:
                await self._serve(player)
        except (ConnectionClosed, _Gone):
            pass
        finally:
            if player is not None:
                self.handshake.lobby.detach_link(player, self)
                log.log(_level(player), "%s was %s (%s)", peer(self.socket), player.name, player.id)
            if self._ending is not None:
                await self._ending

    async def _greet(self) -> Player | None:
        try:
            try:
                async with asyncio.timeout(self.greet_within):
                    frame = await self.socket.recv()
            except TimeoutError:
                raise Refusal(Code.HELLO_LATE) from None
            self.greeted()
            hello = decode_request(frame)
            if not isinstance(hello, Hello):
                raise Refusal(Code.HELLO_FIRST)
            player, welcome = await self._admit(hello)
        except Refusal as refusal:
            refusal.detail.pop("id", None)
            if refusal.code != Code.WRONG_PASSWORD:
                log.info("%s is refused: %s", peer(self.socket), refusal.code)
            await self.socket.send(encode(refused(refusal)))
            status = _CLOSE_LATER if refusal.code in _FULL else _CLOSE_POLICY
            await self.socket.close(status, refusal.code)
            return None
        log.log(_level(player), "%s is %s (%s)", peer(self.socket), player.name, player.id)
        self.socket.farewell = _FLOODED
        self.send(encode(welcome))
        return player

    async def _admit(self, hello: Hello) -> tuple[Player, Welcome]:
        """Greet; passwords from an address that has guessed wrong wait their turn, and are heard then."""
        if hello.password is None or self.handshake.password is None:
            return await self.handshake.greet(hello, self, self.socket.meeting)
        wait = self.addresses.wait(self.origin, Deed.GREETING)
        if wait and not self.handshake.remembers(hello, self.socket.meeting):
            if wait > LONGEST_QUEUE:
                self.addresses.give_back(self.origin, Deed.GREETING)
                raise Refusal(Code.FLOODING)
            await asyncio.sleep(wait)
        try:
            player, welcome = await self.handshake.greet(hello, self, self.socket.meeting)
        except Refusal as refusal:
            if refusal.code == Code.WRONG_PASSWORD:
                log.info("%s does not know the password", peer(self.socket))
                await asyncio.sleep(WRONG_PASSWORD_DELAY)
            else:
                self.addresses.give_back(self.origin, Deed.GREETING)
            raise
        self.addresses.give_back(self.origin, Deed.GREETING)
        return player, welcome

    async def _serve(self, player: Player) -> None:
        async for frame in self.socket:
            if self._ending is not None:
                # Read on, or the client's own goodbye would never be reached; but nothing is done any more.
                continue
            try:
                request = decode_request(frame)
            except Refusal as refusal:
                identifier = refusal.detail.pop("id", None)
                known = identifier if isinstance(identifier, int) else None
                self.send(encode(Rejected(id=known, code=refusal.code, detail=refusal.detail)))
                cost = BROKEN_COST + len(frame) // BYTES
                await self._wait_in_line(player, cost)
                await self._slow_down(self.flood.count_frame(cost))
                continue
            cost = self.flood.charge(cost_of(request, len(frame)))
            verdict = self.flood.count_frame(cost)
            await self._wait_in_line(player, cost)
            if verdict is not Verdict.FINE:
                # Nothing is done and nothing is remembered: the same id may be sent again.
                identifier = None if isinstance(request, Hello) else request.id
                self.send(encode(Rejected(id=identifier, code=Code.FLOODING)))
                await self._slow_down(verdict)
            elif isinstance(request, Hello):
                self.send(encode(Rejected(code=Code.HELLO_TWICE)))
            else:
                await self.handshake.lobby.request(player, request)

    async def _wait_in_line(self, player: Player, cost: float) -> None:
        """Wait until the address has room for a frame of this cost; people in a game have their own."""
        wait = self.addresses.wait(self.origin, Deed.WORK, cost)
        if wait and player.is_playing:
            self.addresses.give_back(self.origin, Deed.WORK, cost)
            wait = self.addresses.wait(self.origin, Deed.SEATED_WORK, cost)
        if wait:
            await self._pause(wait)

    async def _slow_down(self, verdict: Verdict) -> None:
        if verdict is Verdict.SLOW:
            await self._pause(self.flood.pause)
        elif verdict is Verdict.CLOSE:
            log.info("%s floods and is closed", peer(self.socket))
            self.end(Bye(code=Code.FLOODING))

    async def _pause(self, seconds: float) -> None:
        """Let a client wait, or raise ``_Gone``: for what else it has sent its place would be kept."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.socket.wait_closed()
            raise _Gone


class _Gone(Exception):  # noqa: N818 - the word for it
    """A client that was to wait has left."""


def _level(player: Player) -> int:
    """Of the log lines about a player: programs that look for tables come and go all the time."""
    return logging.DEBUG if player.name.startswith(LOOKER) else logging.INFO
