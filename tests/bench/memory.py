"""What a server's memory is taken by: a connection that does nothing, and a table whose players think.

Both are slopes: what one more takes on a server that has some already. So whatever is there once, such as
caches that fill in the first games, counts for none of them.
"""

import argparse
import asyncio
import tempfile
from pathlib import Path

import psutil

from tests.bench import report
from tests.bench.busy_run import ROOMY
from tests.bench.players import BusyPlayer, BusyTable
from tests.bench.wire import Wire
from tests.serving import ServerProcess
from triqueta_protocol.codec import encode
from triqueta_protocol.requests import Hello
from triqueta_protocol.version import PROTOCOL

PACE = 0.05
"""Seconds between two decisions while the tables get somewhere."""
PLAY = 8.0
REST = 3.0
NEVER = 1e6


def main(arguments: list[str]) -> None:
    """Run the bench and print its table and its line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench memory", description=__doc__)
    parser.add_argument("--tables", type=int, default=300, help="so many more, after as many")
    parser.add_argument("--connections", type=int, default=600, help="so many more, after half as many")
    parser.add_argument("--players", type=int, default=2)
    options = parser.parse_args(arguments)
    figures = asyncio.run(_measure(options.tables, options.connections, options.players))
    report.table(("figure", "value"), list(figures.items()))
    report.json_line(figures)


async def _measure(tables: int, connections: int, players: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        server = await ServerProcess.start(Path(folder), *ROOMY)
        try:
            return await _slopes(server, tables, connections, players)
        finally:
            await server.stop()


async def _slopes(server: ServerProcess, tables: int, connections: int, players: int) -> dict[str, float]:
    watched = psutil.Process(server.pid)
    bare = _kib(watched)
    await _idle(server.port, "i", connections // 2)
    few = _kib(watched)
    await _idle(server.port, "j", connections)
    connection = (_kib(watched) - few) / connections
    await _tables(server.port, "k", tables, players)
    some = _kib(watched)
    await _tables(server.port, "m", tables, players)
    table = (_kib(watched) - some) / tables
    return {
        "bare_kib": bare,
        "kib_per_idle_connection": connection,
        "kib_per_table_with_connections": table,
        "kib_per_table_at_rest": table - players * connection,
    }


async def _idle(port: int, names: str, count: int) -> None:
    """Greeted connections that do nothing."""
    welcomed = asyncio.Semaphore(0)
    for at in range(count):
        wire = await Wire.connect(port, lambda _frame: welcomed.release())
        wire.send(encode(Hello(version=PROTOCOL, name=f"{names}{at}")))
    for _ in range(count):
        await welcomed.acquire()


async def _tables(port: int, names: str, count: int, players: int) -> None:
    """Tables in the middle of a game at which nobody decides any more."""
    busy: list[BusyTable] = []
    for number in range(count):
        people = [BusyPlayer(f"{names}{number}x{seat}") for seat in range(players)]
        for player in people:
            await player.connect(port)
        table = BusyTable(people, [])
        table.gap = PACE
        table.open(players)
        busy.append(table)
    await asyncio.sleep(PLAY)
    for table in busy:
        table.gap = NEVER
    await asyncio.sleep(REST)


def _kib(process: psutil.Process) -> float:
    return float(process.memory_info().rss) / 1024
