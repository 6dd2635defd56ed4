"""One client's WebSocket: frames in, frames out, the handshake, and the limits."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final, Protocol

from triqueta_protocol.codec import decode_request, encode
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.events import Bye, Rejected, Welcome
from triqueta_protocol.internal.defaults import LOOKER
from triqueta_protocol.requests import AnyRequest, Hello
from triqueta_server.dispatch import Dispatcher
from triqueta_server.limits.request_rate import BROKEN_COST, BYTES, FloodControl, Verdict, cost_of
from triqueta_server.net.websocket import WebSocket
from triqueta_server.tables.handshake import Handshake, refused
from triqueta_server.tables.state.player import Client, Player

log = logging.getLogger(__name__)


class Flushed(Protocol):
    def flush(self) -> None:
        """Write what has gathered."""


class Flushing:
    """One call of the event loop for all of them: a commit lets go of what many tables have to say."""

    __slots__ = ("_loop", "_waiting")

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Flushed] = []

    def add(self, connection: Flushed) -> None:
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(connection)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        for connection in waiting:
            try:
                connection.flush()
            except Exception:
                log.exception("connection not written to")


_CLOSE_NORMAL: Final = 1000
_CLOSE_POLICY: Final = 1008
_CLOSE_FAULT: Final = 1011
_CLOSE_RESTART: Final = 1012
_CLOSE_LATER: Final = 1013

_FULL: Final = {Code.SERVER_FULL, Code.ADDRESS_BUSY}

WRONG_PASSWORD_DELAY: Final = 1.0
"""Seconds until a wrong password is answered."""

_FLOODED: Final = encode(Bye(code=Code.FLOODING))


class Connection:
    """Serves one socket from the handshake to the end. It is the ``Link`` that the tables send to.

    What a request asks for is done as soon as its frame is there. Only if something has to be waited for does
    a task go on with it; what comes meanwhile waits, and the socket parses no further.
    """

    __slots__ = (
        "_budgets",
        "_client",
        "_dispatcher",
        "_ending",
        "_flood",
        "_flushing",
        "_greeted",
        "_handshake",
        "_loop",
        "_lost",
        "_outgoing",
        "_pausing",
        "_pending",
        "_too_late",
        "_working",
        "socket",
    )

    def __init__(
        self,
        socket: WebSocket,
        handshake: Handshake,
        dispatcher: Dispatcher,
        flood: FloodControl,
        flushing: Flushing,
        greeted: Callable[[], None],
        greet_within: float,
    ) -> None:
        """``greeted`` is to be called when the hello is there."""
        self.socket = socket
        self._handshake = handshake
        self._dispatcher = dispatcher
        self._flood = flood
        self._flushing = flushing
        self._budgets = handshake.lobby.services.budgets
        self._greeted = greeted
        self._loop = asyncio.get_running_loop()
        self._client: Client | None = None
        self._outgoing: list[bytes] = []
        self._ending = False
        self._lost = False
        self._working: asyncio.Task[None] | None = None
        self._pending: list[bytes | str] = []
        self._pausing: asyncio.Future[None] | None = None
        self._too_late: asyncio.TimerHandle | None = self._loop.call_later(greet_within, self._say_too_late)

    # What tables send

    @property
    def origin(self) -> str:
        return self.socket.origin

    def send(self, frame: bytes) -> None:
        if not self._ending:
            if not self._outgoing:
                self._flushing.add(self)
            self._outgoing.append(frame)

    def end(self, bye: Bye) -> None:
        if not self._ending:
            self._outgoing.append(encode(bye))
            self.flush()
            self._ending = True
            self.socket.close(_CLOSE_RESTART if bye.again else _CLOSE_NORMAL, bye.code)

    def flush(self) -> None:
        """Write the frames of one turn of the event loop at once: each system call costs."""
        frames, self._outgoing = self._outgoing, []
        if frames:
            self.socket.write(frames)

    # What comes

    def receive(self, message: bytes | str) -> None:
        if self._working is not None:
            self._pending.append(message)
            return
        try:
            rest = self._begin(message)
        except Exception:
            self._fail()
            return
        if rest is not None:
            self.socket.hold()
            self._working = self._loop.create_task(self._work(rest))

    def lost(self) -> None:
        self._lost = True
        if self._pausing is not None and not self._pausing.done():
            self._pausing.set_exception(_ClientGoneError())
        if self._too_late is not None:
            self._too_late.cancel()
            self._too_late = None
        if self._working is None:
            self._detach()

    async def _work(self, rest: Coroutine[Any, Any, None]) -> None:
        """Do the rest of what was begun, and what has come meanwhile."""
        try:
            await rest
            while self._pending:
                more = self._begin(self._pending.pop(0))
                if more is not None:
                    await more
        except _ClientGoneError:
            self._pending.clear()
        except Exception:
            self._fail()
        self._working = None
        if self._lost:
            self._detach()
        else:
            self.socket.go_on()

    def _begin(self, message: bytes | str) -> Coroutine[Any, Any, None] | None:
        """Do what a message asks for; if something has to be waited for, the rest is returned."""
        if self._ending:
            # Read on, or the client's own goodbye would never be reached; but nothing is done any more.
            return None
        if self._client is None:
            return self._greet(message)
        return self._request(self._client, message)

    def _fail(self) -> None:
        log.exception("request failed, client disconnected peer=%s", self.socket.peer)
        self._ending = True
        self.socket.close(_CLOSE_FAULT, "")

    def _detach(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            self._handshake.lobby.detach_link(client, self)
            self._log("player disconnected", client.player)

    def _log(self, event: str, player: Player) -> None:
        # Programs that look for tables come and go all the time.
        level = logging.DEBUG if player.name.startswith(LOOKER) else logging.INFO
        log.log(level, "%s peer=%s player=%s name=%s", event, self.socket.peer, player.id, player.name)

    # The handshake

    async def _greet(self, message: bytes | str) -> None:
        if self._too_late is not None:
            self._too_late.cancel()
            self._too_late = None
        self._greeted()
        try:
            hello = decode_request(message)
            if not isinstance(hello, Hello):
                raise RefusalError(Code.HELLO_FIRST)
            self._client, welcome = await self._admit(hello)
        except RefusalError as refusal:
            self._refuse(refusal)
            return
        self._log("player connected", self._client.player)
        self.socket.farewell = _FLOODED
        self.send(encode(welcome))

    def _say_too_late(self) -> None:
        self._too_late = None
        self._refuse(RefusalError(Code.HELLO_LATE))

    def _refuse(self, refusal: RefusalError) -> None:
        refusal.detail.pop("id", None)
        if refusal.code != Code.WRONG_PASSWORD:
            log.info("hello refused peer=%s code=%s", self.socket.peer, refusal.code)
        self._ending = True
        self.socket.write([encode(refused(refusal))])
        self.socket.close(_CLOSE_LATER if refusal.code in _FULL else _CLOSE_POLICY, refusal.code)

    async def _admit(self, hello: Hello) -> tuple[Client, Welcome]:
        """Greet; passwords from an address that has guessed wrong wait their turn, and are heard then."""
        handshake, exchange = self._handshake, self.socket.exchange
        passwords = self._budgets.address_passwords
        if hello.password is None or handshake.password is None:
            return await handshake.greet(hello, self, exchange)
        wait = passwords.delay(self.origin)
        if wait and not handshake.remembers(hello, exchange):
            if wait > handshake.lobby.services.limits.password_queue:
                passwords.give_back(self.origin)
                raise RefusalError(Code.FLOODING)
            await asyncio.sleep(wait)
        try:
            client, welcome = await handshake.greet(hello, self, exchange)
        except RefusalError as refusal:
            if refusal.code == Code.WRONG_PASSWORD:
                log.info("wrong server password peer=%s", self.socket.peer)
                await asyncio.sleep(WRONG_PASSWORD_DELAY)
            else:
                passwords.give_back(self.origin)
            raise
        passwords.give_back(self.origin)
        return client, welcome

    # Requests

    def _request(self, client: Client, message: bytes | str) -> Coroutine[Any, Any, None] | None:
        try:
            request = decode_request(message)
        except RefusalError as refusal:
            identifier = refusal.detail.pop("id", None)
            known = identifier if isinstance(identifier, int) else None
            self.send(encode(Rejected(id=known, code=refusal.code, detail=refusal.detail)))
            cost = BROKEN_COST + len(message) // BYTES
            wait = self._place_in_line(client.player, cost)
            return self._slow_down(self._flood.count_frame(cost), wait)
        cost = self._flood.charge(cost_of(request, len(message)))
        verdict = self._flood.count_frame(cost)
        wait = self._place_in_line(client.player, cost)
        if verdict is Verdict.FINE and not isinstance(request, Hello):
            if wait:
                return self._request_late(client, request, wait)
            return self._dispatcher.request(client, request)
        # Nothing is done and nothing is remembered: the same id may be sent again.
        if isinstance(request, Hello):
            rejected = Rejected(code=Code.HELLO_TWICE if verdict is Verdict.FINE else Code.FLOODING)
        else:
            rejected = Rejected(id=request.id, code=Code.FLOODING)
        self.send(encode(rejected))
        return self._slow_down(verdict, wait)

    async def _request_late(self, client: Client, request: AnyRequest, wait: float) -> None:
        await self._pause(wait)
        rest = self._dispatcher.request(client, request)
        if rest is not None:
            await rest

    def _place_in_line(self, player: Player, cost: float) -> float:
        """Seconds until the address has room for a frame of this cost; people in a game have their own."""
        budgets = self._budgets
        wait = budgets.address_requests.delay(self.origin, cost)
        if wait and player.is_playing:
            budgets.address_requests.give_back(self.origin, cost)
            wait = budgets.address_seated_requests.delay(self.origin, cost)
        return wait

    def _slow_down(self, verdict: Verdict, wait: float = 0.0) -> Coroutine[Any, Any, None] | None:
        """Read no further for a while, or never again."""
        if verdict is Verdict.CLOSE:
            log.info("flooding client disconnected peer=%s", self.socket.peer)
            self.end(Bye(code=Code.FLOODING))
            return None
        wait += self._flood.pause if verdict is Verdict.SLOW else 0.0
        return self._pause(wait) if wait else None

    async def _pause(self, seconds: float) -> None:
        """Let a client wait; raises ``_ClientGoneError`` if it leaves, so that no place is kept for it."""
        self._pausing = self._loop.create_future()
        over = self._loop.call_later(seconds, self._end_pause)
        try:
            await self._pausing
        finally:
            over.cancel()
            self._pausing = None

    def _end_pause(self) -> None:
        if self._pausing is not None and not self._pausing.done():
            self._pausing.set_result(None)


class _ClientGoneError(Exception):
    """A client that was to wait has left."""
