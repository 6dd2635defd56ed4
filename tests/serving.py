"""A real server process for tests and benches: started, killed and started again like the real thing."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import ClassVar, NamedTuple, Self

from tests import PATIENCE
from triqueta_protocol.internal.defaults import LAN_OFF, LAN_VARIABLE, PASSWORD_VARIABLE


class ServerProcess:
    """``triqueta-server`` on a free port of the loopback, with its data in a folder of the test's.

    It belongs to no event loop, so that tests may share one. It is not announced, unless the environment says
    where.
    """

    MODULE: ClassVar[str] = "triqueta_server"
    running: ClassVar[set["ServerProcess"]] = set()
    """Those of this process that nobody has ended."""

    def __init__(self, process: subprocess.Popen[bytes], url: str, folder: Path) -> None:
        self.process = process
        self.url = url
        self.folder = folder
        self.running.add(self)

    @classmethod
    async def start(cls, folder: Path, *options: str, port: int = 0, password: str = "") -> Self:
        """Start a server and wait until it says that it listens."""
        return await asyncio.to_thread(cls.launch, folder, *options, port=port, password=password)

    @classmethod
    def launch(cls, folder: Path, *options: str, port: int = 0, password: str = "") -> Self:
        """``start`` where there is no event loop."""
        folder.mkdir(parents=True, exist_ok=True)
        stderr = folder / "server.log"
        command = _command(cls.MODULE, "--port", str(port), "--data-dir", str(folder / "data"), *options)
        environment = {LAN_VARIABLE: LAN_OFF} | os.environ | {PASSWORD_VARIABLE: password}
        with stderr.open("ab") as log:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=environment,
                start_new_session=True,
            )
        assert process.stdout is not None
        line = process.stdout.readline().decode()
        server = cls(process, line.strip().rpartition(" ")[2], folder)
        if "listening on" not in line:
            server.end(signal.SIGKILL)
            raise RuntimeError(f"the server did not start: {line}{stderr.read_text()}")
        return server

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.url.rpartition(":")[2])

    @property
    def pid(self) -> int:
        """Its process id."""
        return self.process.pid

    @property
    def store(self) -> Path:
        """The file its games are in."""
        return self.folder / "data" / "triqueta.db"

    def log(self) -> str:
        """What it, and those before it in this folder, have said on standard error."""
        return (self.folder / "server.log").read_text()

    def wait_for_log(self, pattern: str, seconds: float = 60.0) -> None:
        """Wait until a line fits a regular expression."""
        deadline = time.monotonic() + seconds
        while not re.search(pattern, self.log()):
            assert time.monotonic() < deadline, f"{pattern!r} was not logged:\n{self.log()}"
            time.sleep(0.02)

    def logged_since(self, before: str) -> list[str]:
        """The lines since ``log`` was ``before``, without the announcer, which may speak late."""
        new = self.log().removeprefix(before).splitlines()
        return [line for line in new if "announced" not in line]

    async def kill(self) -> None:
        """End it as a power cut would."""
        await asyncio.to_thread(self.end, signal.SIGKILL)

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End it as ``systemctl stop`` would, or with ``SIGINT`` as Ctrl+C would; returns the exit status."""
        return await asyncio.to_thread(self.end, how)

    async def ended(self) -> int:
        """Wait until it has ended by itself; returns the exit status."""
        return await asyncio.to_thread(self.end, None)

    def end(self, how: signal.Signals | None) -> int:
        """``stop`` where there is no event loop."""
        if how is not None and self.process.poll() is None:
            if how is signal.SIGINT:
                os.killpg(self.process.pid, how)  # a terminal sends it to everybody in front of it
            else:
                self.process.send_signal(how)
        status = self.process.wait()
        self.running.discard(self)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
        return status


class Outcome(NamedTuple):
    """How a program ended, and what it said."""

    status: int
    stdout: str
    stderr: str


async def run_server(*options: str) -> Outcome:
    """Run a server that is expected to end by itself."""
    run = await asyncio.to_thread(
        subprocess.run,
        _command(ServerProcess.MODULE, *options),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    return Outcome(run.returncode, run.stdout, run.stderr)


def _command(module: str, *options: str) -> list[str]:
    return [sys.executable, "-m", module, "--host", "127.0.0.1", *options]
