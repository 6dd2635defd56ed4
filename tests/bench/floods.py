"""Others' moves while a stranger floods the server: p50 and p99 as a ratio to the quiet seconds before.

Six tables of two play at an even pace; the stranger's program is another process with another address. In
each flood somebody with a seat leaves and comes back, from an own address and from the stranger's.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import msgpack
import psutil

from tests.bench.flooder import FLOODS, STRANGERS
from tests.bench.players import BusyPlayer, BusyTable
from tests.bench.report import table
from tests.bench.slow_clients import SLOW
from tests.bench.wire import Wire
from tests.serving import ServerProcess
from triqueta_protocol.codec import encode
from triqueta_protocol.requests import Hello
from triqueta_protocol.version import PROTOCOL

TABLES = 6
PAUSE = 0.025
"""Seconds before a decision, about: a server that is never hurried."""

RETURNS = 5
AT_HOME = "127.0.0.1"
KINDS = (*FLOODS, *SLOW)


def main(arguments: list[str]) -> None:
    """Run the floods and print a table and a line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench floods", description=__doc__)
    parser.add_argument("floods", nargs="*", help=f"which (default: all): {', '.join(KINDS)}")
    parser.add_argument("--seconds", type=float, default=4.0, help="of quiet, and of each flood")
    parser.add_argument("--times", type=int, default=1, help="run each so often, and take the best")
    options = parser.parse_args(arguments)
    with suppress(PermissionError):
        # Neither the server nor those who measure it wait for other programs of this machine.
        os.setpriority(os.PRIO_PROCESS, 0, -10)
    best: dict[str, dict[str, float]] = {}
    for kind in options.floods or KINDS:
        runs = [asyncio.run(_measure(kind, options.seconds)) for _ in range(options.times)]
        best[kind] = min(runs, key=lambda run: run["p99_ratio"])
        for place in ("own", "stranger"):
            best[kind][f"returns_{place}"] = min(run[f"returns_{place}"] for run in runs)
    rows = [
        (
            kind,
            f"{run['quiet_p50_ms']:.1f} / {run['quiet_p99_ms']:.1f}",
            f"{run['p50_ratio']:.1f}",
            f"{run['p99_ratio']:.1f}",
            f"{run['grown_mb']:+.1f}",
            f"{run['returns_own']:.0f} + {run['returns_stranger']:.0f} of {RETURNS}",
        )
        for kind, run in best.items()
    ]
    table(("flood", "quiet p50/p99 ms", "p50 x", "p99 x", "memory MB", "back at the seat"), rows)
    print(json.dumps({kind: {name: round(x, 2) for name, x in run.items()} for kind, run in best.items()}))


async def _measure(kind: str, seconds: float) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        server = await ServerProcess.start(Path(folder), "--log-level", "warning")
        try:
            return await _flooded(server, kind, seconds)
        finally:
            await server.kill()


async def _flooded(server: ServerProcess, kind: str, seconds: float) -> dict[str, float]:
    port, memory = server.port, psutil.Process(server.pid).memory_info
    moments: list[float] = []
    everybody = [[BusyPlayer(f"p{at}x{seat}") for seat in range(2)] for at in range(TABLES)]
    for group in everybody:
        for player in group:
            await player.connect(port)
    tables = [BusyTable(group, moments) for group in everybody]
    for one in tables:
        one.gap = PAUSE
        one.open(2)
    owners = await _owners(port)
    await asyncio.sleep(1.0)
    moments.clear()
    await asyncio.sleep(seconds)
    quiet, rss = statistics.quantiles(moments, n=100), memory().rss
    codes = [one.code for one in tables]
    flooder = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.flooder", kind, str(port), *codes
    )
    try:
        await asyncio.sleep(1.5)
        moments.clear()
        await asyncio.sleep(seconds)
        loud = statistics.quantiles(moments, n=100) if len(moments) > 1 else [seconds] * 99
        grown = memory().rss - rss
        back = [await _returns(port, token, local) for token, local in owners]
    finally:
        flooder.kill()
        await flooder.wait()
    for group in everybody:
        for player in group:
            player.wire.close()
    return {
        "quiet_p50_ms": quiet[49] * 1e3,
        "quiet_p99_ms": quiet[98] * 1e3,
        "loud_p50_ms": loud[49] * 1e3,
        "loud_p99_ms": loud[98] * 1e3,
        "grown_mb": grown / 1e6,
        "p50_ratio": loud[49] / quiet[49],
        "p99_ratio": loud[98] / quiet[98],
        "moves_per_s": len(moments) / seconds,
        "returns_own": back[0],
        "returns_stranger": back[1],
    }


async def _owners(port: int) -> list[tuple[str, str]]:
    """Two people with a seat each, and where they will come back from."""
    group = [BusyPlayer(f"owner{seat}") for seat in range(2)]
    tokens: list[str] = []
    for player in group:
        await player.connect(port)
        hear = player.wire.received

        def listen(frame: bytes, hear=hear) -> None:  # type: ignore[no-untyped-def]
            told = msgpack.unpackb(frame)
            if told["t"] == "welcome":
                tokens.append(told["token"])
            # They sit down and do nothing more.
            if told["t"] in {"welcome", "table"}:
                hear(frame)

        player.wire.received = listen
    BusyTable(group, []).open(2)
    await asyncio.sleep(0.5)
    for player in group:
        player.wire.close()
    return list(zip(tokens, (AT_HOME, STRANGERS), strict=True))


async def _returns(port: int, token: str, local: str) -> int:
    """How often somebody who owns a seat is let in."""
    welcomed = 0
    for _ in range(RETURNS):
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        def listen(frame: bytes, told: "asyncio.Future[str]" = told) -> None:
            if not told.done():
                told.set_result(msgpack.unpackb(frame)["t"])

        try:
            async with asyncio.timeout(3):
                wire = await Wire.connect(port, listen, local)
                wire.send(encode(Hello(version=PROTOCOL, name=f"owner {local[-1]}", token=token)))
                welcomed += await told == "welcome"
                wire.close()
        except (OSError, TimeoutError, AssertionError):
            pass
    return welcomed
