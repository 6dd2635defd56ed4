"""Writes records of all tables in shared commits, and calls back after each commit."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import NamedTuple, ParamSpec, TypeVar

from server.store.failures import RecordRefused, StoreBroken, StoreStalled
from server.store.game_store import GameStore
from server.store.records import ForgetPlayer, GameRecord, PlayerRecord, Record

_log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


class Added(NamedTuple):
    """A record, and who is to hear what became of it."""

    record: Record
    done: Callable[[], None] | None
    refused: Callable[[Exception], None] | None

    @property
    def whose(self) -> str:
        """The game that a record belongs to, or the player."""
        match self.record:
            case GameRecord(id=whose) | PlayerRecord(id=whose) | ForgetPlayer(player=whose):
                return whose
            case record:
                return record.game


class Journal:
    """The event loop's side of the store.

    One thread does all the reading and writing. While it commits a batch, what is added gathers for the next
    one: a quiet server commits each record at once, a busy one many together.

    ``on_stall`` gets what keeps a batch from being written for now, or would keep the next one: the store is
    looked at when nothing is written, too. It gets None when that is over. ``on_broken`` gets the error after
    which nothing is written any more; records are still taken then, and no callback of theirs ever runs.

    A record that the store refuses costs its own game only: what else is in its batch is written without it.
    """

    def __init__(
        self,
        store: GameStore,
        *,
        on_stall: Callable[[StoreStalled | None], None] = lambda stall: None,
        on_broken: Callable[[Exception], None] = lambda error: None,
        retry_every: float = 2.0,
        look_every: float = 2.0,
    ) -> None:
        self._store = store
        self._on_stall = on_stall
        self._on_broken = on_broken
        self._retry_every = retry_every
        self._look_every = look_every
        self._stall: StoreStalled | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._added: list[Added] = []
        self._wake = asyncio.Event()
        self._closing = asyncio.Event()
        self._committing: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to commit; what was added before now is the first batch."""
        self._committing = asyncio.create_task(self._commit_until_closed(), name="journal")

    async def close(self) -> None:
        """Commit everything that was added, call back, and stop. The store stays open for its owner to close.

        Raises what keeps records from being written, if there are such records.
        """
        self._closing.set()
        self._wake.set()
        try:
            if self._committing is not None:
                await self._committing
        finally:
            self._thread.shutdown()

    def add(
        self,
        record: Record,
        done: Callable[[], None] | None = None,
        refused: Callable[[Exception], None] | None = None,
    ) -> None:
        """Queue a record; ``done`` runs in the event loop once it is on the disk, in the order of adding.

        ``refused`` runs instead if the store does not take it, or an earlier one of the same game.
        """
        self._added.append(Added(record, done, refused))
        self._wake.set()

    async def run(self, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Read the store in the thread that writes; the read sees what is committed, not what is queued."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(read, *args, **kwargs))

    async def _commit_until_closed(self) -> None:
        while self._added or not self._closing.is_set():
            if not self._added:
                self._wake.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), self._look_every)
                if not self._wake.is_set():
                    await self._look()
                continue
            try:
                await self._commit(self._taken())
            except StoreStalled:
                raise
            except Exception as error:
                self._on_broken(error)
                raise

    def _taken(self) -> list[Added]:
        """What was added, for the one who stores it: nobody else holds on to it, and to its tables."""
        batch, self._added = self._added, []
        return batch

    async def _commit(self, batch: Sequence[Added]) -> None:
        try:
            await self._write([added.record for added in batch])
        except RecordRefused as error:
            await self._commit_apart(batch, error)
        else:
            _run_all([added.done for added in batch if added.done is not None])

    async def _commit_apart(self, batch: Sequence[Added], error: RecordRefused) -> None:
        """Commit the records of each game by themselves, and turn away those of a game that does not fit."""
        games: dict[str, list[Added]] = {}
        for added in batch:
            games.setdefault(added.whose, []).append(added)
        if len(games) > 1:
            for game in games.values():
                await self._commit(game)
            return
        # What was added meanwhile builds on what is missing.
        (whose,) = games
        turned_away = [*batch, *(added for added in self._added if added.whose == whose)]
        self._added = [added for added in self._added if added.whose != whose]
        _log.error("the store refuses what is written of %s: %s", whose, error)
        told = {added.refused: None for added in turned_away if added.refused is not None}
        _run_all([partial(refused, error) for refused in told])

    async def _look(self) -> None:
        """Look at a store to which nothing is written."""
        try:
            await self.run(self._store.check)
        except StoreStalled as stall:
            self._report(stall)
        except StoreBroken as error:
            # Nothing is lost by it yet; the next write decides.
            _log.warning("the store cannot be looked at: %s", error)
        else:
            self._report(None)

    async def _write(self, batch: Sequence[Record]) -> None:
        while True:
            last_try = self._closing.is_set()
            try:
                await self.run(self._store.write, batch)
                break
            except StoreStalled as stall:
                if last_try:
                    raise
                self._report(stall)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), self._retry_every)
        self._report(None)

    def _report(self, stall: StoreStalled | None) -> None:
        before, self._stall = self._stall, stall
        if (before and before.cause) != (stall and stall.cause):
            self._on_stall(stall)


def _run_all(callbacks: Sequence[Callable[[], None]]) -> None:
    for done in callbacks:
        try:
            done()
        except Exception as error:
            asyncio.get_running_loop().call_exception_handler(
                {"message": "what was to happen after a commit has failed", "exception": error}
            )
