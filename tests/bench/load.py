"""How much a server holds: many tables at a human pace, then faster and faster until people would notice.

A decision counts from when it is sent until every seat of its table has it. With ``--soak`` tables come and
go instead, and what is measured is whether the server's memory grows.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.bench import report
from tests.bench.busy_run import ROOMY
from tests.bench.players import BusyPlayer, BusyTable
from tests.bench.server import cpu_of
from tests.serving import ServerProcess

TOO_LATE = 0.1
"""Seconds: the p99 at which a server is full."""
FASTER = 1.25
"""From one step of the pace to the next."""
STEP = 8.0
SETTLE = 3.0


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench load", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--pace", type=float, default=2.0, help="seconds between two decisions at a table")
    parser.add_argument("--seconds", type=float, default=300.0, help="at that pace")
    parser.add_argument("--soak", type=float, metavar="MINUTES", help="let tables come and go for so long")
    options = parser.parse_args(arguments)
    if options.soak is not None:
        figures = asyncio.run(
            _with_server(_soak, options.tables, options.players, options.pace, options.soak * 60)
        )
    else:
        figures = asyncio.run(
            _with_server(_load, options.tables, options.players, options.pace, options.seconds)
        )
    report.table(("figure", "value"), list(figures.items()))
    report.json_line(figures)


async def _with_server(
    measure: Callable[..., Awaitable[dict[str, float]]], *options: float
) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        server = await ServerProcess.start(Path(folder), *ROOMY)
        try:
            return await measure(server, *options)
        finally:
            await server.stop()


@dataclass(frozen=True)
class Span:
    """What was measured over some seconds."""

    moves_per_s: float
    p50: float
    p99: float
    most: float
    cpu: float
    """Of one core."""


async def _load(
    server: ServerProcess, tables: int, players: int, pace: float, seconds: float
) -> dict[str, float]:
    watched = psutil.Process(server.pid)
    moments: list[float] = []
    busy = [await _table(server.port, number, players, pace, moments) for number in range(tables)]
    await asyncio.sleep(SETTLE + 2 * pace)
    human = await _span(watched, busy, moments, seconds)
    rss = watched.memory_info().rss
    capacity, gap = human, pace
    while capacity.p99 <= TOO_LATE and gap > 0.01:
        gap /= FASTER
        for table in busy:
            table.gap = gap
        await asyncio.sleep(SETTLE)
        faster = await _span(watched, busy, moments, STEP)
        print(f"{faster.moves_per_s:8,.0f} decisions/s  p99 {faster.p99 * 1e3:6.1f} ms", flush=True)
        if faster.p99 > TOO_LATE or faster.moves_per_s < capacity.moves_per_s:
            break
        capacity = faster
    _hang_up(busy)
    return {
        "moves_per_s": human.moves_per_s,
        "p50_ms": human.p50 * 1e3,
        "p99_ms": human.p99 * 1e3,
        "max_ms": human.most * 1e3,
        "cpu_share": human.cpu,
        "rss_mb": rss / 1e6,
        "capacity_moves_per_s": capacity.moves_per_s,
    }


async def _table(
    port: int, number: int, players: int, pace: float, moments: list[float], *, once: bool = False
) -> BusyTable:
    people = [BusyPlayer(f"l{number}x{seat}") for seat in range(players)]
    for player in people:
        await player.connect(port)
    table = BusyTable(people, moments)
    table.gap = pace
    table.last = once
    table.open(players)
    return table


def _hang_up(tables: Sequence[BusyTable]) -> None:
    for table in tables:
        for player in table.players:
            player.wire.close()


async def _span(
    watched: psutil.Process, busy: Sequence[BusyTable], moments: list[float], seconds: float
) -> Span:
    moments.clear()
    began, cpu, moves = time.perf_counter(), cpu_of(watched), sum(table.moves for table in busy)
    await asyncio.sleep(seconds)
    took, used = time.perf_counter() - began, cpu_of(watched) - cpu
    moves = sum(table.moves for table in busy) - moves
    hundredths = statistics.quantiles(moments, n=100)
    return Span(moves / took, hundredths[49], hundredths[98], max(moments), used / took)


async def _soak(
    server: ServerProcess, tables: int, players: int, pace: float, seconds: float
) -> dict[str, float]:
    """Tables play one game each and go; others come in their place."""
    watched = psutil.Process(server.pid)
    moments: list[float] = []
    gone = decisions = 0
    busy = [await _table(server.port, number, players, pace, moments, once=True) for number in range(tables)]
    samples: list[tuple[float, float]] = []
    began = time.perf_counter()
    looking = asyncio.create_task(_look(watched, began, samples))
    while time.perf_counter() - began < seconds:
        for at, table in enumerate(busy):
            if table.games:
                _hang_up([table])
                gone, decisions = gone + 1, decisions + table.moves
                busy[at] = await _table(server.port, tables + gone, players, pace, moments, once=True)
        await asyncio.sleep(random.uniform(0.2, 0.5))
    looking.cancel()
    _hang_up(busy)
    settled = samples[len(samples) // 3 :]
    slope, _ = statistics.linear_regression(*zip(*settled, strict=True))
    return {
        "tables_gone": gone,
        "decisions": decisions + sum(table.moves for table in busy),
        "rss_mb_first": settled[0][1],
        "rss_mb_last": settled[-1][1],
        "rss_mb_per_minute": slope,
    }


async def _look(watched: psutil.Process, began: float, samples: list[tuple[float, float]]) -> None:
    """Note the memory of a server every five seconds: minutes and megabytes."""
    while True:
        minutes, used = (time.perf_counter() - began) / 60, watched.memory_info().rss / 1e6
        samples.append((minutes, used))
        if len(samples) % 60 == 0:
            print(f"{minutes:6.1f} min  {used:6.1f} MB", flush=True)
        await asyncio.sleep(5)
