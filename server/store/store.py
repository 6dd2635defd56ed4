"""The store: writes batches of records, whole or not at all, and reads players and games."""

import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, Self, TypeVar, assert_never

from msgspec.structs import astuple

from server.store import chain, forgetting, imports, opening, ratings, reading, repair, results, statements
from server.store.failures import (
    GameDamaged,
    RecordRefused,
    StoreBroken,
    StoreRefused,
    StoreStalled,
    failure,
)
from server.store.lock import ServerLock
from server.store.records import (
    DropImported,
    Entry,
    ForgetPlayer,
    GameEnd,
    GameRecord,
    GameSummary,
    HeldSeat,
    ImportedBy,
    Loss,
    OwnMove,
    PlayerRecord,
    Record,
    StoredGame,
    SummaryRecord,
)
from server.store.schema import MIGRATIONS
from server.store.tally import Tally
from server.store.watch import Change, FileWatch

log = logging.getLogger(__name__)

MOST_RUNNING: Final = 4096
"""Unfinished games that are remembered beyond what is in the file."""

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(slots=True)
class _Running:
    """What the store remembers of a game to which entries are added."""

    seq: int
    chain: bytes
    entries: int


class Store:
    """The server's database file. Not thread-safe: ``Journal`` uses it from one thread."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: ServerLock) -> None:
        self._path = path
        self._connection = connection
        self._lock = lock
        self._running: dict[str, _Running] = {}
        self._watch = FileWatch(path)
        self._unconfirmed: Sequence[Record] | None = None
        """A batch that is committed, to files that were displaced meanwhile."""
        self._rescued: StoreStalled | None = None
        """What is told as long as another file lies in the place of the database."""
        self._damage: StoreStalled | None = None
        """What was found when the whole file was looked at."""
        self.is_checked = opening.is_checked_at_once(path)
        """Whether every page was looked at since somebody else may have written. If not: ``check_whole``."""
        self._store_id: bytes = self._rows("SELECT id FROM store")[0][0]
        self._tally = Tally.open(path.with_name(path.name + ".tally"), self._store_id)
        self.losses: tuple[Loss, ...] = ()
        """Games that had come further when this store was last open."""
        self.games_lost = 0
        """How many games are not there any more at all."""
        self._compare_with_tally()
        self._watch.note()

    @classmethod
    def open(cls, path: Path, migrations: Sequence[str] = MIGRATIONS) -> Self:
        """Open the file, or make it, or raise ``StoreRefused`` and leave everything as it is."""
        path = path.resolve()
        opening.prepare_folder(path.parent)
        lock = ServerLock.take(path)
        try:
            connection = opening.connect(path, migrations)
            try:
                return cls(path, connection, lock)
            except BaseException:
                connection.close()
                raise
        except OSError as error:
            lock.undo()
            raise StoreRefused(f"{path} cannot be used: {error}.") from error
        except BaseException:
            lock.undo()
            raise

    def close(self) -> None:
        """Close the file and release the lock. SQLite moves its log into the file meanwhile."""
        self._connection.close()
        self._tally.close()
        self._lock.release()

    def check(self) -> None:
        """See that the files are still in place and sound, and put back what can be put back.

        Raises ``StoreStalled``.
        """
        if self._damage is not None:
            raise self._damage
        try:
            self._set_right(self._watch.change())
            self._lock.keep()
        except (sqlite3.Error, OSError) as error:
            raise failure(error) from error

    def check_whole(self) -> None:
        """Look at every page of the file, in whatever thread. What is wrong there stops all writing."""
        self.is_checked = True
        try:
            repair.check(self._path, self._store_id)
        except StoreStalled as damage:
            self._damage = damage

    def write(self, batch: Sequence[Record]) -> None:
        """Write a batch in one transaction and have it on the disk on return.

        Raises ``StoreStalled`` or ``StoreBroken``; then nothing of the batch is written. It is
        ``RecordRefused`` if some of the records are the reason.
        """
        if self._unconfirmed is not None or self._damage is not None or not self._watch.is_fresh():
            self.check()
        if batch is self._unconfirmed:
            self._unconfirmed = None
            return
        players: list[tuple[Any, ...]] = []
        games: list[GameRecord] = []
        entries: list[Entry] = []
        ends: list[GameEnd] = []
        summaries: list[tuple[str, GameSummary | None]] = []
        forgotten: list[ForgetPlayer] = []
        imported: list[ImportedBy] = []
        dropped: list[DropImported] = []
        gone: list[int] = []
        for record in batch:
            match record:
                case Entry():
                    entries.append(record)
                case PlayerRecord():
                    players.append(astuple(record))
                case GameRecord():
                    games.append(record)
                case GameEnd():
                    ends.append(record)
                case SummaryRecord():
                    summaries.append((record.game, record.summary))
                case ForgetPlayer():
                    forgotten.append(record)
                case ImportedBy():
                    imported.append(record)
                case DropImported():
                    dropped.append(record)
                case _:
                    assert_never(record)
        changed: dict[str, _Running] = {}
        with self._transaction() as run:
            if players:
                run.executemany(statements.PLAYER, players)
            # A game comes before what refers to it, in whatever order they were added.
            for game in games:
                changed[game.id] = self._begin(run, game)
            entries.sort(key=lambda entry: entry.n)
            statements.insert_entries(run, [self._row(entry, changed) for entry in entries])
            finished = [self._finish(end, changed) for end in ends]
            if finished and run.executemany(statements.END, finished).rowcount != len(finished):
                raise RecordRefused("a game that is over already was to be ended")
            for one in imported:
                imports.mark(run, one)
            summaries += [(end.game, end.summary) for end in ends if end.summary is not None]
            for game_id, summary in summaries:
                if summary is not None:
                    results.write(run, game_id, summary)
                else:
                    results.give_up(run, game_id)
            for end in ends:
                if end.ratings is not None:
                    ratings.write(run, end.game, end.ratings)
            forgetting_done = []
            for wanted in forgotten:
                more_gone, done = forgetting.forget(run, wanted)
                gone += more_gone
                forgetting_done.append(done)
            for unwanted in dropped:
                gone += imports.drop(run, unwanted)
        self._running |= changed
        while len(self._running) > MOST_RUNNING:
            # Most of so many were left by everybody. Whoever comes back costs a look into the file.
            del self._running[next(iter(self._running))]
        for end in ends:
            self._running.pop(end.game, None)
        self._tally.update({game.seq: game.entries for game in changed.values()})
        for wanted, done in zip(forgotten, forgetting_done, strict=True):
            wanted.progress.done = done
        if forgotten or gone:
            self._clean_up(gone, done=all(forgetting_done))
        self._confirm(batch)

    def _clean_up(self, gone: Sequence[int], *, done: bool) -> None:
        """After removing something: leave no trace of games that are gone, nor old pages in the log."""
        # The hashes of running games may be others now: they are found out anew.
        self._running.clear()
        self._tally.forget(gone)
        if done:
            with suppress(sqlite3.Error):  # while somebody reads, the log stays until the next time
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def _confirm(self, batch: Sequence[Record]) -> None:
        """See that what was committed lies where it will be looked for."""
        self._unconfirmed = batch
        try:
            self._set_right(self._watch.note_write())
        except (sqlite3.Error, OSError) as error:
            raise failure(error) from error
        self._unconfirmed = None

    def _set_right(self, change: Change) -> None:
        rescued, self._rescued = self._rescued, None
        match change:
            case Change.NONE:
                return
            case Change.MISSING:
                repair.rewrite(self._connection, self._path)
                self._reopen("removed")
            case Change.SIDE_FILE:
                repair.settle(self._connection)
                self._reopen("parted from its log")
            case Change.REPLACED:
                self._rescued = rescued or repair.rescue(self._connection, self._path)
                raise self._rescued
            case Change.TOUCHED:
                self.is_checked = opening.is_checked_at_once(self._path)
                repair.check(self._path, self._store_id, whole=self.is_checked)
                self._watch.note()
            case _:
                assert_never(change)

    def _reopen(self, what_happened: str) -> None:
        self._connection = opening.reconnect(self._path)
        self._watch.note()
        log.warning(
            "%s was %s while it was open; it is whole again, and nothing is lost", self._path, what_happened
        )

    def _begin(self, run: sqlite3.Connection, game: GameRecord) -> _Running:
        begun = chain.begin(game)
        seq = run.execute(statements.GAME, (*astuple(game)[:-1], begun)).lastrowid
        assert seq is not None
        run.executemany(statements.SEAT, [(seq, seat, player) for seat, player in enumerate(game.players)])
        return _Running(seq, begun, 0)

    def _row(self, entry: Entry, changed: dict[str, _Running]) -> tuple[Any, ...]:
        game = changed.get(entry.game)
        if game is None:
            game = changed[entry.game] = self._find_running(entry.game)
        game.chain = chain.extend(game.chain, entry)
        game.entries += 1
        return (game.seq, *astuple(entry)[1:], game.chain)

    def _finish(self, end: GameEnd, changed: dict[str, _Running]) -> tuple[Any, ...]:
        game = changed.get(end.game) or self._find_running(end.game)
        return (end.at, end.result, chain.close(game.chain, end), game.seq)

    def _find_running(self, game: str) -> _Running:
        """A copy, which counts if the transaction does."""
        known = self._running.get(game)
        if known is not None:
            return _Running(known.seq, known.chain, known.entries)
        rows = self._rows(reading.SELECT_GAME + "WHERE id = ?", game)
        if not rows:
            raise RecordRefused("a record of a game that is not there")
        stored = reading.stored(self._connection, rows[0])
        whole = reduce(chain.extend, stored.entries, chain.begin(stored.record))
        return _Running(rows[0][0], whole, len(stored.entries))

    def _compare_with_tally(self) -> None:
        """Find out what is missing since the store was last open; from now on, what is there counts."""
        unfinished = self._rows(
            """
            SELECT seq, table_code, (SELECT count(*) FROM entry WHERE entry.game = game.seq)
            FROM game WHERE ended_at IS NULL ORDER BY seq
            """
        )
        (last,) = self._rows("SELECT coalesce(max(seq), 0) FROM game")[0]
        self.losses = tuple(
            Loss(table, entries, once)
            for seq, table, entries in unfinished
            if (once := self._tally.entries(seq)) is not None and once > entries
        )
        self.games_lost = self._tally.games_after(last)
        self._tally.reset({seq: entries for seq, _, entries in unfinished})

    def player(self, token_hash: bytes) -> PlayerRecord | None:
        """The player with this hash, or with one that begins so."""
        return reading.player_by_hash(self._connection, token_hash)

    def game(self, game_id: str) -> StoredGame | None:
        return reading.game_by_id(self._connection, game_id)

    def last_games(
        self, since: float, damaged: Callable[[GameDamaged], None] | None = None
    ) -> Iterator[StoredGame]:
        """The last games of tables where something has happened since a time, in the order of beginning.

        Games that are not what was written are left out and handed to ``damaged``, or raised.
        """
        return reading.last_games(self._connection, since, damaged)

    def unfinished_at(self, table: str) -> StoredGame | None:
        """The newest game of a table if that one has no end."""
        return reading.unfinished_at(self._connection, table)

    def unfinished_of(self, player: str) -> tuple[HeldSeat, ...]:
        """The seats a player began with in games that have no end, oldest game first."""
        return reading.unfinished_of(self._connection, player)

    def moves_of(self, player: str, since: float) -> tuple[OwnMove, ...]:
        """What a player has asked for in games that have no end, or ended at or after a time; or in the last.

        That one's table may be open for longer, and the time of day may have been set.
        """
        return reading.moves_of(self._connection, player, since)

    def tables_in_use(self) -> set[str]:
        """The codes of all tables with a game that has no end."""
        return {code for (code,) in self._rows("SELECT table_code FROM game WHERE ended_at IS NULL")}

    def read(
        self, query: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **more: P.kwargs
    ) -> T:
        """Ask something of the database; raises ``StoreBroken`` or ``StoreStalled``."""
        try:
            return query(self._connection, *args, **more)
        except sqlite3.Error as error:
            raise failure(error) from error

    def change(
        self, act: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **more: P.kwargs
    ) -> T:
        """Change the database in one transaction and have it on the disk on return.

        Raises ``StoreStalled`` or ``StoreBroken``; then nothing is changed.
        """
        self.check()
        with self._transaction() as run:
            done = act(run, *args, **more)
        self._confirm(())
        return done

    def _rows(self, query: str, *values: Any) -> list[Any]:
        return reading.rows(self._connection, query, *values)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                # After some errors, a full disk among them, SQLite has rolled back by itself.
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        except (StoreBroken, StoreStalled):
            raise
        except Exception as error:
            raise failure(error) from error
