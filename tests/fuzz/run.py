"""One run: strangers meddle while companies play, then everything is looked at."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import psutil

from tests.chaos.company import Company
from tests.chaos.run import all_of
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


class ForgetfulServer(ServerProcess):
    MODULE = "tests.fuzz.forgetful_server"


@dataclass(frozen=True)
class Plan:
    folder: Path
    frames: int
    seed: int
    strangers: int = 12
    tables: int = 6


@dataclass(frozen=True)
class Findings:
    """What came of a run in which nothing was wrong."""

    tally: Tally
    games: int
    decisions: int
    rss_before: float
    rss_after: float
    """MB, before the strangers came and after they had gone."""


async def run(plan: Plan, say: Callable[[str], None] = lambda _line: None) -> Findings:
    """Raises ``AssertionError`` (or a group of them) if the strangers had any effect."""
    server: ServerProcess = await ForgetfulServer.start(plan.folder, *OPTIONS)
    watched = psutil.Process(server.pid)
    place, enough, tally = Place(server), asyncio.Event(), Tally()
    companies = [
        Company(place, number, Random(f"{plan.seed} {number}"), enough, pause=0.05)
        for number in range(plan.tables)
    ]
    before = 0.0

    async def meddle() -> None:
        nonlocal before
        await asyncio.sleep(3)
        before = watched.memory_info().rss / 1e6
        tables = [game.table for company in companies for game in company.games]
        strangers = [
            Stranger(server.port, number, Random(f"{plan.seed} imp {number}"), tally, tables)
            for number in range(plan.strangers)
        ]
        async with asyncio.TaskGroup() as group:
            for stranger in strangers:
                group.create_task(stranger.meddle(plan.frames))
            watching = asyncio.create_task(_watch(tally, plan.frames, watched, say))
        await watching
        enough.set()

    await all_of(*(company.play() for company in companies), meddle())
    told = await metrics(server)
    await asyncio.sleep(FORGETS_AFTER + 3)
    left = await metrics(server)
    assert left["triqueta_connections"] == left["triqueta_players"] == 0
    assert left['triqueta_tables{status="waiting"}'] == left['triqueta_tables{status="playing"}'] == 0
    after = watched.memory_info().rss / 1e6
    assert await server.stop() == 0
    assert told["triqueta_tables_failed_total"] == 0
    log = server.log()
    wrong = [line for line in log.splitlines() if re.search(r" (ERROR|CRITICAL) |^Traceback", line)]
    assert not wrong, wrong[:5]
    games, decisions = _verdict(server, companies)
    return Findings(tally, games, decisions, before, after)


async def _watch(tally: Tally, frames: int, watched: psutil.Process, say: Callable[[str], None]) -> None:
    while tally.frames < frames:
        say(f"{tally.frames:9,} frames, {tally.links:,} links, {watched.memory_info().rss / 1e6:.0f} MB")
        await asyncio.sleep(min(10.0, 0.5 + frames / 20_000))


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
