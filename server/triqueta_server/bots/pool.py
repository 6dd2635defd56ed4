"""The pool of bot processes: no table waits for another table's bot."""

import asyncio
import logging
import os
import time
from asyncio import Future, Task, TimerHandle
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from triqueta_protocol.games import VOCABULARIES
from triqueta_server.bots import worker
from triqueta_server.bots.choose import Plain, decider
from triqueta_server.bots.clock import budget
from triqueta_server.bots.worker_process import Serve, WorkerError, WorkerProcess
from triqueta_server.limits.fair_queue import FairQueue, Owner

START_WITHIN: Final = 60.0
"""Seconds until a process must be ready, even on a busy machine."""
MARGIN: Final = 8.0
"""Seconds beyond the budget after which a process counts as hung."""
ANOTHER_AFTER: Final = 0.1
"""Seconds a question waits before one more process is started."""
PATIENCE: Final = 6.0
"""Seconds after which a decision that is still queued is left to a quick bot."""
OVERLOAD_EVERY: Final = 60.0
"""Seconds between two warnings about overload."""
LONG: Final = 0.5
"""Seconds from which on a decision is a long one."""
LONG_WORK: Final = frozenset({"advise", "assess"})
"""Other questions that take as long."""
SHORT_WORK: Final = frozenset({"replay", "read_file", "write_file"})
"""Those that take some milliseconds."""
EXTRA_NICE: Final = 4
"""Added to the niceness of all processes but those for short decisions."""
IDLE: Final = 180.0
"""Seconds without a question after which a process ends."""

