"""A client without a screen for tests: speaks the protocol over a real socket and keeps mirrors."""

import asyncio
import ssl
from collections.abc import Callable
from typing import Any, Self

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from triqueta_protocol import events, requests
from triqueta_protocol.codec import decode_message, encode
from triqueta_protocol.errors import Code
from triqueta_protocol.games import triqueta
from triqueta_protocol.login import CHALLENGE_HEADER, IDENTITY_HEADER, KeyPair, check_server, new_challenge
from triqueta_protocol.mirror import Mirror
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.version import PROTOCOL, capabilities


class RejectedError(Exception):
    """A request was rejected."""

    def __init__(self, answer: events.Rejected) -> None:
        super().__init__(f"{answer.code} {answer.detail}")
        self.code = answer.code
        self.detail = answer.detail


class RefusedError(Exception):
    """A greeting was refused."""

    def __init__(self, answer: events.Refused) -> None:
        super().__init__(f"{answer.code}: {answer.text}")
        self.code = answer.code
        self.text = answer.text


class ScriptedClient:
    """One connection: ``mirrors`` holds every table it is at, ``happened`` what it was told, in order."""

    def __init__(self, socket: ClientConnection, welcome: events.Welcome) -> None:
        self.socket = socket
        self.welcome = welcome
        self.token = welcome.token
        self.mirrors: dict[str, Mirror] = {}
        self.happened: list[Struct] = []
        self.frames: list[bytes] = []
        self.lobby: dict[str, events.TableLine] = {}
        self.closed_tables: dict[str, str] = {}
        self.bye: events.Bye | None = None
        self.numbers: list[tuple[str, int]] = []
        self._next_id = welcome.next_id
        self._answers: dict[int, asyncio.Future[events.Accepted]] = {}
        self._sending: set[asyncio.Task[None]] = set()
        self.loose: list[events.Rejected] = []
        """Rejections that name no request, or one that nobody waits for."""
        self._changed = asyncio.Condition()
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def connect(
        cls,
        url: str,
        name: str,
        token: str | None = None,
        password: str | None = None,
        version: int = PROTOCOL,
        words: tuple[str, ...] | None = None,
        tls: ssl.SSLContext | None = None,
        key: Callable[[bytes], KeyPair] | None = None,
        client: bytes = b"",
    ) -> Self:
        """Connect and greet; raises ``RefusedError``. ``key`` finds the player's for a server."""
        challenge = new_challenge()
        asked = {CHALLENGE_HEADER: challenge.hex()} if key else {}
        socket = await connect(url, compression=None, proxy=None, ssl=tls, additional_headers=asked)
        hello = requests.Hello(
            version=version,
            name=name,
            token=token,
            password=password,
            capabilities=words or capabilities(),
            client=client,
        )
        if key is not None:
            assert socket.response is not None
            exchange = check_server(challenge, socket.response.headers[IDENTITY_HEADER])
            pair = key(exchange.server)
            hello = msgspec.structs.replace(hello, key=pair.public, signature=pair.sign(exchange))
        await socket.send(encode(hello))
        message = decode_message(await _recv(socket))
        if isinstance(message, events.Refused):
            await socket.close()
            raise RefusedError(message)
        assert isinstance(message, events.Welcome)
        return cls(socket, message)

    @property
    def linked(self) -> bool:
        """Whether the link still stands."""
        return not self._reader.done()

    @property
    def fault(self) -> BaseException | None:
        """What was wrong with a message, if that has ended the link."""
        return self._reader.exception() if self._reader.done() and not self._reader.cancelled() else None

    async def close(self) -> None:
        """Leave in good order."""
        await self.socket.close()
        await self._reader

    async def vanish(self) -> None:
        """Leave as a pulled cable does: without a word."""
        self.socket.transport.abort()
        await self._reader

    async def ended(self) -> None:
        """Wait until the server has ended the link."""
        await asyncio.shield(self._reader)

    async def ask(self, request: requests.AnyRequest) -> events.Accepted:
        """Send a request and wait for its answer; raises ``RejectedError``."""
        answer = self.send(request)
        return await answer

    def next_id(self) -> int:
        """A fresh request id."""
        self._next_id += 1
        return self._next_id - 1

    def skip_to(self, identifier: int) -> None:
        """Use no request id below this one."""
        self._next_id = max(self._next_id, identifier)

    def send(self, request: requests.AnyRequest) -> asyncio.Future[events.Accepted]:
        """Send a request; the future gets its answer."""
        future: asyncio.Future[events.Accepted] = asyncio.get_running_loop().create_future()
        self._answers[request.id] = future
        task = asyncio.create_task(self._send(encode(request), future))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)
        return future

    async def _send(self, frame: bytes, answer: asyncio.Future[events.Accepted]) -> None:
        try:
            await self.socket.send(frame)
        except ConnectionClosed as error:
            if not answer.done():
                answer.set_exception(ConnectionError(str(error)))
                answer.exception()  # nobody may be waiting for it

    async def create(self, **fields: Any) -> str:
        """Open a table; returns its code once its mirror is there."""
        chosen = {name: fields.pop(name) for name in TableSettings.__struct_fields__ if name in fields}
        settings = msgspec.convert({"pace": 0} | fields.pop("settings", {}) | chosen, TableSettings)
        answer = await self.ask(
            requests.Create(**{"id": self.next_id(), "game": "triqueta", "settings": settings, **fields})
        )
        assert answer.table is not None
        await self.until(lambda: answer.table in self.mirrors)
        return answer.table

    async def join(self, table: str, password: str | None = None, take: bool = False) -> Mirror:
        """Sit down at a table."""
        await self.ask(requests.Join(id=self.next_id(), table=table, password=password, take=take))
        await self.until(lambda: table in self.mirrors)
        return self.mirrors[table]

    async def act(self, table: str, action: Any) -> events.Accepted:
        """Take a decision."""
        wire: dict[str, Any] = action if isinstance(action, dict) else msgspec.to_builtins(action)
        return await self.ask(requests.Act(id=self.next_id(), table=table, action=wire))

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until something is so, looking again after each message."""
        async with self._changed:
            await self._changed.wait_for(lambda: true() or self._reader.done())
        if not true():
            raise ConnectionError(f"the link ended first ({self.bye})")

    async def play(self, table: str, choose: Callable[[Any, Any], Any]) -> None:
        """Take every decision that comes up until the game is over."""
        while True:
            await self.until(lambda: self.is_over(table) or self.must_decide(table))
            if self.is_over(table):
                return
            n = self.mirrors[table].n
            mirror = self.mirrors[table]
            action = choose(mirror.public, mirror.mine)
            try:
                await self.act(table, action)
            except RejectedError as error:
                if error.code != Code.NOT_YOUR_TURN:  # the clock or a stand-in was faster
                    raise
            await self.until(lambda n=n: self.mirrors[table].n > n)  # type: ignore[misc]

    def public(self, table: str) -> triqueta.Public:
        """The public view of a Triqueta table."""
        public = self.mirrors[table].public
        assert isinstance(public, triqueta.Public)
        return public

    def mine(self, table: str) -> triqueta.Mine:
        """The own view of a Triqueta table."""
        mine = self.mirrors[table].mine
        assert isinstance(mine, triqueta.Mine)
        return mine

    def must_decide(self, table: str) -> bool:
        """Whether a decision is owed at a table."""
        mine = self.mirrors[table].mine
        return mine is not None and bool(mine.choices)

    def is_over(self, table: str) -> bool:
        """Whether the table's game is over."""
        return self.mirrors[table].room.status == "over"

    async def _read(self) -> None:
        try:
            async for frame in self.socket:
                assert isinstance(frame, bytes)
                self.frames.append(frame)
                self._take(decode_message(frame))
                async with self._changed:
                    self._changed.notify_all()
        except ConnectionClosed:
            pass
        finally:
            for future in self._answers.values():
                if not future.done():
                    future.set_exception(ConnectionError(f"the link ended first ({self.bye})"))
                    future.exception()  # nobody may be waiting for it
            async with self._changed:
                self._changed.notify_all()

    def _take(self, message: events.FromServer) -> None:
        match message:
            case events.Accepted():
                future = self._answers.pop(message.id, None)
                if future is not None and not future.done():
                    future.set_result(message)
            case events.Rejected():
                future = self._answers.pop(message.id or 0, None)
                if future is not None and not future.done():
                    future.set_exception(RejectedError(message))
                else:
                    self.loose.append(message)
            case events.TableNow():
                self.mirrors[message.table] = Mirror(message)
                self.numbers.append((message.table, message.n))
            case events.Event():
                self.happened += self.mirrors[message.table].apply(message)
                self.numbers.append((message.table, message.n))
                if message.accepted is not None:
                    self._take(events.Accepted(id=message.accepted, table=message.table))
            case events.Closed():
                self.closed_tables[message.table] = message.code
                self.mirrors.pop(message.table, None)
            case events.LobbyNow():
                self.lobby = {line.table: line for line in message.tables}
            case events.LobbyTable():
                self.lobby[message.line.table] = message.line
            case events.LobbyGone():
                self.lobby.pop(message.table, None)
            case events.Bye():
                self.bye = message
            case _:
                raise AssertionError(f"unexpected {message}")


async def _recv(socket: ClientConnection) -> bytes:
    frame = await socket.recv()
    assert isinstance(frame, bytes)
    return frame
