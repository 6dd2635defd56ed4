"""Bots decide in other processes, so that no table waits for another table's bot."""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from server.bots import worker
from server.bots.choose import Plain, decider


class BotPool:
    """Processes that take decisions, started with the first question and ended by ``close``."""

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        self._executor: ProcessPoolExecutor | None = None
        self._closed = False

    async def think(
        self, level: str, game: str, public: Plain, mine: Plain, seat: int, seed: int
    ) -> dict[str, Any]:
        """The action of a bot that sees this view, or a refusal if there is no such bot."""
        decider(level, game)
        action: dict[str, Any] = await self._answer(worker.think, level, game, public, mine, seat, seed)
        return action

    async def ask(self, kind: str, whose: str, *arguments: Any, within: float) -> Any:
        """The answer to any other question that workers know, for somebody or for a table.

        ``within`` are the seconds it may take, once it is begun.
        """
        return await self._answer(worker.WORK[kind], *arguments)

    async def _answer(self, *question: Any) -> Any:
        """A process that dies over the question is replaced, once."""
        executor = self._running()
        try:
            return await self._ask(executor, question)
        except BrokenProcessPool:
            self._discard(executor)
        return await self._ask(self._running(), question)

    async def close(self) -> None:
        """Drop what is not begun, wait for what is, and end the processes."""
        self._closed = True
        executor, self._executor = self._executor, None
        if executor is not None:
            await asyncio.to_thread(executor.shutdown, cancel_futures=True)

    async def _ask(self, executor: ProcessPoolExecutor, question: tuple[Any, ...]) -> Any:
        with _signals_blocked():
            answer = executor.submit(*question)
        return await asyncio.wrap_future(answer)

    def _running(self) -> ProcessPoolExecutor:
        if self._closed:
            raise RuntimeError("the bot pool is closed")
        if self._executor is None:
            # A forked copy of a server would hold its sockets and threads; a spawned process starts clean.
            context = multiprocessing.get_context("spawn")
            # It would search the current folder for modules, before it knows where ours are.
            os.environ["PYTHONSAFEPATH"] = "1"
            self._executor = ProcessPoolExecutor(self._workers, context, worker.initialise)
        return self._executor

    def _discard(self, broken: ProcessPoolExecutor) -> None:
        """Drop a broken pool, unless another question has already done so."""
        if self._executor is broken:
            self._executor = None
            broken.shutdown(wait=False)


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