Keep = Callable[..., Path | None]
"""Stores what it takes to reproduce a bot's failure: the arguments of ``think``, and the ``error``."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Question:
    kind: str
    """One of ``worker.WORK``."""
    arguments: tuple[Any, ...]
    within: float
    """Seconds its answer may take before its process counts as hung."""
    quick: tuple[Any, ...] | None = None
    """The arguments to use instead when it has waited too long."""
    asked: float = field(default_factory=time.monotonic)
    answer: "Future[Any]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def wanted(self) -> bool:
        return not self.answer.done()

    @property
    def waited(self) -> float:
        return time.monotonic() - self.asked


class BotPool:
    """Processes that take decisions and work on finished games.

    Nothing waits for what takes much longer: short work, short decisions and long decisions have processes
    of their own, and the system shares the cores among these. One process of each kind is always left to
    other addresses.
    """

    def __init__(
        self,
        most: int | None = None,
        margin: float = MARGIN,
        idle: float = IDLE,
        serve: Serve = worker.serve,
        keep: Keep = lambda **_about: None,
    ) -> None:
        """``most`` processes of each kind at once, all but one of them for one address.

        By default there are as many as cores, so that one address leaves a core to the tables.

        ``keep`` gets every decision at which a bot failed.
        """
        self._margin = margin
        self._keep = keep
        most = most or max(2, _cores())
        self._short_work, self._decisions, self._long_decisions = (
            _Processes(most, idle, serve, nice) for nice in (EXTRA_NICE, 0, EXTRA_NICE)
        )

    async def think(
        self,
        level: str,
        game: str,
        public: Plain,
        mine: Plain,
        seat: int,
        seed: int,
        table: str = "",
        address: str = "",
    ) -> dict[str, Any]:
        """Return a bot's action for this view, or refuse if there is no such bot.

        If the bot fails or its process dies or hangs, the game's stand-in bot decides.
        Raises ``WorkerError`` if that fails as well.
        """
        decider(level, game)
        owner, processes = Owner(address, table), self._of_level(level)
        stand_in = VOCABULARIES[game].stand_in
        seen = (game, public, mine, seat, seed)
        question = Question("think", (level, *seen), budget(level) + self._margin, (stand_in, *seen))
        try:
            action: dict[str, Any] = await processes.ask(owner, question)
        except WorkerError as error:
            asked = {"level": level, "game": game, "public": dict(public), "mine": dict(mine), "seat": seat}
            kept = self._keep(**asked, seed=seed, table=table, error=str(error))
            how = f" repeat='triqueta-server replay-crash {kept}'" if kept else ""
            log.warning(
                "bot failed game=%s level=%s stand_in=%s%s error=%s", game, level, stand_in, how, error
            )
            instead = Question("think", (stand_in, *seen), self._margin)
            action = await self._of_level(stand_in).ask(owner, instead)
        return action

    async def ask(self, kind: str, owner: Owner, *arguments: Any, within: float) -> Any:
        """Return the answer to any other question that workers know.

        ``owner`` is charged for the time. Raises ``WorkerError``, at the latest ``within`` seconds after it
        was begun.
        """
        processes = self._short_work if kind in SHORT_WORK else self._decisions
        if kind in LONG_WORK:
            processes = self._long_decisions
        return await processes.ask(owner, Question(kind, arguments, within + self._margin))

    async def close(self) -> None:
        """Drop all questions and end the processes."""
        for processes in (self._short_work, self._decisions, self._long_decisions):
            await processes.close()

    def _of_level(self, level: str) -> "_Processes":
        return self._long_decisions if budget(level) >= LONG else self._decisions


class _Processes:
    """Processes for one kind of work: started when there is something to do, ended when there is not."""

    def __init__(self, most: int, idle: float, serve: Serve, nice: int) -> None:
        self._most = most
        self._idle = idle
        self._serve = serve
        self._nice = nice
        self._waiting: FairQueue[Question] = FairQueue(per_address=max(1, most - 1))
        self._free: list[Future[None]] = []
        """Of idle processes; the one that became idle last is at the end."""
        self._running: set[Task[None]] = set()
        self._starting = 0
        """Processes that are not ready yet."""
        self._growing: TimerHandle | None = None
        self._overload_told = -OVERLOAD_EVERY
        self._closed = False

    async def close(self) -> None:
        self._closed = True
        if self._growing is not None:
            self._growing.cancel()
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        for question in self._waiting:
            question.answer.cancel()

    async def ask(self, owner: Owner, question: Question) -> Any:
        if self._closed:
            raise RuntimeError("the bot pool is closed")
        self._waiting.put(owner, question)
        self._call_worker()
        return await question.answer

    def _next(self) -> tuple[Owner, Question] | None:
        """The next question that is still wanted, and its owner."""
        while (taken := self._waiting.take()) is not None:
            if taken[1].wanted:
                return taken
            self._waiting.finish(taken[0])
        return None

    # How many processes there are

    def _call_worker(self) -> None:
        """Wake an idle process, or start one if needed."""
        if not any(self._waiting.ready()):
            return
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
        if sum(question.waited >= ANOTHER_AFTER for question in self._waiting.ready()) > self._starting:
            self._start()
        self._call_worker()

    def _start(self) -> None:
        task = asyncio.create_task(self._work())
        self._running.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "Task[None]") -> None:
        self._running.discard(task)
        if not self._closed:
            self._call_worker()

    # What one of them does

    async def _work(self) -> None:
        """Start a process and let it answer questions until it is lost or idle for long."""
        try:
            process = WorkerProcess(self._serve)
        except OSError as error:
            self._fail_next(WorkerError(f"no process could be started: {error.strerror}"))
            return
        try:
            self._starting += 1
            try:
                await process.started(START_WITHIN)
            finally:
                self._starting -= 1
            process.add_niceness(self._nice)
            while await self._answer_next(process):
                pass
        except WorkerError as error:
            self._fail_next(error)
        finally:
            await process.end()

    def _fail_next(self, error: WorkerError) -> None:
        """Fail one question for a process that did not start, so that starting is not retried forever."""
        taken = self._next()
        if taken is not None:
            owner, question = taken
            self._waiting.finish(owner)
            question.answer.set_exception(error)

    async def _answer_next(self, process: WorkerProcess) -> bool:
        """Let a process answer the next question; return whether it can be asked another one."""
        taken = self._next()
        if taken is None:
            return await self._called()
        owner, question = taken
        begun = time.monotonic()
        try:
            if not process.alive:
                # It died while idle, so the question is asked again.
                self._waiting.put(owner, question, first=True)
                return False
            answer = await process.ask(question.kind, self._arguments(question), question.within)
        except WorkerError as error:
            if question.wanted:
                question.answer.set_exception(error)
            return not error.worker_lost
        finally:
            self._waiting.finish(owner, time.monotonic() - begun)
        if question.wanted:
            question.answer.set_result(answer)
        return True

    def _arguments(self, question: Question) -> tuple[Any, ...]:
        if question.quick is None or question.waited <= PATIENCE:
            return question.arguments
        if time.monotonic() - self._overload_told >= OVERLOAD_EVERY:
            self._overload_told = time.monotonic()
            waiting = len(self._waiting) + 1
            log.warning("bots overloaded, quick bots decide waiting=%d", waiting)
        return question.quick

    async def _called(self) -> bool:
        """Wait for a question; return false after so long that the process may end."""
        free: Future[None] = asyncio.get_running_loop().create_future()
        self._free.append(free)
        try:
            async with asyncio.timeout(self._idle):
                await free
        except TimeoutError:
            return any(self._waiting.ready())
        finally:
            if free in self._free:
                self._free.remove(free)
        return True


def _cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
