"""A server of our own: a child process that ends with this program, however this program ends."""

import asyncio
import contextlib
import os
import re
import secrets
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from triqueta_tui.net.address import Address
from triqueta_tui.net.reasons import NoServerError

START_TIMEOUT: Final = 20.0
STOP_TIMEOUT: Final = 5.0

_LISTENING: Final = re.compile(r"listening on ws://.*:(\d+)/?\s*$")


class Embedded:
    """A server on this machine.

    It holds the reading end of a pipe whose writing end is ours: when this process is gone, whatever became
    of it, the pipe closes and the server ends by itself.
    """

    def __init__(
        self,
        data: Path,
        log: Path,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        password: str | None = None,
    ) -> None:
        self.password = password
        self._command = [
            sys.executable,
            "-m",
            "server",
            "--embedded",
            "--host",
            host,
            "--data-dir",
            str(data),
        ]
        self._port = port
        self._log = log
        self._process: Process | None = None

    @classmethod
    def private(cls, data: Path, log: Path) -> "Embedded":
        """A server only this program can use: on loopback, with a password nobody has seen."""
        return cls(data, log, password=secrets.token_urlsafe(24))

    async def start(self) -> Address:
        """Start it and return where this machine finds it, once it listens."""
        await self.launch()
        return await self.listening()

    async def launch(self) -> None:
        """Start it, and do not wait for it to be ready."""
        environment = {name: value for name, value in os.environ.items() if name != "TRIQUETA_PASSWORD"}
        if self.password:
            environment["TRIQUETA_PASSWORD"] = self.password
        with _opened(self._log) as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                "--port",
                str(self._port),
                stdin=PIPE,
                stdout=PIPE,
                stderr=log,
                env=environment,
                # Ctrl+C in the terminal is for this program alone.
                start_new_session=True,
            )

    async def listening(self) -> Address:
        """Wait until it listens; returns where. Raises ``NoServerError``."""
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(START_TIMEOUT):
                line = (await self._process.stdout.readline()).decode(errors="replace")
        except TimeoutError:
            line = ""
        found = _LISTENING.search(line)
        if found is None:
            await self.stop()
            raise NoServerError(self._log, line.strip())
        # Started again, it is found where it was.
        self._port = int(found[1])
        return Address("127.0.0.1", self._port)

    async def ended(self) -> None:
        """Wait until the server is gone."""
        if self._process is not None:
            await self._process.wait()

    async def stop(self) -> None:
        """Let it save and end; if it does not, end it."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        try:
            async with asyncio.timeout(STOP_TIMEOUT):
                await process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


@contextlib.contextmanager
def _opened(log: Path) -> Iterator[IO[bytes] | int]:
    """The server's log for writing, or nowhere if it cannot be written."""
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        file = log.open("wb")
    except OSError:
        yield DEVNULL
        return
    with file:
        yield file
