"""The link to a server: opens connections, keeps one up, and sends what the protocol has queued."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from textual.message import Message
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from protocol.errors import Refusal
from protocol.meeting import UnprovenError
from protocol.requests import Request
from triqueta_tui.net import messages
from triqueta_tui.net.address import Address
from triqueta_tui.net.backoff import delays
from triqueta_tui.net.client_protocol import AnotherServerError, ClientProtocol, NonsenseError
from triqueta_tui.net.error_words import LinkGoneError
from triqueta_tui.net.identity_check import IdentityCheck
from triqueta_tui.net.open_socket import open_socket
from triqueta_tui.net.tls_trouble import tls_trouble

MAX_FRAME: Final = 1024 * 1024
"""The largest frame accepted from a server: the history of a long game fits many times."""

OPEN_TIMEOUT: Final = 8.0
PING_EVERY: Final = 20.0
PING_TIMEOUT: Final = 20.0

_log = logging.getLogger(__name__)


class Link:
    """One player's connection to one server, reopened when it breaks. ``tell`` receives Textual messages."""

    def __init__(
        self,
        address: Address,
        protocol: ClientProtocol,
        tell: Callable[[Message], object],
        waits: Callable[[], Iterator[float]] = delays,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """``headers`` go into the HTTP request of each connection."""
        self.address = address
        self._headers = headers
        self.protocol = protocol
        self._tell = tell
        self._waits = waits
        self._something_to_send = asyncio.Event()
        self._questions: dict[int, asyncio.Future[messages.RequestAccepted]] = {}
        self._task: asyncio.Task[Any] | None = None
        self._over = asyncio.Event()
        self._welcome: asyncio.Future[messages.Welcomed] = asyncio.get_running_loop().create_future()
        self._delay: int | None = None
        self.state = messages.LinkChanged("connecting")
        """The last report about the link."""

    async def run(self) -> None:
        """Keep a connection open until the link has given up or is closed."""
        self._task = asyncio.current_task()
        try:
            await self._keep_up()
        finally:
            for question in self._questions.values():
                if not question.done():
                    question.set_exception(LinkGoneError("closed"))
            self._questions.clear()
            self._over.set()

    async def close(self) -> None:
        """Disconnect; ``tell`` is not called any more."""
        self._tell = lambda _: None
        if self._task is not None and not self._over.is_set():
            self._task.cancel()
            await self._over.wait()

    async def welcome(self) -> messages.Welcomed:
        """Wait for the server's first welcome; raises ``LinkGoneError`` if it never comes."""
        return await asyncio.shield(self._welcome)

    def send(self, kind: type[Request], **fields: Any) -> int:
        """Queue a request and return its id. It is carried out at most once, whatever the link does."""
        identifier = self.protocol.send(kind, **fields)
        self._something_to_send.set()
        if self._over.is_set():
            for unsent in self.protocol.give_up():
                self._tell(unsent)
        return identifier

    async def ask(self, kind: type[Request], **fields: Any) -> messages.RequestAccepted:
        """Send a request and wait for its answer; raises ``Refusal`` or ``LinkGoneError``."""
        if self._over.is_set():
            raise LinkGoneError(self.state.reason or "closed", self.state.detail)
        identifier = self.send(kind, **fields)
        question: asyncio.Future[messages.RequestAccepted] = asyncio.get_running_loop().create_future()
        self._questions[identifier] = question
        try:
            return await question
        finally:
            self._questions.pop(identifier, None)

    async def _keep_up(self) -> None:
        attempt = 0
        farewell: str | None = None
        waits = self._waits()
        trouble: tuple[str, dict[str, str | int]] | None = None
        while True:
            try:
                await self._converse()
            except (UnprovenError, AnotherServerError) as error:
                _log.warning("%s is not who it should be: %s", self.address, error)
                if not self.protocol.welcomed:
                    return self._give_up("unproven" if isinstance(error, UnprovenError) else "another_server")
            except NonsenseError as error:
                _log.warning("%s does not speak the protocol: %s", self.address, error)
                return self._give_up("nonsense")
            except (OSError, TimeoutError) as error:
                _log.info("no link to %s: %s", self.address, error)
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
            self._change(messages.LinkChanged("reconnecting", attempt=attempt, reason=farewell))
            await asyncio.sleep(wait)

    async def _converse(self) -> None:
        """One connection, from the greeting until it ends."""
        identity = IdentityCheck(wanted=self.protocol.recall is not None)
        try:
            async with open_socket(
                self.address.url,
                open_timeout=OPEN_TIMEOUT,
                ping_interval=PING_EVERY,
                ping_timeout=PING_TIMEOUT,
                max_size=MAX_FRAME,
                additional_headers={**identity.headers, **(self._headers or {})},
            ) as socket:
                self.protocol.connected(identity.check(socket))
                self._something_to_send.set()
                async with asyncio.TaskGroup() as tasks:
                    beside = [
                        tasks.create_task(self._write(socket)),
                        tasks.create_task(self._measure(socket)),
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
        except ConnectionClosed as error:
            return ConnectionError(str(error))
        except NonsenseError as error:
            return error
        return None

    async def _write(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                await self._something_to_send.wait()
                self._something_to_send.clear()
                for frame in self.protocol.outgoing():
                    await socket.send(frame)

    async def _measure(self, socket: ClientConnection) -> None:
        """Report the round-trip time at once, and again when it has changed noticeably."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                seconds = await (await socket.ping())
                delay = max(1, round(seconds * 1000))
                if _differs(self._delay, delay):
                    self._delay = delay
                    if self.protocol.greeted:
                        self._change(messages.LinkChanged("linked", delay_ms=delay))
                await asyncio.sleep(PING_EVERY)

    def _take_in(self, frame: bytes | str) -> None:
        for message in self.protocol.receive(frame):
            match message:
                case messages.Welcomed():
                    if not self._welcome.done():
                        self._welcome.set_result(message)
                    self._change(messages.LinkChanged("linked", delay_ms=self._delay))
                case messages.RequestAccepted():
                    self._answer(message.request.id, message)
                case messages.RequestRejected(request=Request() as request):
                    if self._answer(request.id, Refusal(message.code, **message.detail)):
                        continue
                case messages.RequestUnsent() if self._answer(
                    message.request.id, LinkGoneError("started_anew")
                ):
                    continue
            self._tell(message)
        # What was heard may call for an answer: resuming, or a request that waited for the welcome.
        self._something_to_send.set()

    def _answer(self, identifier: int, answer: messages.RequestAccepted | Exception) -> bool:
        question = self._questions.get(identifier)
        if question is None or question.done():
            return False
        if isinstance(answer, Exception):
            question.set_exception(answer)
        else:
            question.set_result(answer)
        return True

    def _change(self, state: messages.LinkChanged) -> None:
        self.state = state
        self._tell(state)

    def _give_up(self, reason: str, **detail: str | int) -> None:
        for unsent in self.protocol.give_up():
            if not self._answer(unsent.request.id, LinkGoneError(reason, detail)):
                self._tell(unsent)
        if not self._welcome.done():
            self._welcome.set_exception(LinkGoneError(reason, detail))
            # Whoever does not wait for the welcome hears of it through the state.
            self._welcome.exception()
        self._change(messages.LinkChanged("gone", reason=reason, detail=detail))


def _differs(shown: int | None, measured: int) -> bool:
    """Whether a delay is worth repainting: a few milliseconds are not."""
    return shown is None or abs(measured - shown) > max(10, shown // 2)
