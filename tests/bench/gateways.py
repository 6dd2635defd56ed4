"""What strangers at the SSH and browser gateways, and guests who type, do to others."""

import argparse
import asyncio
import resource
import signal
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import asyncssh
import psutil

from tests.bench.report import json_line, table
from tests.integration.ssh import SshServer
from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from triqueta_protocol.requests import Lobby

STRANGER, FRIEND = "127.0.0.2", "127.0.0.1"
FILES = 1024
HALVES = 1100
SILENT = 40
GUESSERS = 8
TYPISTS = 8


def main(arguments: list[str]) -> None:
    """Run the bench and print its table and its line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench gateways", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="of each flood (default: %(default)s)")
    seconds = parser.parse_args(arguments).seconds
    figures: dict[str, float] = {}
    for measure in (_half_requests, _silence, _guesses, _typing):
        with tempfile.TemporaryDirectory() as folder:
            figures |= asyncio.run(measure(Path(folder), seconds))
    table(("gateways", "figure"), list(figures.items()))
    json_line(figures)


async def _half_requests(folder: Path, seconds: float) -> dict[str, float]:
    """More unfinished requests than there are files: does a friend get the page, and how long is the log?"""
    server = await ServerProcess.start(folder, "--web", "0")
    assert server.process.stdout is not None
    port = int(server.process.stdout.readline().decode().rpartition(":")[2])
    for process in psutil.Process(server.pid).children():
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (FILES, FILES))
    lines = []
    for _ in range(HALVES):
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(0.5):
                line = await asyncio.open_connection("127.0.0.1", port, local_addr=(STRANGER, 0))
            line[1].write(b"GET / HTTP/1.1\r\nHost: a\r\n")
            lines.append(line)

    async def page() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(FRIEND, 0))
        writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 200")
        writer.close()

    got, tried = await _try_again(page, seconds)
    for _, writer in lines:
        writer.close()
    await server.stop()
    return {
        "half requests: pages a friend got": got,
        "half requests: pages asked for": tried,
        "half requests: log, kB a second": len(server.log()) / 1000 / seconds,
    }


async def _silence(folder: Path, seconds: float) -> dict[str, float]:
    """Connections that say nothing to the SSH gateway: does a friend get in?"""
    ssh = await asyncio.to_thread(SshServer.open, folder)
    lines = [
        await asyncio.open_connection("127.0.0.1", ssh.port, local_addr=(STRANGER, 0)) for _ in range(SILENT)
    ]

    async def visit() -> None:
        async with _call(ssh, FRIEND):
            pass

    got, tried = await _try_again(visit, seconds)
    for _, writer in lines:
        writer.close()
    await asyncio.to_thread(ssh.close)
    return {"silence: logins of a friend": got, "silence: logins tried": tried}


async def _guesses(folder: Path, seconds: float) -> dict[str, float]:
    """How many passwords one address can try over SSH."""
    ssh = await asyncio.to_thread(SshServer.open, folder, password="sesame")
    tried = 0
    began = time.monotonic()
    over = began + seconds

    async def guess() -> None:
        nonlocal tried
        while time.monotonic() < over:
            with suppress(asyncssh.Error, OSError, asyncio.IncompleteReadError, TimeoutError):
                async with _call(ssh, STRANGER) as line, line.create_process(term_type="xterm") as game:
                    while time.monotonic() < over:
                        async with asyncio.timeout(seconds):
                            await game.stdout.readuntil("house: ")
                            game.stdin.write("open\r")
                            await game.stdout.readuntil("not the password.")
                        tried += 1

    await asyncio.gather(*(guess() for _ in range(GUESSERS)))
    took = time.monotonic() - began
    await asyncio.to_thread(ssh.server.end, signal.SIGTERM)
    return {"guesses a second": tried / took}


async def _typing(folder: Path, seconds: float) -> dict[str, float]:
    """How long players wait for the server while guests type as fast as they can."""
    ssh = await asyncio.to_thread(
        SshServer.open, folder, "--max-rate", "5000", "--max-guests-per-address", str(2 * TYPISTS)
    )
    ana = await ScriptedClient.connect(ssh.server.url, "Ana")
    quiet = await _delays(ana, seconds / 2)
    async with AsyncExitStack() as guests:
        typing = []
        for _ in range(TYPISTS):
            line = await guests.enter_async_context(_call(ssh, FRIEND))
            game = await line.create_process(term_type="xterm-256color", term_size=(100, 30), encoding=None)
            await game.stdout.readuntil(b"1049h")
            typing.append(asyncio.create_task(_type(game)))
        await asyncio.sleep(2)
        busy = await _delays(ana, seconds)
        for task in typing:
            task.cancel()
    await ana.close()
    await asyncio.to_thread(ssh.server.end, signal.SIGTERM)
    return {
        "typing: quiet p50, ms": 1000 * statistics.median(quiet),
        "typing: p50 as a ratio to quiet": statistics.median(busy) / statistics.median(quiet),
        "typing: p99 as a ratio to quiet": _p99(busy) / _p99(quiet),
    }


async def _type(game: Any) -> None:
    async def read() -> None:
        while await game.stdout.read(65536):
            pass

    reading = asyncio.create_task(read())
    try:
        while True:
            for key in (b"\x1b[B", b"\x1b[A"):
                game.stdin.write(key)
                await asyncio.sleep(0.005)
    finally:
        reading.cancel()


async def _delays(client: ScriptedClient, seconds: float) -> list[float]:
    delays = []
    over = time.perf_counter() + seconds
    while (began := time.perf_counter()) < over:
        await client.ask(Lobby(id=client.next_id(), on=False))
        delays.append(time.perf_counter() - began)
        await asyncio.sleep(0.01)
    return delays


def _p99(delays: list[float]) -> float:
    return statistics.quantiles(delays, n=100)[98]


async def _try_again(what: Callable[[], Awaitable[None]], seconds: float) -> tuple[int, int]:
    """How often it worked, and how often it was tried."""
    got = tried = 0
    over = time.monotonic() + seconds
    while time.monotonic() < over:
        tried += 1
        with suppress(OSError, TimeoutError, asyncssh.Error, AssertionError):
            async with asyncio.timeout(2):
                await what()
            got += 1
        await asyncio.sleep(0.2)
    return got, tried


def _call(ssh: SshServer, source: str) -> Any:
    key = asyncssh.generate_private_key("ssh-ed25519")
    return asyncssh.connect(
        "127.0.0.1", ssh.port, local_addr=(source, 0), username="guest", client_keys=[key], known_hosts=None
    )
