"""Players whom no crash keeps from playing: they come back, ask again what was not answered, and go on."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import WebSocketException

from tests.scripted import RefusedError, RejectedError, ScriptedClient
from tests.serving import ServerProcess
from triqueta_protocol.codec import plain
from triqueta_protocol.errors import Code
from triqueta_protocol.requests import Act

LOST = (OSError, WebSocketException)
"""What a client meets when its server dies."""


_NOT_NOW = (Code.PAUSED, Code.SERVER_CLOSING, Code.ASLEEP)
"""Why something was not done that may be asked for again, under another id."""


class Place:
    """An address where a server is, or will be again. Counts what its players were told is done."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.accepted = 0
        self._open = asyncio.Event()
        self._open.set()
        self._progress = asyncio.Condition()

    async def is_open(self) -> None:
        """Wait until there is a server."""
        await self._open.wait()

    async def connect(self, name: str, token: str | None = None, url: str | None = None) -> ScriptedClient:
        """Connect, over another address if there is one; one of ``LOST`` if there is nobody to talk to."""
        try:
            return await ScriptedClient.connect(url or self.server.url, name, token=token)
        except RefusedError as error:
            if error.code not in {Code.SERVER_CLOSING, Code.HELLO_LATE}:  # late where a machine is overworked
                raise
            raise ConnectionError(error.code) from error

    def close(self) -> None:
        """Let nobody come until there is another server."""
        self._open.clear()

    async def crash(self) -> None:
        """Kill the server, whatever it is doing."""
        self.close()
        await self.server.kill()

    def reopen(self, server: ServerProcess) -> None:
        """Another server has taken the place of the dead one."""
        self.server = server
        self._open.set()

    async def count_one(self) -> None:
        """A decision was accepted."""
        async with self._progress:
            self.accepted += 1
            self._progress.notify_all()

    async def until_accepted(self, number: int) -> None:
        """Wait until so many decisions were accepted."""
        async with self._progress:
            await self._progress.wait_for(lambda: self.accepted >= number)


@dataclass
class Steadfast:
    """One player through the lives of a server."""

    place: Place
    client: ScriptedClient
    choose: Callable[[Any, Any], Any]
    accepted: dict[int, Act] = field(default_factory=dict)
    """Decisions that the server said it has stored, by request id."""
    open: dict[int, Act] = field(default_factory=dict)
    """Decisions that were sent and not answered."""
    forgotten: dict[int, Act] = field(default_factory=dict)
    """Those of a client that was killed meanwhile: nobody will ask for them again, and they may count."""
    lives: int = 1
    _killed: bool = False

    @property
    def player(self) -> str:
        """The player's id."""
        return self.client.welcome.player

    async def play(self, table: str) -> None:
        """Play until the game is over, however often the server dies."""
        while True:
            try:
                await self._play_on(table)
            except LOST:
                await self._come_back(table)
            else:
                return

    async def _play_on(self, table: str) -> None:
        client = self.client
        while table in client.mirrors:
            await client.until(lambda: client.is_over(table) or may_decide(client, table))
            if client.is_over(table):
                return
            if await self.rests(table):
                continue
            n = client.mirrors[table].n
            action = self.choose(client.mirrors[table].public, client.mirrors[table].mine)
            await self._act(Act(id=client.next_id(), table=table, action=plain(action)))
            await client.until(lambda n=n: client.mirrors[table].n > n)  # type: ignore[misc]

    async def rests(self, table: str) -> bool:
        """Whether something else was done than to decide."""
        return False

    async def _act(self, request: Act) -> None:
        self.open[request.id] = request
        try:
            await self.client.ask(request)
        except RejectedError as error:
            if error.code not in _NOT_NOW:
                raise
            self._answered(request)
            if error.code == Code.SERVER_CLOSING:
                raise ConnectionError(error.code) from error
            return
        self._answered(request)
        self.accepted[request.id] = request
        await self.place.count_one()

    def _answered(self, request: Act) -> None:
        self.open.pop(request.id, None)
        self.forgotten.pop(request.id, None)

    def kill(self) -> None:
        """End the client without a word; the next one has its token, and knows of nothing that it asked."""
        self._killed = True
        self.forgotten |= self.open
        self.open.clear()
        self.client.socket.transport.abort()

    async def _come_back(self, table: str) -> None:
        """Connect, ask again with the old ids for what was not answered, and only then sit down."""
        used = self.client.next_id()
        while True:
            await self.place.is_open()
            try:
                self.client = await self.place.connect(self.client.welcome.name, self.client.token)
                if self._killed:
                    used, self._killed = 0, False
                self.client.skip_to(used)
                self.lives += 1
                for request in list(self.open.values()):
                    await self._act(request)
                await self.client.join(table)
            except LOST:
                continue
            except RejectedError as error:
                if error.code in _NOT_NOW:
                    # While nothing can be stored, nobody takes a seat back from a bot either.
                    await asyncio.sleep(0.2)
                    continue
                # The game ended with the last move before the crash: its table is not set up again.
                if error.code != Code.UNKNOWN_TABLE:
                    raise
            return


def may_decide(client: ScriptedClient, table: str) -> bool:
    """Whether a decision is owed at a table that does not sleep."""
    return client.mirrors[table].room.asleep is None and client.must_decide(table)


async def all_play(games: dict[str, list[Steadfast]]) -> None:
    """Every player of every table plays to the end; the first failure ends all."""
    async with asyncio.TaskGroup() as group:
        for table, players in games.items():
            for player in players:
                group.create_task(player.play(table))
