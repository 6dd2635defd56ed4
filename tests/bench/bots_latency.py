"""A table of people beside many tables full of strong bots: p50 and p99 of their moves, as a ratio to idle.

Two scripted people play at an even pace, first alone on a server and then on one where bots of the strongest
level never stop. A move counts from its sending until both have it. If the game has no level that searches,
a level that burns a core for as long as an expert may think takes its place.
"""

import argparse
import asyncio
import os
import statistics
import tempfile
from contextlib import suppress
from pathlib import Path

from tests.bench import burning_server
from tests.bench.floods import PAUSE
from tests.bench.players import BusyPlayer, BusyTable
from tests.bench.report import json_line, table
from tests.integration.pages import metrics
from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from triqueta_protocol.games import VOCABULARIES
from triqueta_protocol.requests import AddBot, Leave, Start
from triqueta_server.bots.clock import budget

GAME = "triqueta"
LIMITS = (
    *("--max-rate", "100000", "--max-tables", "10000", "--max-connections", "10000"),
    *("--max-connections-per-address", "10000", "--log-level", "error"),
)


class BurningServer(ServerProcess):
    MODULE = "tests.bench.burning_server"


def main(arguments: list[str]) -> None:
    """Run the bench and print its table and its line of JSON."""
    burning = burning_server.LEVEL
    levels = [level for level in VOCABULARIES[GAME].levels if budget(level) and level != burning]
    strongest = levels[-1] if levels else burning
    parser = argparse.ArgumentParser(prog="python -m tests.bench bots_latency", description=__doc__)
    parser.add_argument("--tables", type=int, default=50, help="full of bots")
    parser.add_argument("--level", default=strongest, help="of the bots (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=15.0, help="idle, and beside the bots")
    parser.add_argument("--times", type=int, default=1, help="run it so often, and take the median ratio")
    options = parser.parse_args(arguments)
    with suppress(PermissionError):
        # Neither the server nor those who measure it wait for other programs of this machine.
        os.setpriority(os.PRIO_PROCESS, 0, -10)
    runs = [asyncio.run(_measure(options)) for _ in range(options.times)]
    figures = sorted(runs, key=lambda run: run["human_p99_ratio"])[len(runs) // 2]
    rows = [
        (where, figures[f"{where}_p50_ms"], figures[f"{where}_p99_ms"], figures[f"{where}_moves"])
        for where in ("idle", "beside")
    ]
    print(f"{options.tables} tables full of bots, level {options.level}")
    table(("a table of people", "p50 ms", "p99 ms", "moves"), rows)
    json_line(figures)


async def _measure(options: argparse.Namespace) -> dict[str, float]:
    idle, _ = await _people(0, options.level, options.seconds)
    beside, bot_moves = await _people(options.tables, options.level, options.seconds)
    quiet, loud = statistics.quantiles(idle, n=100), statistics.quantiles(beside, n=100)
    return {
        "idle_p50_ms": quiet[49] * 1e3,
        "idle_p99_ms": quiet[98] * 1e3,
        "idle_moves": len(idle),
        "beside_p50_ms": loud[49] * 1e3,
        "beside_p99_ms": loud[98] * 1e3,
        "beside_moves": len(beside),
        "human_p50_ratio": loud[49] / quiet[49],
        "human_p99_ratio": loud[98] / quiet[98],
        "bot_moves_per_s": bot_moves / options.seconds,
    }


async def _people(tables: int, level: str, seconds: float) -> tuple[list[float], float]:
    """How long each move of two people took beside so many tables of bots, and how many moves those made."""
    with tempfile.TemporaryDirectory() as folder:
        server = await BurningServer.start(Path(folder), *LIMITS)
        try:
            await _fill(server, tables, level)
            moments: list[float] = []
            people = [BusyPlayer(f"p{seat}") for seat in range(2)]
            for person in people:
                await person.connect(server.port)
            table = BusyTable(people, moments)
            table.gap = PAUSE
            table.open(2)
            await asyncio.sleep(2.0)
            moments.clear()
            before = (await metrics(server))["triqueta_bot_moves_total"]
            await asyncio.sleep(seconds)
            measured = list(moments)
            moved = (await metrics(server))["triqueta_bot_moves_total"] - before
            for person in people:
                person.wire.close()
            return measured, moved
        finally:
            await server.kill()


async def _fill(server: ServerProcess, tables: int, level: str) -> None:
    """Open tables, seat bots on all other seats, begin, and get up: bots play on among themselves."""
    if not tables:
        return
    host = await ScriptedClient.connect(server.url, "Host")
    seats = VOCABULARIES[GAME].seats[-1]
    for _ in range(tables):
        code = await host.create(game=GAME, settings={"seats": seats, "pace": 0})
        for _ in range(seats - 1):
            await host.ask(AddBot(id=host.next_id(), table=code, level=level))
        await host.ask(Start(id=host.next_id(), table=code))
        await host.ask(Leave(id=host.next_id(), table=code))
    await host.close()
