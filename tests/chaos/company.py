"""Tables of people, bots and watchers that play one game after the other, whatever happens to the server."""

import asyncio
import contextlib
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.integration.games import is_running
from tests.integration.steadfast import LOST, Place, Steadfast
from tests.scripted import RejectedError, ScriptedClient
from triqueta_protocol.errors import Code
from triqueta_protocol.games import triqueta
from triqueta_protocol.requests import AddBot, Leave, Ready, Sleep, Start, Watch
from triqueta_server.bots.triche.legal_moves import random_action
from triqueta_server.bots.tripitz.legal_moves import placements

KINDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("triqueta", {}),
    ("triche", {"target": 15}),
    ("tripitz", {"short": True}),
    ("triche", {"target": 15, "expansion": True}),
    ("tripitz", {"short": True, "jokers": True}),
    ("triqueta", {}),
)

GONE = (Code.UNKNOWN_TABLE, Code.TABLE_CLOSED, Code.SERVER_CLOSING)
"""Why a table cannot be watched: its game ended before a crash, none of its players is back, or a stop."""


def anything(rng: Random) -> Any:
    """Decides something legal; stones are rather laid than exchanged, and tokens rather drawn."""

    def choose(_public: Any, mine: Any) -> Any:
        first = mine.choices[0].action
        if isinstance(first, triqueta.Draw) and rng.random() < 0.6:
            return first
        if hasattr(mine.choices[0], "cells") and (possible := placements(mine)):
            return rng.choice(possible).action
        return random_action(rng.choice(mine.choices), rng)

    return choose


@dataclass
class Played:
    """One game of a company, for the verdict."""

    table: str
    players: list["Slow"]
    watcher: "Watcher"
    ends: list[Any] = field(default_factory=list)
    """The public view at the end, as each of them saw it who was told."""


NAPS = 0.03
"""How often a player stops for tonight instead of deciding."""

LONGEST_NAP = 3.0
"""Seconds; longer than it takes to kill a server and start the next."""

AWAKE = (Code.NOT_AT_TABLE, Code.NO_GAME, Code.GAME_OVER, Code.PAUSED, Code.SERVER_CLOSING)
"""Why a player cannot stop now."""


class Slow(Steadfast):
    """A player who thinks for a moment, so that many tables are between two moves at any time.

    Sometimes the player stops for tonight, and is back soon.
    """

    pause: float = 0.0
    rng: Random = Random()
    naps: int = 0

    async def _act(self, request: Any) -> None:
        if request.id not in self.open:
            await asyncio.sleep(self.pause)
        await super()._act(request)

    async def rests(self, table: str) -> bool:
        if self.rng.random() >= NAPS:
            return False
        try:
            await self.client.ask(Sleep(id=self.client.next_id(), table=table))
        except RejectedError as error:
            if error.code not in AWAKE:
                raise
            return False
        self.naps += 1
        self.client.mirrors.pop(table, None)
        await asyncio.sleep(self.rng.random() * LONGEST_NAP)
        while table not in self.client.mirrors:
            try:
                await self.client.join(table)
            except RejectedError as error:
                if error.code != Code.PAUSED:
                    raise ConnectionError(error.code) from error
                await asyncio.sleep(0.2)
        return True


@dataclass
class Watcher:
    """Looks on at a table through the lives of a server; its mirror takes no event twice and misses none."""

    place: Place
    client: ScriptedClient
    lives: int = 1

    async def watch(self, table: str, ended: asyncio.Event) -> None:
        while not ended.is_set():
            try:
                await self.client.ask(Watch(id=self.client.next_id(), table=table))
                await self.client.until(lambda: table in self.client.mirrors)
                await self.client.until(lambda: ended.is_set() or self.client.is_over(table))
                return
            except RejectedError as error:
                if error.code not in GONE:
                    raise
                await asyncio.sleep(0.2)
            except LOST:
                no_fault(self.client)
                await self.return_()

    async def return_(self) -> None:
        while True:
            await self.place.is_open()
            try:
                self.client = await self.place.connect(self.client.welcome.name, self.client.token)
            except LOST:
                await asyncio.sleep(0.05)
                continue
            self.lives += 1
            return


@dataclass
class Company:
    """The people of one table."""

    place: Place
    number: int
    rng: Random
    enough: asyncio.Event
    """Set when no new game is to begin."""
    line: str | None = None
    """The address of a bad line, if they have one."""
    pause: float = 0.3
    games: list[Played] = field(default_factory=list)
    returns: int = 0
    _names: int = 0

    async def play(self) -> None:
        """Game after game, and the last one to its end."""
        game, options = KINDS[self.number % len(KINDS)]
        people, bots = self.rng.choice([(2, 0), (1, 1), (2, 1), (3, 0), (1, 2), (2, 2)])
        while not self.enough.is_set():
            try:
                begun = await self._begin(game, options, people, bots)
            except (*LOST, RejectedError):
                # The server died while they sat down: they meet again at another table.
                await asyncio.sleep(0.1)
                continue
            self.games.append(begun)
            await self._finish(begun)

    def _name(self, kind: str) -> str:
        """A server remembers names, so each gets a number."""
        self._names += 1
        return f"{kind}{self.number}.{self._names}"

    async def _begin(self, game: str, options: dict[str, Any], people: int, bots: int) -> Played:
        await self.place.is_open()
        clients = [await self.place.connect(self._name("P"), url=self.line) for _ in range(people)]
        host = clients[0]
        table = await host.create(
            game=game, options=options, settings={"seats": people + bots}, substitute="never"
        )
        for guest in clients[1:]:
            await guest.join(table)
            await guest.ask(Ready(id=guest.next_id(), table=table))
        for _ in range(bots):
            await host.ask(AddBot(id=host.next_id(), table=table, level=self.rng.choice(["easy", "normal"])))
        watching = await self.place.connect(self._name("W"))
        await host.ask(Start(id=host.next_id(), table=table))
        await asyncio.gather(*(one.until(lambda one=one: is_running(one, table)) for one in clients))  # type: ignore[misc]
        players: list[Slow] = []
        for client in clients:
            player = Slow(self.place, client, anything(self.rng))
            player.pause = self.rng.random() * self.pause
            player.rng = self.rng
            players.append(player)
        return Played(table, players, Watcher(self.place, watching))

    async def _finish(self, game: Played) -> None:
        ended = asyncio.Event()
        watching = asyncio.create_task(game.watcher.watch(game.table, ended))
        try:
            async with asyncio.TaskGroup() as group:
                for player in game.players:
                    group.create_task(player.play(game.table))
        finally:
            ended.set()
        with contextlib.suppress(*LOST, TimeoutError):
            await asyncio.wait_for(watching, 5)
        everybody: list[Steadfast | Watcher] = [*game.players, game.watcher]
        for one in everybody:
            no_fault(one.client)
            self.returns += one.lives - 1
            mirror = one.client.mirrors.get(game.table)
            if mirror is not None and mirror.room.status == "over":
                game.ends.append(mirror.public)
        for player in game.players:
            with contextlib.suppress(RejectedError, *LOST):
                await player.client.ask(Leave(id=player.client.next_id(), table=game.table))
            await player.client.close()
            player.client.frames.clear()
        await game.watcher.client.close()
        game.watcher.client.frames.clear()


def no_fault(client: ScriptedClient) -> None:
    """See that a link ended because it was cut, and not because what came over it made no sense."""
    if client.fault is not None:
        raise client.fault
