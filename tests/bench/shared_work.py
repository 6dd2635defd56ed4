"""What people wait for bots, replays and advice while one address keeps the bot processes busy.

The hostile address has twenty tables with three experts each, and sixty players who have moves reviewed and
games replayed all the time. Gives each median in a quiet pool and beside that:
``python -m tests.bench shared_work``.
"""

import argparse
import asyncio
import os
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from tests.bench import report
from tests.server.archive.games import recorded
from triqueta_protocol.codec import plain
from triqueta_server import workers
from triqueta_server.archive.replay import begin
from triqueta_server.bots.pool import BotPool
from triqueta_server.games import RULES
from triqueta_server.limits.fair_queue import Owner

HOSTILE, HONEST = "198.51.100.7", "203.0.113.9"
GAMES = ("triqueta/standard-2-0", "tripitz/full-2")

Ask = Callable[[BotPool, str, str, int], Awaitable[object]]


@cache
def question(seed: int) -> tuple[str, dict[str, Any], dict[str, Any], int]:
    """Game, view and seat of somebody in the middle of a game."""
    game = recorded(GAMES[seed % 2])
    rules, position = RULES[game.game], begin(game)
    for decision in game.decisions[: len(game.decisions) // 3 + seed % 7]:
        position.apply(decision.seat, rules.read(position, decision.seat, decision.action))
    seat = position.owing[0]
    return game.game, plain(rules.public(position)), plain(rules.mine(position, seat)), seat


async def think(pool: BotPool, address: str, name: str, seed: int, level: str = "hard") -> object:
    game, public, mine, seat = question(seed % 14)
    return await pool.think(level, game, public, mine, seat, seed=seed, table=name, address=address)


async def advise(pool: BotPool, address: str, name: str, seed: int) -> object:
    game, public, mine, seat = question(seed % 14)
    return await pool.ask("advise", Owner(address, name), game, public, mine, seat, seed, within=9.0)


async def replay(pool: BotPool, address: str, name: str, seed: int) -> object:
    game = plain(recorded(GAMES[seed % 2]))
    return await pool.ask("replay", Owner(address, name), game, 0, None, within=9.0)


async def review(pool: BotPool, address: str, name: str, seed: int) -> object:
    game = plain(recorded(GAMES[seed % 2]))
    return await pool.ask("assess", Owner(address, name), game, seed % 40, within=15.0)


async def expert(pool: BotPool, address: str, name: str, seed: int) -> object:
    return await think(pool, address, name, seed, "expert")


KINDS: dict[str, Ask] = {"hard bots": think, "experts": expert, "replays": replay, "advice": advise}


async def _medians(pool: BotPool, times: int) -> dict[str, float]:
    found = {}
    for kind, ask in KINDS.items():
        taken = []
        for seed in range(times):
            since = time.perf_counter()
            with suppress(Exception):
                await ask(pool, HONEST, "ana", seed)
            taken.append((time.perf_counter() - since) * 1e3)
        found[kind] = statistics.median(taken)
    return found


async def _again(pool: BotPool, ask: Ask, name: str) -> None:
    seed = 0
    while True:
        seed += 1
        with suppress(Exception):
            await ask(pool, HOSTILE, name, seed)


async def _measure(times: int) -> tuple[dict[str, float], dict[str, float]]:
    pool = BotPool(serve=workers.serve)
    try:
        await _medians(pool, 2)
        quiet = await _medians(pool, times)
        hostile = [
            *(asyncio.create_task(_again(pool, expert, f"table {n // 3}")) for n in range(60)),
            *(
                asyncio.create_task(_again(pool, ask, f"eve {n}"))
                for n in range(60)
                for ask in (review, replay)
            ),
        ]
        await asyncio.sleep(3.0)
        loud = await _medians(pool, times)
        for task in hostile:
            task.cancel()
        await asyncio.wait(hostile)
        return quiet, loud
    finally:
        await pool.close()


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench shared_work", description=__doc__)
    parser.add_argument("--times", type=int, default=15, help="how often each is asked for")
    options = parser.parse_args(arguments)
    with suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, -10)  # other programs of this machine are not what is measured
    quiet, loud = asyncio.run(_measure(options.times))
    rows = [(kind, quiet[kind], loud[kind], loud[kind] / quiet[kind]) for kind in KINDS]
    report.table(("median", "quiet ms", "loud ms", "x"), rows)
    report.json_line({f"{kind} x": loud[kind] / quiet[kind] for kind in KINDS})
