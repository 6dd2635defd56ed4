"""One server and two, met directly and behind nginx: what a decision costs the servers, and what the proxy.

The configuration of nginx is the one that docs/several-servers.md shows.
"""

import argparse
import asyncio
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from shutil import which

import psutil

from tests.bench import report
from tests.bench.busy_run import ROOMY, Load, Measured, Target, busy_run
from tests.bench.server import cpu_of
from tests.nginx import running_nginx
from tests.serving import ServerProcess

WHO = ("servers", "nginx", "players")
"""Whose processor time is counted, for each decision."""


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench several", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--gap", type=float, default=0.0, help="seconds between two decisions at a table")
    parser.add_argument("--seconds", type=float, default=8.0)
    options = parser.parse_args(arguments)
    nginx = which("nginx")
    if nginx is None:
        print("skipped: nginx is not installed: apt-get install nginx-light")
        return
    load = Load(options.tables, options.players, options.gap, options.seconds)
    figures: dict[str, float] = {}
    rows: list[tuple[object, ...]] = []
    for servers in (1, 2):
        for proxy in (None, nginx):
            measured = asyncio.run(_measure(servers, proxy, load))
            name = f"{servers} server{'s' if servers > 1 else ''}{' behind nginx' if proxy else ''}"
            row = measured.figures(WHO)
            rows.append((name, *row.values()))
            figures |= {f"{name.replace(' ', '_')}_{what}": value for what, value in row.items()}
    report.table(("", *(what.replace("_", " ") for what in row)), rows)
    report.json_line(figures)


async def _measure(count: int, nginx: str | None, load: Load) -> Measured:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as proxies:
        servers = [await ServerProcess.start(Path(folder) / str(at), *ROOMY) for at in range(count)]
        try:
            watched = [psutil.Process(server.pid) for server in servers]
            used: dict[str, Callable[[], float]] = {"servers": lambda: sum(map(cpu_of, watched))}
            targets = [Target(server.port) for server in servers]
            if nginx is not None:
                ports = (servers[0].port, servers[-1].port)
                proxy = proxies.enter_context(running_nginx(nginx, ports))
                targets = [Target(proxy.port, f"/play/{at}") for at in range(1, count + 1)]
                used["nginx"] = proxy.cpu
            return await busy_run(targets, load, used)
        finally:
            for server in servers:
                await server.stop()
