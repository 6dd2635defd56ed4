"""Writes the records of all tables in shared commits, and calls back after each commit."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import NamedTuple, ParamSpec, TypeVar

from triqueta_protocol.errors import Code, RefusalError
from triqueta_server.store.errors import RecordRefusedError, StoreBrokenError, StoreStalledError
from triqueta_server.store.records import (
    DeletePlayer,
    DropExpired,
    GameRecord,
    PlayerRecord,
    Record,
    RoomClosed,
    RoomRecord,
    SeenResults,
)
from triqueta_server.store.store import Store

_log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


class Added(NamedTuple):
    """A record and its callbacks."""

    record: Record
    done: Callable[[], None] | None
    refused: Callable[[Exception], None] | None

    @property
    def owner(self) -> str:
        """The id of the game or player, or the code of the room, that the record belongs to."""
        match self.record:
            case (
                GameRecord(id=owner)
                | PlayerRecord(id=owner)
                | DeletePlayer(player=owner)
                | SeenResults(player=owner)
            ):
                return owner
            case RoomRecord(table=table) | RoomClosed(table=table):
                return table
            case DropExpired():
                return ""
            case record:
                return record.game


class Journal:
    """The event loop's side of the store.

    One thread does all reading and writing. Records that are added during a commit wait for the next one: a
    quiet server commits each record at once, a busy one many together.

    ``on_stall`` gets the error that stalls writing, and None when it is over; an idle store is checked also.
    ``on_broken`` gets the error after which nothing is written any more; records are still accepted then,
    and their callbacks never run.

    A record that the store refuses affects only its own game: the rest of its batch is written.
    """

    def __init__(
        self,
        store: Store,
        *,
        on_stall: Callable[[StoreStalledError | None], None] = lambda stall: None,
        on_broken: Callable[[Exception], None] = lambda error: None,
        retry_every: float = 2.0,
        check_every: float = 2.0,
    ) -> None:
        self._store = store
        self._on_stall = on_stall
        self._on_broken = on_broken
        self._retry_every = retry_every
        self._check_every = check_every
        self._stall: StoreStalledError | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._added: list[Added] = []
        self._wake = asyncio.Event()
        self._closing = asyncio.Event()
        self._committing: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start to commit; records that were added before are the first batch."""
        self._committing = asyncio.create_task(self._commit_until_closed(), name="journal")

    async def close(self) -> None:
        """Commit all records, run their callbacks, and stop. The caller closes the store.

        Raises the error that keeps records from being written, if there is one.
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

        ``refused`` runs instead if the store refuses it or an earlier record of the same game.
        """
        self._added.append(Added(record, done, refused))
        self._wake.set()

    async def run(self, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a read in the store's thread; it sees what is committed, not what is queued.

        Refused once the journal is closed: a handshake or a request may still be in progress.
        """
        try:
            reading = self._thread.submit(partial(read, *args, **kwargs))
        except RuntimeError:
            raise RefusalError(Code.SERVER_CLOSING) from None
        return await asyncio.wrap_future(reading)

    async def _commit_until_closed(self) -> None:
        while self._added or not self._closing.is_set():
            if not self._added:
                self._wake.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), self._check_every)
                if not self._wake.is_set():
                    await self._check()
                continue
            try:
                await self._commit(self._taken())
            except StoreStalledError:
                raise
            except Exception as error:
                self._on_broken(error)
                raise

    def _taken(self) -> list[Added]:
        """Hand over the queue, so that no reference to the records and their tables stays here."""
        batch, self._added = self._added, []
        return batch

    async def _commit(self, batch: Sequence[Added]) -> None:
        try:
            await self._write([added.record for added in batch])
        except RecordRefusedError as error:
            await self._commit_apart(batch, error)
        else:
            _run_all([added.done for added in batch if added.done is not None])

    async def _commit_apart(self, batch: Sequence[Added], error: RecordRefusedError) -> None:
        """Commit the records of each game separately, and refuse those of a game that does not fit."""
        games: dict[str, list[Added]] = {}
        for added in batch:
            games.setdefault(added.owner, []).append(added)
        if len(games) > 1:
            for game in games.values():
                await self._commit(game)
            return
        # Records that were added meanwhile build on the missing ones.
        (owner,) = games
        refused_records = [*batch, *(added for added in self._added if added.owner == owner)]
        self._added = [added for added in self._added if added.owner != owner]
        _log.error("records refused owner=%s error=%s", owner, error)
        callbacks = {added.refused: None for added in refused_records if added.refused is not None}
        _run_all([partial(refused, error) for refused in callbacks])

    async def _check(self) -> None:
        """Check an idle store."""
        try:
            await self.run(self._store.check)
        except StoreStalledError as stall:
            self._report(stall)
        except StoreBrokenError as error:
            # Nothing is lost yet; the next write decides.
            _log.warning("store check failed error=%s", error)
        else:
            self._report(None)

    async def _write(self, batch: Sequence[Record]) -> None:
        while True:
            last_try = self._closing.is_set()
            try:
                await self.run(self._store.write, batch)
                break
            except StoreStalledError as stall:
                if last_try:
                    raise
                self._report(stall)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), self._retry_every)
        self._report(None)

    def _report(self, stall: StoreStalledError | None) -> None:
        before, self._stall = self._stall, stall
        if (before and before.cause) != (stall and stall.cause):
            self._on_stall(stall)


def _run_all(callbacks: Sequence[Callable[[], None]]) -> None:
    for done in callbacks:
        try:
            done()
        except Exception as error:
            asyncio.get_running_loop().call_exception_handler(
                {"message": "callback after a commit failed", "exception": error}
            )
