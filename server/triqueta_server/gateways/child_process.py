"""Our own programs as child processes: started, ended, and started again when they break."""

import asyncio
import contextlib
import logging
import os
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from triqueta_protocol.internal.python_command import python_command
from triqueta_server.cannot_start import StartupError

FIRST_WAIT: Final = 1.0
LONGEST_WAIT: Final = 60.0
STEADY: Final = 300.0
"""Seconds after which a child counts as working: if it ends then, the backoff starts over."""

ENVIRONMENT: Final = ("PATH", "TZ")
"""All that a child gets of the environment: where the system's programs are, and the time zone of the log."""

log = logging.getLogger(__name__)


@contextlib.asynccontextmanager
async def starting(
    module: str, *arguments: str, stdin: int, stdout: int, stderr: int | None = None
) -> AsyncIterator[Process]:
    """Start a module of ours; the child is killed if the block around its first words fails.

    PYTHONPATH is ignored, so a source checkout has to be installed (``pip install -e .``) for its gateways
    to open.
    """
    process = await asyncio.create_subprocess_exec(
        *python_command(module, *arguments),
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        cwd="/",
        env={name: os.environ[name] for name in ENVIRONMENT if name in os.environ},
        # Ctrl+C is for the server, which ends its children itself.
        start_new_session=True,
    )
    try:
        yield process
    except BaseException:
        await _end(process, 0)
        raise


@dataclass(eq=False)
class RestartedChild:
    """A child process that is started again when it ends by itself, after waits that grow while it fails."""

    name: str
    launch: Callable[[], Awaitable[Process]]
    end_within: float
    _process: Process | None = None
    _restarting: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start it for the first time; raises ``StartupError``."""
        self._process = await self.launch()
        self._restarting = asyncio.create_task(self._restart(self._process))

    async def stop(self) -> None:
        """Close the child's standard input, if it is a pipe, and wait for the child to end; or kill it."""
        if self._restarting is not None:
            self._restarting.cancel()
            await asyncio.wait([self._restarting])
        if self._process is not None:
            await _end(self._process, self.end_within)

    async def _restart(self, process: Process) -> None:
        loop = asyncio.get_running_loop()
        wait = FIRST_WAIT
        while True:
            started = loop.time()
            status = await process.wait()
            log.error("%s ended, restarting status=%d", self.name, status)
            if loop.time() - started > STEADY:
                wait = FIRST_WAIT
            while True:
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)
                try:
                    process = self._process = await self.launch()
                    break
                except StartupError as refusal:
                    log.error("%s not restarted error=%s", self.name, refusal)
            log.info("%s restarted", self.name)


async def _end(process: Process, within: float) -> None:
    if process.stdin is not None:
        process.stdin.close()
    try:
        async with asyncio.timeout(within):
            await process.wait()
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
