"""Games in PostgreSQL beside games in SQLite, in one run: decisions a second, how late they come, their cost.

The PostgreSQL is one of the bench's own, on the same disk and durable as it comes; both wait for the disk.
"""

import argparse
import asyncio
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import psutil

from tests.bench import report
from tests.bench.busy_run import ROOMY, Load, Measured, Target, busy_run
from tests.bench.on_postgres.cluster import Cluster, missing, running_cluster
from tests.bench.server import cpu_of
from tests.serving import ServerProcess

WHO = ("server", "postgresql", "players")
"""Whose processor time is counted, for each decision."""


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench postgres", description=__doc__)
    parser.add_argument("--tables", type=int, default=150)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--gap", type=float, default=0.5, help="seconds between two decisions at a table")
    parser.add_argument("--seconds", type=float, default=12.0)
    options = parser.parse_args(arguments)
    if missing():
        print(f"skipped: {missing()}")
        return
    paced = Load(options.tables, options.players, options.gap, options.seconds)
    figures: dict[str, float] = {}
    rows: list[tuple[object, ...]] = []
    for pace, load in (("paced", paced), ("at full speed", paced._replace(gap=0.0))):
        for store, measured in asyncio.run(_compare(load)).items():
            row = measured.figures(WHO)
            rows.append((f"{store}, {pace}", *row.values()))
            figures |= {f"{store}_{pace.replace(' ', '_')}_{what}": value for what, value in row.items()}
    report.table(("", *(what.replace("_", " ") for what in row)), rows)
    report.json_line(figures)


async def _compare(load: Load) -> dict[str, Measured]:
    with tempfile.TemporaryDirectory() as folder, running_cluster() as cluster:
        sqlite = await _measure(ServerProcess, Path(folder) / "sqlite", load, None)
        return {
            "sqlite": sqlite,
            "postgresql": await _measure(_on(cluster), Path(folder) / "pg", load, cluster),
        }


def _on(cluster: Cluster) -> type[ServerProcess]:
    from tests.bench.on_postgres.server import PostgresServer
    from tests.bench.on_postgres.store import DSN_VARIABLE

    os.environ[DSN_VARIABLE] = cluster.dsn
    return PostgresServer


async def _measure(kind: type[ServerProcess], folder: Path, load: Load, cluster: Cluster | None) -> Measured:
    server = await kind.start(folder, *ROOMY)
    try:
        watched = psutil.Process(server.pid)
        used: dict[str, Callable[[], float]] = {"server": lambda: cpu_of(watched)}
        if cluster is not None:
            used["postgresql"] = cluster.cpu
        return await busy_run([Target(server.port)], load, used)
    finally:
        await server.stop()
