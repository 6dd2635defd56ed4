"""The server's side of a bot process."""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any

from triqueta_server.bots.worker import Done, Failed


class WorkerError(Exception):
    """A question got no answer. The message is for the log and holds no secrets."""

    worker_lost = True
    """Whether the process must be replaced."""


class WorkFailedError(WorkerError):
    """The work raised; the process can be used again."""

    worker_lost = False


Serve = Callable[["Connection[Any, Any]"], None]
"""The main function of a process, called with its connection."""


class WorkerProcess:
    def __init__(self, serve: Serve) -> None:
        # Spawned, because a fork would inherit the server's sockets and threads.
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), name="bot")
        with _safe_path():
            # Started here, because starting it inside the block would unblock the signals.
            resource_tracker.ensure_running()
            with _signals_blocked():
                self._process.start()
        theirs.close()

    @property
    def alive(self) -> bool:
        return not wait([self._process.sentinel], timeout=0)

    async def started(self, within: float) -> None:
        """Wait until it is ready. Raises ``WorkerError``."""
        await self._answer(within)

    def add_niceness(self, nice: int) -> None:
        pid = self._process.pid
        assert pid is not None
        with suppress(OSError):  # it may just have died
            os.setpriority(os.PRIO_PROCESS, pid, os.getpriority(os.PRIO_PROCESS, pid) + nice)

    async def ask(self, kind: str, arguments: tuple[Any, ...], within: float) -> Any:
        """Return the answer to a question. Raises ``WorkerError``, after ``within`` seconds at the latest."""
        try:
            self._connection.send((kind, arguments))
        except OSError:
            raise WorkerError("its process had died") from None
        except Exception as error:
            # A question that cannot be pickled was not sent, not even in part.
            raise WorkFailedError(f"{type(error).__name__}: the question cannot be sent") from None
        return await self._answer(within)

    async def _answer(self, within: float) -> Any:
        try:
            async with asyncio.timeout(within):
                await self._readable()
        except TimeoutError:
            raise WorkerError(f"its process gave no answer within {within:.1f} s") from None
        try:
            # An answer is short and written at once, so this does not block.
            answer: Done | Failed = self._connection.recv()
        except (EOFError, OSError):
            raise WorkerError("its process died") from None
        except Exception as error:
            raise WorkerError(f"{type(error).__name__}: its answer cannot be read") from None
        if isinstance(answer, Failed):
            raise WorkFailedError(answer.why)
        return answer.answer

    async def _readable(self) -> None:
        loop = asyncio.get_running_loop()
        readable = asyncio.Event()
        loop.add_reader(self._connection.fileno(), readable.set)
        try:
            await readable.wait()
        finally:
            loop.remove_reader(self._connection.fileno())

    async def end(self) -> None:
        """Kill it, whatever it is doing."""
        self._process.kill()
        self._connection.close()
        await asyncio.to_thread(self._process.join)
        self._process.close()


@contextmanager
def _safe_path() -> Iterator[None]:
    """Keep processes that are started inside from searching the current folder for modules.

    ``multiprocessing`` takes no environment for a process.
    """
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Block SIGINT and SIGTERM while a process starts, until it can ignore them itself.

    Ctrl+C reaches every process of a terminal, even one that is still importing.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
