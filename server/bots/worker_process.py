"""A bot process as the server sees it: started, asked, and ended when it is of no use any more."""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Any

from server.bots.worker import Done, Failed


class Unanswered(Exception):  # noqa: N818 - the word for it
    """A question got no answer; says why, in words for the log that hold nothing secret."""

    worker_lost = True
    """Whether the process is of no use any more."""


class Raised(Unanswered):
    """The process is all right, but the work it was asked for raised."""

    worker_lost = False


Serve = Callable[["Connection[Any, Any]"], None]
"""What a process does with the questions that come over its connection."""


class WorkerProcess:
    def __init__(self, serve: Serve) -> None:
        # A forked copy of a server would hold its sockets and threads; a spawned process starts clean.
        context = multiprocessing.get_context("spawn")
        # It would search the current folder for modules, before it knows where ours are.
        os.environ["PYTHONSAFEPATH"] = "1"
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), name="bot")
        with _signals_blocked():
            self._process.start()
        theirs.close()

    @property
    def alive(self) -> bool:
        return not wait([self._process.sentinel], timeout=0)

    async def started(self, within: float) -> None:
        """Wait until it can be asked. Raises ``Unanswered``."""
        await self._answer(within)

    async def ask(self, kind: str, arguments: tuple[Any, ...], within: float) -> Any:
        """The answer to a question. Raises ``Unanswered``, after so many seconds at the latest."""
        try:
            self._connection.send((kind, arguments))
        except OSError:
            raise Unanswered("its process had died") from None
        except Exception as error:
            # What cannot be pickled has not been sent, not even in part.
            raise Raised(f"{type(error).__name__}: the question cannot be sent") from None
        return await self._answer(within)

    async def _answer(self, within: float) -> Any:
        try:
            async with asyncio.timeout(within):
                await self._readable()
        except TimeoutError:
            raise Unanswered(f"its process gave no answer within {within:.1f} s") from None
        try:
            # An answer is short and written at once: what has begun to come is all there.
            answer: Done | Failed = self._connection.recv()
        except (EOFError, OSError):
            raise Unanswered("its process died") from None
        except Exception as error:
            raise Unanswered(f"{type(error).__name__}: its answer cannot be read") from None
        if isinstance(answer, Failed):
            raise Raised(answer.why)
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
        """End it, whatever it is doing."""
        self._process.kill()
        self._connection.close()
        await asyncio.to_thread(self._process.join)
        self._process.close()


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Block SIGINT and SIGTERM for a process that is started meanwhile, until it can ignore them.

    Ctrl+C goes to every process of a terminal, also to one that is still importing.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
