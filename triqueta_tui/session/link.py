"""The link to a server: opens connections, keeps one up, and sends what the protocol has queued."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from triqueta_protocol.events import Accepted
from triqueta_protocol.login import (
    CHALLENGE_HEADER,
    IDENTITY_HEADER,
    Exchange,
    UnprovenError,
    check_server,
    new_challenge,
)
from triqueta_protocol.requests import Request
from triqueta_tui.session.address import Address
from triqueta_tui.session.backoff import delays
from triqueta_tui.session.client_protocol import AnotherServerError, ClientProtocol, NonsenseError, TableTold
from triqueta_tui.session.error_words import LinkGoneError
from triqueta_tui.session.events import (
    LinkChanged,
    SessionEvent,
    TableChanged,
    TableClosed,
    TableUnknown,
    Welcomed,
)
from triqueta_tui.session.live_feed import LiveFeed
from triqueta_tui.session.open_socket import Peer, open_socket
from triqueta_tui.session.tls_trouble import tls_trouble

MAX_FRAME: Final = 1024 * 1024
"""The largest frame accepted from a server: the history of a long game fits many times."""

FRAMES_AHEAD: Final = 10
"""A server may be read so many frames ahead of what is shown, and as many again."""
CATCH_UP_WITHIN: Final = 1.0
"""Seconds to wait for what is not shown yet, at most."""
GOODBYE_WITHIN: Final = 0.3
"""Seconds that a server has to close its side."""
OPEN_TIMEOUT: Final = 8.0
PING_EVERY: Final = 10.0
PONG_WITHIN: Final = 10.0
"""Seconds until a silent connection is given up, if nobody waits for an answer."""
OVERDUE: Final = 1.0
"""Seconds after which the player is told that an answer is still to come, and the server is pinged."""
OVERDUE_PONG_WITHIN: Final = 2.5
"""Seconds until a silent connection is given up, if an answer is overdue."""
DIAL_TIMEOUT: Final = 1.5
"""Seconds until another attempt to reach a silent machine: the system itself asks again ever more rarely."""
SILENT_WAIT: Final = 0.4
"""Seconds between two of these attempts."""
RESOLVE_EVERY: Final = 8
"""Attempts to reconnect for each that asks again for the address of a name."""

_log = logging.getLogger(__name__)


class Link:
    """One player's connection to one server, reopened when it breaks, and the tables there."""

    def __init__(
        self,
        address: Address,
        protocol: ClientProtocol,
        tell: Callable[[SessionEvent], object],
        waits: Callable[[], Iterator[float]] = delays,
        headers: Mapping[str, str] | None = None,
        *,
        solo: bool = False,
    ) -> None:
        """``tell`` receives the events; ``headers`` go into the HTTP request of each connection.

        ``solo``: the server is only for the people at this terminal.
        """
        self.address = address
        self._headers = headers
        self.protocol = protocol
        self._tell = tell
        self._waits = waits
        self._something_to_send = asyncio.Event()
        self._solo = solo
        self.feeds: dict[str, LiveFeed] = {}
        """The tables that are joined or watched, by code."""
        self._task: asyncio.Task[Any] | None = None
        self._over = asyncio.Event()
        self._welcome: asyncio.Future[Welcomed] = asyncio.get_running_loop().create_future()
        self._delay: int | None = None
        self._socket: ClientConnection | None = None
        self._peer: Peer | None = None
        """Where the server answered last."""
        self._sent: asyncio.Queue[tuple[float, int]] = asyncio.Queue()
        """When requests were sent, and the id of the last of them."""
        self.when_shown: Callable[[Callable[[], None]], object] | None = None
        """Calls something when all that ``tell`` has received so far is shown."""
        self._frames = 0
        self._shown = asyncio.Event()
        self._shown.set()
        self.state = LinkChanged("connecting")
        """The last report about the link."""

    async def run(self) -> None:
        """Keep a connection open until the link has given up or is closed."""
        self._task = asyncio.current_task()
        try:
            await self._keep_up()
        finally:
            self._over.set()
            self.protocol.give_up("closed")

    async def close(self) -> None:
        """Disconnect; ``tell`` is not called any more."""
        self._tell = lambda _: None
        if self._task is not None and not self._over.is_set():
            self._task.cancel()
            try:
                async with asyncio.timeout(GOODBYE_WITHIN):
                    await self._over.wait()
            except TimeoutError:
                if self._socket is not None:
                    self._socket.transport.abort()
                await self._over.wait()

    @property
    def _round_trip(self) -> float:
        """Seconds, as last measured."""
        return (self._delay or 0) / 1000

    async def welcome(self) -> Welcomed:
        """Wait for the server's first welcome; raises ``LinkGoneError`` if it never comes."""
        return await asyncio.shield(self._welcome)

    def ask(self, kind: type[Request], **fields: Any) -> "asyncio.Future[Accepted]":
        """Queue a request; its answer is the result, or a ``RefusalError`` or ``LinkGoneError`` is raised.

        It is carried out at most once, whatever the link does.
        """
        answer: asyncio.Future[Accepted] = asyncio.get_running_loop().create_future()
        if self._over.is_set():
            answer.set_exception(LinkGoneError(self.state.reason or "closed", self.state.detail))
            return answer

        def settle(result: Accepted | Exception) -> None:
            if answer.done():
                return  # nobody waits any more
            if isinstance(result, Exception):
                answer.set_exception(result)
            else:
                answer.set_result(result)

        self.protocol.send(kind, settle, **fields)
        self._something_to_send.set()
        return answer

    def send(self, kind: type[Request], **fields: Any) -> None:
        """Queue a request whose answer does not matter."""
        self.ask(kind, **fields).add_done_callback(lambda answer: answer.cancelled() or answer.exception())

    async def _keep_up(self) -> None:
        attempt = 0
        farewell: str | None = None
        waits = self._waits()
        trouble: tuple[str, dict[str, str | int]] | None = None
        while True:
            silent = False
            try:
                await self._converse(attempt)
            except (UnprovenError, AnotherServerError) as error:
                _log.warning("%s is not who it should be: %s", self.address, error)
                if not self.protocol.welcomed:
                    return self._give_up("unproven" if isinstance(error, UnprovenError) else "another_server")
            except LinkGoneError as error:
                return self._give_up(error.reason, **error.detail)
            except NonsenseError as error:
                _log.warning("%s does not speak the protocol: %s", self.address, error)
                return self._give_up("nonsense")
            except (OSError, TimeoutError) as error:
                _log.info("no link to %s: %s", self.address, error)
                silent = not isinstance(error, ConnectionError)
                if not self.protocol.welcomed:
                    trouble = await tls_trouble(self.address, error)
            was_up = self.protocol.greeted
            self.protocol.disconnected()
            end = self.protocol.end
            if end is not None and not (end.again and self.protocol.welcomed):
                return self._give_up(end.code, **end.detail)
            if not self.protocol.welcomed:
                reason, detail = trouble or ("no_answer", {})
                return self._give_up(reason, **detail)
            if was_up:
                attempt, waits = 0, self._waits()
                farewell = None if end is None else end.code
            attempt += 1
            wait = next(waits, None)
            if wait is None:
                return self._give_up(farewell or "no_answer")
            self._change(LinkChanged("reconnecting", attempt=attempt, reason=farewell))
            # Attempts that reach no machine are a burden to none.
            await asyncio.sleep(min(wait, SILENT_WAIT) if silent else wait)

    async def _converse(self, attempt: int) -> None:
        """One connection, from the greeting until it ends."""
        # At where it answered last, unless the name of the server may stand for another address by now.
        peer = None if attempt % RESOLVE_EVERY == RESOLVE_EVERY - 1 else self._peer
        challenge = new_challenge() if self.protocol.recall is not None else b""
        asked = {CHALLENGE_HEADER: challenge.hex()} if challenge else {}
        try:
            async with open_socket(
                self.address.url,
                sock=await peer.dial(DIAL_TIMEOUT + 4 * self._round_trip) if peer else None,
                open_timeout=OPEN_TIMEOUT,
                ping_interval=None,
                max_size=MAX_FRAME,
                additional_headers={**asked, **(self._headers or {})},
            ) as socket:
                self._socket = socket
                self._peer = Peer.of(socket)
                self.protocol.connected(_checked(socket, challenge))
                self._something_to_send.set()
                async with asyncio.TaskGroup() as tasks:
                    beside = [
                        tasks.create_task(self._write(socket)),
                        tasks.create_task(self._measure(socket)),
                        tasks.create_task(self._press(socket)),
                    ]
                    trouble = await self._read(socket)
                    for task in beside:
                        task.cancel()
        except WebSocketException as error:
            raise ConnectionError(str(error)) from error
        if trouble is not None:
            raise trouble

    async def _read(self, socket: ClientConnection) -> Exception | None:
        """Process frames until the connection ends; returns what went wrong, if anything did.

        Only this task reports the end of a connection: the tasks beside it would report it again.
        """
        try:
            async for frame in socket:
                self._take_in(frame)
                if self.protocol.end is not None:
                    break
                await self._let_catch_up()
        except ConnectionClosed as error:
            return ConnectionError(str(error))
        except NonsenseError as error:
            return error
        return None

    async def _let_catch_up(self) -> None:
        """Read no further while much is not shown yet: no key that is pressed waits behind more than that."""
        self._frames += 1
        if self._frames % FRAMES_AHEAD or self.when_shown is None:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CATCH_UP_WITHIN):
                await self._shown.wait()
        self._shown.clear()
        self.when_shown(self._shown.set)

    async def _write(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                await self._something_to_send.wait()
                self._something_to_send.clear()
                frames = self.protocol.outgoing()
                for frame in frames:
                    await socket.send(frame)
                if frames:
                    self._sent.put_nowait((asyncio.get_running_loop().time(), self.protocol.last_id))

    async def _measure(self, socket: ClientConnection) -> None:
        """Report the round-trip time at once, and again when it has changed noticeably."""
        with contextlib.suppress(ConnectionClosed):
            while (seconds := await _ping(socket, PONG_WITHIN)) is not None:
                delay = max(1, round(seconds * 1000))
                if _differs(self._delay, delay):
                    self._delay = delay
                    if self.protocol.greeted:
                        self._change(replace(self.state, delay_ms=delay))
                await asyncio.sleep(PING_EVERY)

    async def _press(self, socket: ClientConnection) -> None:
        """Report that an answer is overdue, and hang up if the server does not even answer a ping."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                sent_at, last = await self._sent.get()
                await asyncio.sleep(sent_at + OVERDUE - asyncio.get_running_loop().time())
                while self.protocol.owes(last):
                    if self.protocol.owes(last, at_once=True) and self.state.state != "sending":
                        self._change(replace(self.state, state="sending"))
                    if await _ping(socket, OVERDUE_PONG_WITHIN + 4 * self._round_trip) is None:
                        return
                    await asyncio.sleep(OVERDUE)

    def _take_in(self, frame: bytes | str) -> None:
        told_all = self.protocol.receive(frame)
        if self.state.state == "sending" and not self.protocol.owes(at_once=True):
            self._change(replace(self.state, state="linked"))
        for told in told_all:
            match told:
                case TableTold():
                    self._follow(told)
                    continue
                case Welcomed():
                    if not self._welcome.done():
                        self._welcome.set_result(told)
                    self._change(LinkChanged("linked", delay_ms=self._delay))
                case TableClosed() | TableUnknown():
                    self.feeds.pop(told.table, None)
            self._tell(told)
        # What was heard may call for an answer: resuming, or a request that waited for the welcome.
        self._something_to_send.set()

    def _follow(self, told: TableTold) -> None:
        mirror = told.mirror
        feed = self.feeds.get(mirror.table)
        if feed is None or feed.mirror is not mirror:
            feed = self.feeds[mirror.table] = LiveFeed(
                mirror, self.ask, lambda: self.state.state in {"linked", "sending"}, solo=self._solo
            )
        self._tell(TableChanged(feed, feed.follow(told.events, fresh=told.fresh)))

    def _change(self, state: LinkChanged) -> None:
        self.state = state
        self._tell(state)

    def _give_up(self, reason: str, **detail: str | int) -> None:
        self.protocol.give_up(reason, detail)
        if not self._welcome.done():
            self._welcome.set_exception(LinkGoneError(reason, detail))
            # Code that does not wait for the welcome sees it in the state.
            self._welcome.exception()
        self._change(LinkChanged("gone", reason=reason, detail=detail))


async def _ping(socket: ClientConnection, within: float) -> float | None:
    """Seconds until the pong; without one the connection is ended, and the result is None."""
    try:
        async with asyncio.timeout(within):
            return await (await socket.ping())
    except TimeoutError:
        socket.transport.abort()
        return None


def _checked(socket: ClientConnection, challenge: bytes) -> Exchange | None:
    """What a server has proven that was asked for its identity; raises ``UnprovenError``."""
    answer = socket.response.headers.get(IDENTITY_HEADER) if socket.response else None
    return check_server(challenge, answer or "") if challenge else None


def _differs(shown: int | None, measured: int) -> bool:
    """Whether a delay is worth repainting: a few milliseconds are not."""
    return shown is None or abs(measured - shown) > max(10, shown // 2)
