"""A player's program without its screen: goes to servers, and remembers them in a file."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from tests.serving import ServerProcess
from tests.triqueta_tui.session.heard import Ear
from triqueta_protocol.requests import AddBot, Start
from triqueta_protocol.settings import TableSettings
from triqueta_tui.game import PACKAGES, Games
from triqueta_tui.paths import Paths
from triqueta_tui.session.address import Address
from triqueta_tui.session.events import ServerMet
from triqueta_tui.session.intents import GoTo, ServerIntent
from triqueta_tui.session.known_servers import Memory
from triqueta_tui.session.lan_server import LanServer
from triqueta_tui.session.player_keys import PlayerKeys
from triqueta_tui.session.session import Session

StartServer = Callable[..., Awaitable[ServerProcess]]
"""Starts a server in a folder of this name."""


class Visit:
    """One visit to a server, by somebody who has been welcomed."""

    def __init__(self, session: Session, ear: Ear) -> None:
        self.session = session
        self.ear = ear

    @property
    def player(self) -> str | None:
        """Who one is here."""
        return self.session.link.protocol.player

    @property
    def seats(self) -> list[str]:
        """The tables where a seat waits."""
        assert self.session.welcome is not None
        return [seat.table for seat in self.session.welcome.seats]

    @property
    def standing(self) -> str:
        """How the server was known before this visit."""
        return self.ear.of(ServerMet)[-1].standing

    async def begin_game(self) -> str:
        """Open a table against a bot and begin; returns its code."""
        settings = TableSettings(seats=2, pace=5000)
        table = await self.session.open_table("triqueta", settings, {})
        await self.session.link.ask(AddBot, table=table)
        await self.session.link.ask(Start, table=table)
        self.session.note(self.session.link.feeds[table])
        return table


class Visitor:
    """Somebody with one program and one memory."""

    def __init__(self, paths: Paths, name: str = "Ana") -> None:
        self.paths = paths
        self.name = name
        self.memory = Memory(paths.servers)
        self.keys = PlayerKeys(paths.identity)
        self._tasks: set[asyncio.Task[None]] = set()
        self.hosting = LanServer(paths, self._spawn)

    @asynccontextmanager
    async def carrying_out(self, intent: ServerIntent) -> AsyncIterator[Visit]:
        """Do what is wanted; at the end the link is lost, and seats are kept."""
        ear = Ear()
        games = Games(PACKAGES)
        session = Session(
            self.name, games, self.paths, self.memory, self.keys, self._spawn, lan_server=self.hosting
        )
        session.subscribe(ear)
        try:
            await session.carry_out(intent)
            yield Visit(session, ear)
        finally:
            await session.end()

    def visiting(self, host: str, port: int, password: str | None = None) -> Any:
        """Go to the list of tables of the server at this address."""
        return self.carrying_out(GoTo(Address(host, port), password=password))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> object:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
