"""A real server process for tests and benches: started, killed and started again like the real thing."""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Self


class ServerProcess:
    """``triqueta-server`` on a free port of the loopback, with its data in a folder of the test's."""

    def __init__(self, process: asyncio.subprocess.Process, url: str, stderr: Path, folder: Path) -> None:
        self.process = process
        self.url = url
        self.folder = folder
        self._stderr = stderr

    @classmethod
    async def start(cls, folder: Path, *options: str, port: int = 0, password: str = "") -> Self:
        """Start a server and wait until it says that it listens."""
        stderr = folder / "server.log"
        folder.mkdir(parents=True, exist_ok=True)
        with stderr.open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "server",
                *("--host", "127.0.0.1", "--port", str(port), "--data-dir", str(folder / "data")),
                *options,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                env=os.environ | {"TRIQUETA_PASSWORD": password},
            )
        assert process.stdout is not None
        line = (await process.stdout.readline()).decode()
        if "listening on" not in line:
            await process.wait()
            raise RuntimeError(f"the server did not start: {line}{stderr.read_text()}")
        return cls(process, line.split()[-1], stderr, folder)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.url.rpartition(":")[2])

    @property
    def pid(self) -> int:
        """Its process id."""
        return self.process.pid

    def log(self) -> str:
        """What it has said on standard error."""
        return self._stderr.read_text()

    async def kill(self) -> None:
        """End it as a power cut would."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """End it as ``systemctl stop`` would; returns the exit status."""
        return await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> int:
        if self.process.returncode is None:
            self.process.send_signal(how)
        status = await self.process.wait()
        transport = getattr(self.process, "_transport", None)  # asyncio closes its pipes only when collected
        if transport is not None:
            transport.close()
        return status
