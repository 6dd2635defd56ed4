"""A server as a child process: it ends with this program, unless it is told to stay."""

import asyncio
import contextlib
import logging
import os
import re
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import IO, Final

from triqueta_protocol.internal.defaults import PASSWORD_VARIABLE, STAY
from triqueta_protocol.internal.python_command import python_command
from triqueta_tui.session.address import Address
from triqueta_tui.session.error_words import NoServerError

START_TIMEOUT: Final = 20.0
STOP_TIMEOUT: Final = 5.0

RESTARTS: Final = 3
RESTART_AFTER: Final = 0.2

_log = logging.getLogger(__name__)
_LISTENING: Final = re.compile(r"listening on ws://.*:(\d+)/?\s*$")


class LocalServer:
    """A server process on this machine.

    Its standard input is a pipe from this process: when this process ends, however it does, the pipe closes
    and the server ends, too. It is no asyncio subprocess, since those are killed with their loop and this one
    may have to outlive it.
    """

    def __init__(
        self,
        data: Path,
        log: Path,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        password: str | None = None,
        options: Sequence[str] = (),
    ) -> None:
        self.password = password
        where = ("--host", host, "--data-dir", str(data))
        self._command = python_command("triqueta_server", "--embedded", *where, *options)
        self._port = port
        self._log = log
        self._process: Popen[bytes] | None = None
        self._ahead = False
        """Whether the process was started ahead of time, and nobody waits for it yet."""
        self._ended = asyncio.Event()

    @classmethod
    def private(cls, data: Path, log: Path) -> "LocalServer":
        """A server only this program can use: on loopback, unannounced, with a random password."""
        return cls(data, log, password=secrets.token_urlsafe(24), options=("--no-announce",))

    async def start(self) -> Address:
        """Start the server and wait until it listens; returns its address. Raises ``NoServerError``."""
        self.launch()
        return await self.listening()

    def spawn(self) -> None:
        """Start the process ahead of time, before there is an event loop."""
        environment = {name: value for name, value in os.environ.items() if name != PASSWORD_VARIABLE}
        if self.password:
            environment[PASSWORD_VARIABLE] = self.password
        if self._process is not None:
            _close_pipes(self._process)
        with _opened(self._log) as log:
            self._process = Popen(  # noqa: S603 - our own program
                [*self._command, "--port", str(self._port)],
                bufsize=0,
                stdin=PIPE,
                stdout=PIPE,
                stderr=log,
                env=environment,
                # Ctrl+C in the terminal is for this program alone.
                start_new_session=True,
            )
        self._ahead = True

    def launch(self) -> None:
        """Start the server without waiting for it to listen; it may have been started ahead of time."""
        if not self._ahead:
            self.spawn()
        self._ahead = False
        process = self._process
        assert process is not None
        ended = self._ended = asyncio.Event()
        loop = asyncio.get_running_loop()

        def wait() -> None:
            process.wait()
            with contextlib.suppress(RuntimeError):  # this program has ended first
                loop.call_soon_threadsafe(ended.set)

        threading.Thread(target=wait, name="end of the server", daemon=True).start()

    async def listening(self) -> Address:
        """Wait until the server listens; returns its address. Raises ``NoServerError``."""
        process = self._process
        assert process is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(START_TIMEOUT):
                line = (await asyncio.to_thread(process.stdout.readline)).decode(errors="replace")
        except TimeoutError:
            line = ""
        found = _LISTENING.search(line)
        if found is None:
            await self.stop()
            raise NoServerError(self._log, line.strip(), process.returncode)
        # Started again, it is found where it was.
        self._port = int(found[1])
        return Address("127.0.0.1", self._port)

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    async def ended(self) -> None:
        if self._process is not None:
            await self._ended.wait()

    async def supervise(self, wanted: Callable[[], bool]) -> None:
        """Restart the server a few times, at the same port, if it ends while it is wanted."""
        for _ in range(RESTARTS):
            await self.ended()
            if not wanted():
                return
            _log.warning("the server of this program has ended; starting it again")
            await asyncio.sleep(RESTART_AFTER)
            if not wanted():
                return
            try:
                await self.start()
            except NoServerError as error:
                _log.warning("it does not start: %s", error)

    def detach(self) -> int:
        """Let the server go on without this program; returns its process id."""
        process, self._process = self._process, None
        assert process is not None
        assert process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it has ended by itself
            process.stdin.write(STAY)
        _close_pipes(process)
        return process.pid

    async def stop(self) -> None:
        """Let the server save and end; kill it if it takes too long."""
        if self._ahead:
            # Nobody waits for its end yet.
            self.launch()
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        try:
            async with asyncio.timeout(STOP_TIMEOUT):
                await self._ended.wait()
        except TimeoutError:
            process.kill()
            await self._ended.wait()
        finally:
            _close_pipes(process)


def _close_pipes(process: "Popen[bytes]") -> None:
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()


@contextlib.contextmanager
def _opened(log: Path) -> Iterator[IO[bytes] | int]:
    """The server's log for writing, or ``DEVNULL`` if it cannot be written."""
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        file = log.open("wb")
    except OSError:
        yield DEVNULL
        return
    with file:
        yield file
