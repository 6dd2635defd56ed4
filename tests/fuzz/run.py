"""One run: strangers meddle while companies play, twice; then everything is looked at."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import psutil

from tests import PATIENCE
from tests.chaos.company import Company
from tests.chaos.run import all_of
from tests.fuzz.crowd import crowd
from tests.fuzz.forgetful_server import FORGETS_AFTER
from tests.fuzz.strangers import Stranger, Tally
from tests.integration.pages import metrics
from tests.integration.records import all_replays, stored_games
from tests.integration.steadfast import Place
from tests.integration.truth import (
    assert_ended,
    assert_saw_the_end,
    assert_told_the_truth,
    by_table_and_player,
)
from tests.serving import ServerProcess

OPTIONS = (
    *("--max-rate", "1000000", "--max-tables", "100000", "--max-connections", "100000"),
    *("--max-connections-per-address", "100000", "--greet-within", "2"),
)
GATEWAYS = ("--ssh", "0", "--web", "0")
ROUNDS = 2
STAYS = 6.0
"""MB that a second lot of strangers may leave behind of what it has taken: noise of the allocator.

The first lot is no measure: with it come the modules, pools and tables that a server which has just started
has not needed yet.
"""
QUIET_AFTER = FORGETS_AFTER + 3.0
"""Seconds after the last one has left, until everybody is forgotten and a sweep has given back the memory."""
FAULT = 4000
"""Characters of the log from its first fault on."""


class ForgetfulServer(ServerProcess):
    MODULE = "tests.fuzz.forgetful_server"

    def gateways(self) -> tuple[int, ...]:
        """The ports of its gateways, which it names after its own."""
        assert self.process.stdout is not None
        return tuple(int(self.process.stdout.readline().rpartition(b":")[2]) for _ in GATEWAYS[::2])


@dataclass(frozen=True)
class Plan:
    folder: Path
    frames: int
    seed: int
    strangers: int = 12
    tables: int = 6
    crowd: int = 2000


@dataclass(frozen=True)
class Findings:
    """What came of a run in which nothing was wrong."""

    tally: Tally
    games: int
    decisions: int
    memory: tuple[float, ...]
    """MB of a server that has just started, then of the same one with nobody there after each lot."""
    highest: float
    """The most it had while strangers were there."""


class Run:
    def __init__(self, plan: Plan, server: ForgetfulServer, say: Callable[[str], None]) -> None:
        self._plan = plan
        self._server = server
        self._ports = (server.port, *server.gateways())
        self._process = psutil.Process(server.pid)
        self._say = say
        self.tally = Tally()
        self.companies: list[Company] = []
        self.highest = 0.0

    @property
    def memory(self) -> float:
        megabytes: float = self._process.memory_info().rss / 1e6
        return megabytes

    async def lot(self, number: int) -> float:
        """Let strangers send their share beside honest tables; returns the memory when all have gone."""
        plan, enough = self._plan, asyncio.Event()
        companies = [
            Company(Place(self._server), at, Random(f"{plan.seed} {number} {at}"), enough, pause=0.05)
            for at in range(number * plan.tables, (number + 1) * plan.tables)
        ]
        self.companies += companies
        frames = plan.frames * (number + 1) // ROUNDS

        async def meddle() -> None:
            await asyncio.sleep(1)
            tables = [game.table for company in companies for game in company.games]
            async with asyncio.TaskGroup() as group:
                for at in range(plan.strangers):
                    rng = Random(f"{plan.seed} {number} imp {at}")
                    stranger = Stranger(self._ports, at, rng, self.tally, tables)
                    group.create_task(stranger.meddle(frames))
                group.create_task(crowd(self._server.port, plan.crowd, self.tally))
                group.create_task(self._watch(frames))
            enough.set()

        await all_of(*(company.play() for company in companies), meddle())
        await self._nobody_left()
        return self.memory

    async def _watch(self, frames: int) -> None:
        while self.tally.frames < frames:
            self.highest = max(self.highest, self.memory)
            self._say(f"{self.tally.frames:9,} frames, {self.tally.links:,} links, {self.memory:.0f} MB")
            await asyncio.sleep(min(10.0, 0.5 + self._plan.frames / 20_000))

    async def _nobody_left(self) -> None:
        """Wait until no connection, player or table is left, and memory had time to go back."""
        async with asyncio.timeout(PATIENCE):
            while True:
                left = await metrics(self._server)
                if not any(count for name, count in left.items() if name.startswith(STAYING)):
                    break
                await asyncio.sleep(0.5)
        await asyncio.sleep(QUIET_AFTER)


STAYING = ("triqueta_connections", "triqueta_players", "triqueta_tables{")


async def run(plan: Plan, say: Callable[[str], None] = lambda _line: None) -> Findings:
    """Raises ``AssertionError`` (or a group of them) if the strangers had any effect."""
    server = await ForgetfulServer.start(plan.folder, *OPTIONS, *GATEWAYS)
    try:
        running = Run(plan, server, say)
        memory = [running.memory]
        for number in range(ROUNDS):
            memory.append(await running.lot(number))
            say(f"nobody is left: {memory[-1]:.1f} MB")
        told = await metrics(server)
        assert await server.stop() == 0
    finally:
        await server.kill()
    assert told["triqueta_tables_failed_total"] == 0
    log = server.log()
    wrong = re.search(r"^.* (ERROR|CRITICAL) |^Traceback", log, re.MULTILINE)
    assert wrong is None, log[wrong.start() :][:FAULT]
    games, decisions = _verdict(server, running.companies)
    assert memory[-1] <= memory[1] + STAYS, f"memory does not come back: {memory}"
    return Findings(running.tally, games, decisions, tuple(memory), running.highest)


def _verdict(server: ServerProcess, companies: list[Company]) -> tuple[int, int]:
    played = by_table_and_player(all_replays(server, stored_games(server)))
    games = [game for company in companies for game in company.games]
    decisions = 0
    for game in games:
        stored = played[game.table, game.players[0].player]
        assert_ended(stored)
        assert all(player.lives == 1 for player in game.players), "an honest player's link was cut"
        for player in game.players:
            assert_told_the_truth(player, stored)
            decisions += len(player.accepted)
        for seen in game.ends:
            assert_saw_the_end(seen, stored)
    assert games
    return len(games), decisions
