"""Bots decide in other processes, so that no table waits for another table's bot."""

import asyncio
import logging
import os
import time
from asyncio import Future, Task, TimerHandle
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from protocol.games import VOCABULARIES
from server.bots import worker
from server.bots.budgets import budget
from server.bots.choose import Plain, decider
from server.bots.fair_queue import FairQueue
from server.bots.worker_process import Serve, Unanswered, WorkerProcess

START_WITHIN: Final = 60.0
"""Seconds a process has until it can be asked, on a machine that is busy."""
MARGIN: Final = 8.0
"""Seconds beyond its budget after which a question is given up: its process hangs."""
ANOTHER_AFTER: Final = 0.1
"""Seconds a question waits for the processes there are before one more is started."""
PATIENCE: Final = 6.0
"""Seconds after which a decision that nobody has begun to think about is left to a quick bot."""
OVERLOAD_EVERY: Final = 60.0
"""Seconds between two lines in the log about it."""
IDLE: Final = 180.0
"""Seconds without a question after which a process ends."""

Keep = Callable[..., Path | None]
"""Writes down what it takes to repeat a bot's fault: the arguments of ``think``, and the ``error``."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Question:
    kind: str
    """One of ``worker.WORK``."""
    arguments: tuple[Any, ...]
    within: float
    """Seconds its answer may take before its process is taken to hang."""
    quick: tuple[Any, ...] | None = None
    """The arguments when there is no time left for what they are."""
    asked: float = field(default_factory=time.monotonic)
    answer: "Future[Any]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def wanted(self) -> bool:
        return not self.answer.done()

    @property
    def waited(self) -> float:
        return time.monotonic() - self.asked


class BotPool:
    """Processes that take decisions: started when there is something to decide, ended when there is not."""

    def __init__(
        self,
        most: int | None = None,
        margin: float = MARGIN,
        idle: float = IDLE,
        serve: Serve = worker.serve,
        keep: Keep = lambda **_about: None,
    ) -> None:
        """``most`` processes at once; by default one core is left to the tables.

        ``keep`` gets every decision at which a bot has failed.
        """
        self._most = most or max(1, _cores() - 1)
        self._margin = margin
        self._idle = idle
        self._serve = serve
        self._keep = keep
        self._waiting: FairQueue[Question] = FairQueue()
        self._free: list[Future[None]] = []
        """Of the processes that wait for a question, the one that has just become free last."""
        self._running: set[Task[None]] = set()
        self._growing: TimerHandle | None = None
        self._overload_told = -OVERLOAD_EVERY
        self._closed = False

    async def think(
        self, level: str, game: str, public: Plain, mine: Plain, seat: int, seed: int, table: str = ""
    ) -> dict[str, Any]:
        """The action of a bot that sees this view, or a refusal if there is no such bot.

        If the bot fails or its process dies or hangs, the quick bot that stands in for people decides.
        Raises ``Unanswered`` if that fails as well.
        """
        decider(level, game)
        stand_in = VOCABULARIES[game].stand_in
        seen = (game, public, mine, seat, seed)
        question = Question("think", (level, *seen), budget(level) + self._margin, (stand_in, *seen))
        try:
            action: dict[str, Any] = await self._ask(table, question)
        except Unanswered as error:
            asked = {"level": level, "game": game, "public": dict(public), "mine": dict(mine), "seat": seat}
            kept = self._keep(**asked, seed=seed, table=table, error=str(error))
            how = f"; to repeat it: triqueta-server replay-crash {kept}" if kept else ""
            log.warning("a bot of %s, level %s, failed: %s; %s decides%s", game, level, error, stand_in, how)
            action = await self._ask(table, Question("think", (stand_in, *seen), self._margin))
        return action

    async def ask(self, kind: str, whose: str, *arguments: Any, within: float) -> Any:
        """The answer to any other question that workers know, for somebody or for a table.

        Raises ``Unanswered``; ``within`` are the seconds it may take, once it is begun.
        """
        return await self._ask(whose, Question(kind, arguments, within + self._margin))

    async def close(self) -> None:
        """Drop all questions and end the processes."""
        self._closed = True
        if self._growing is not None:
            self._growing.cancel()
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        while (left := self._next()) is not None:
            left[1].answer.cancel()

    async def _ask(self, whose: str, question: Question) -> Any:
        if self._closed:
            raise RuntimeError("the bot pool is closed")
        self._waiting.put(whose, question)
        self._call_worker()
        return await question.answer

    def _next(self) -> tuple[str, Question] | None:
        """The next question that somebody still waits for, and whose it is."""
        while (taken := self._waiting.take()) is not None:
            if taken[1].wanted:
                return taken
        return None

    # How many processes there are

    def _call_worker(self) -> None:
        """Wake a process that has nothing to do, or start one if it pays."""
        while self._free:
            free = self._free.pop()
            if not free.done():
                free.set_result(None)
                return
        if not self._running:
            self._start()
        elif self._growing is None and len(self._running) < self._most:
            self._growing = asyncio.get_running_loop().call_later(ANOTHER_AFTER, self._grow)

    def _grow(self) -> None:
        self._growing = None
        if any(question.waited >= ANOTHER_AFTER for question in self._waiting):
            self._start()
        if len(self._waiting):
            self._call_worker()

    def _start(self) -> None:
        task = asyncio.create_task(self._work())
        self._running.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "Task[None]") -> None:
        self._running.discard(task)
        if len(self._waiting) and not self._closed:
            self._call_worker()

    # What one of them does

    async def _work(self) -> None:
        """Start a process and let it answer questions until it is lost or has had none for long."""
        try:
            process = WorkerProcess(self._serve)
        except OSError as error:
            self._fail_next(Unanswered(f"no process could be started: {error.strerror}"))
            return
        try:
            await process.started(START_WITHIN)
            while await self._answer_next(process):
                pass
        except Unanswered as error:
            self._fail_next(error)
        finally:
            await process.end()

    def _fail_next(self, error: Unanswered) -> None:
        """Let one question pay for a process that did not start, so that none is tried for ever."""
        taken = self._next()
        if taken is not None:
            taken[1].answer.set_exception(error)

    async def _answer_next(self, process: WorkerProcess) -> bool:
        """Let a process answer the next question; whether it can be asked another one."""
        taken = self._next()
        if taken is None:
            return await self._called()
        whose, question = taken
        if not process.alive:
            # It died while it had nothing to do: that is no fault of the question.
            self._waiting.put(whose, question, first=True)
            return False
        begun = time.monotonic()
        try:
            answer = await process.ask(question.kind, self._arguments(question), question.within)
        except Unanswered as error:
            if question.wanted:
                question.answer.set_exception(error)
            return not error.worker_lost
        finally:
            self._waiting.charge(whose, time.monotonic() - begun)
        if question.wanted:
            question.answer.set_result(answer)
        return True

    def _arguments(self, question: Question) -> tuple[Any, ...]:
        if question.quick is None or question.waited <= PATIENCE:
            return question.arguments
        if time.monotonic() - self._overload_told >= OVERLOAD_EVERY:
            self._overload_told = time.monotonic()
            waiting = len(self._waiting) + 1
            log.warning("%d decisions wait for a bot to think about them: quick bots take some", waiting)
        return question.quick

    async def _called(self) -> bool:
        """Wait for a question; false if there was none for so long that the process may end."""
        free: Future[None] = asyncio.get_running_loop().create_future()
        self._free.append(free)
        try:
            async with asyncio.timeout(self._idle):
                await free
        except TimeoutError:
            return len(self._waiting) > 0
        finally:
            if free in self._free:
                self._free.remove(free)
        return True


def _cores() -> int:
    """Those this process may use, where the system says so."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
