"""Busy tables at one or several servers for some seconds: how many decisions, how late, at what cost."""

import asyncio
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from tests.bench.players import BusyPlayer, BusyTable

ROOMY: Final = (
    *("--max-rate", "1000000", "--max-tables", "100000", "--max-connections", "100000"),
    *("--max-connections-per-address", "100000", "--log-level", "warning"),
)
"""Options of a server that limits nobody."""


class Target(NamedTuple):
    """Where some of the players go."""

    port: int
    path: str = "/"


class Load(NamedTuple):
    tables: int = 150
    players: int = 4
    gap: float = 0.5
    """Seconds between two decisions at a table; 0 for none."""
    seconds: float = 12.0
    settle: float = 3.0


class Measured(NamedTuple):
    decisions_per_s: float
    p50_ms: float
    p99_ms: float
    cpu_us: dict[str, float]
    """Processor time by who has used it, for each decision."""

    def figures(self, who: Sequence[str]) -> dict[str, float]:
        """By name, with the processor time of these."""
        cost = {f"{one}_cpu_us": self.cpu_us.get(one, 0.0) for one in who}
        return {"decisions_per_s": self.decisions_per_s, "p50_ms": self.p50_ms, "p99_ms": self.p99_ms} | cost


async def busy_run(targets: Sequence[Target], load: Load, used: dict[str, Callable[[], float]]) -> Measured:
    """Play at tables that are shared out among the targets. ``used`` tells the seconds each part has used."""
    moments: list[float] = []
    tables: list[BusyTable] = []
    for number in range(load.tables):
        target = targets[number % len(targets)]
        people = [BusyPlayer(f"b{number}x{seat}") for seat in range(load.players)]
        for player in people:
            await player.connect(*target)
        table = BusyTable(people, moments)
        table.gap = load.gap
        table.open(load.players)
        tables.append(table)
    await asyncio.sleep(load.settle)
    moments.clear()
    used = used | {"players": time.process_time}
    began, before, moves = time.perf_counter(), _read(used), _moves(tables)
    await asyncio.sleep(load.seconds)
    took, after, moves = time.perf_counter() - began, _read(used), _moves(tables) - moves
    for table in tables:
        for player in table.players:
            player.wire.close()
    hundredths = statistics.quantiles(moments, n=100)
    cost = {name: (after[name] - before[name]) / moves * 1e6 for name in used}
    return Measured(moves / took, hundredths[49] * 1e3, hundredths[98] * 1e3, cost)


def _read(used: dict[str, Callable[[], float]]) -> dict[str, float]:
    return {name: seconds() for name, seconds in used.items()}


def _moves(tables: Sequence[BusyTable]) -> int:
    return sum(table.moves for table in tables)
