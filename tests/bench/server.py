"""How fast the server is: busy tables, real sockets, real store, beside a bare echo in the same run."""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import msgpack
import psutil

from tests.bench.busy_run import ROOMY
from tests.bench.players import BusyPlayer, BusyTable
from tests.bench.wire import Wire
from tests.serving import ServerProcess

ECHOED = msgpack.packb({"t": "act", "id": 12345, "table": "BCDF", "action": {"do": "place", "row": 1}})


def main(arguments: list[str]) -> None:
    """Run the bench and print its table and its line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench server", description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--warm-up", type=float, default=2.0)
    options = parser.parse_args(arguments)
    figures = asyncio.run(_measure(options.tables, options.players, options.seconds, options.warm_up))
    width = max(map(len, figures))
    for name, value in figures.items():
        print(f"{name:<{width}}  {value:>12,.2f}")
    print(json.dumps({name: round(value, 3) for name, value in figures.items()}))


async def _measure(tables: int, players: int, seconds: float, warm_up: float) -> dict[str, float]:
    echo = await _echo(tables * players, seconds / 2, warm_up)
    with tempfile.TemporaryDirectory() as folder:
        server = await ServerProcess.start(Path(folder), *ROOMY)
        try:
            played = await _play(server, tables, players, seconds, warm_up)
        finally:
            await server.stop()
    # A decision's event is its answer, too: one frame carries both.
    ratios = {
        "frames_ratio_to_echo": played["frames_per_s"] / echo["echo_frames_per_s"],
        "messages_ratio_to_echo_trips": (played["frames_per_s"] + played["moves_per_s"])
        / echo["echo_round_trips_per_s"],
        "cpu_of_a_move_in_echo_trips": played["server_cpu_us_per_move"] / echo["echo_cpu_us_per_round_trip"],
    }
    return played | ratios | echo


async def _echo(connections: int, seconds: float, warm_up: float) -> dict[str, float]:
    """Round trips of a bare echo server under as many connections."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.echo", stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    port = int((await process.stdout.readline()).rpartition(b":")[2])
    count = 0
    wires: list[Wire] = []

    def bounce(wire: Wire, _frame: bytes) -> None:
        nonlocal count
        count += 1
        wire.send(ECHOED)

    for _ in range(connections):
        wire = await Wire.connect(port, lambda _frame: None)
        wire.received = partial(bounce, wire)
        wires.append(wire)
    for wire in wires:
        wire.send(ECHOED)
    await asyncio.sleep(warm_up)
    watched = psutil.Process(process.pid)
    began, cpu, before = time.perf_counter(), cpu_of(watched), count
    await asyncio.sleep(seconds)
    took, used, trips = time.perf_counter() - began, cpu_of(watched) - cpu, count - before
    for wire in wires:
        wire.close()
    process.terminate()
    await process.wait()
    return {
        "echo_round_trips_per_s": trips / took,
        "echo_frames_per_s": 2 * trips / took,
        "echo_cpu_us_per_round_trip": used / trips * 1e6,
    }


async def _play(
    server: ServerProcess, tables: int, players: int, seconds: float, warm_up: float
) -> dict[str, float]:
    watched = psutil.Process(server.pid)
    moments: list[float] = []
    everybody = [[BusyPlayer(f"b{table}x{seat}") for seat in range(players)] for table in range(tables)]
    for group in everybody:
        for player in group:
            await player.connect(server.port)
    busy = [BusyTable(group, moments) for group in everybody]
    for table in busy:
        table.open(players)
    await asyncio.sleep(warm_up)
    moments.clear()
    wires = [player.wire for group in everybody for player in group]
    began, cpu, moves = time.perf_counter(), cpu_of(watched), sum(table.moves for table in busy)
    frames = sum(wire.frames_in + wire.frames_out for wire in wires)
    size = sum(wire.bytes_in + wire.bytes_out for wire in wires)
    await asyncio.sleep(seconds)
    took, used = time.perf_counter() - began, cpu_of(watched) - cpu
    moves = sum(table.moves for table in busy) - moves
    frames = sum(wire.frames_in + wire.frames_out for wire in wires) - frames
    size = sum(wire.bytes_in + wire.bytes_out for wire in wires) - size
    for wire in wires:
        wire.close()
    hundredths = statistics.quantiles(moments, n=100)
    return {
        "moves_per_s": moves / took,
        "frames_per_s": frames / took,
        "p50_ms": hundredths[49] * 1e3,
        "p99_ms": hundredths[98] * 1e3,
        "server_cpu_us_per_move": used / moves * 1e6,
        "bytes_per_move": size / moves,
    }


def cpu_of(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)
