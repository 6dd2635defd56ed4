"""Writes records of all tables in shared commits, and calls back after each commit."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import ParamSpec, TypeVar

from server.store.failures import StoreBroken, StoreStalled
from server.store.records import Record
from server.store.store import Store

_log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


class Journal:
    """The event loop's side of the store.

    One thread does all the reading and writing. While it commits a batch, what is added gathers for the next
    one: a quiet server commits each record at once, a busy one many together.

    ``on_stall`` gets what keeps a batch from being written for now, or would keep the next one: the store is
    looked at when nothing is written, too. It gets None when that is over. ``on_broken`` gets the error after
    which nothing is written any more; records are still taken then, and no callback of theirs ever runs.
    """

    def __init__(
        self,
        store: Store,
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
        self._records: list[Record] = []
        self._callbacks: list[Callable[[], None]] = []
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

    def add(self, record: Record, done: Callable[[], None] | None = None) -> None:
        """Queue a record; ``done`` runs in the event loop once it is on the disk, in the order of adding."""
        self._records.append(record)
        if done is not None:
            self._callbacks.append(done)
        self._wake.set()

    async def run(self, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Read the store in the thread that writes; the read sees what is committed, not what is queued."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(read, *args, **kwargs))

    async def _commit_until_closed(self) -> None:
        while self._records or not self._closing.is_set():
            if not self._records:
                self._wake.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), self._look_every)
                if not self._wake.is_set():
                    await self._look()
                continue
            batch, self._records = self._records, []
            callbacks, self._callbacks = self._callbacks, []
            try:
                await self._write(batch)
            except StoreStalled:
                raise
            except Exception as error:
                self._on_broken(error)
                raise
            _run_all(callbacks)

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
