"""The store: writes batches of records, whole or not at all, and reads players and games."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, Self, TypeVar, assert_never

from msgspec.structs import astuple

from triqueta_server.store import deletion, opening, ratings, reading, results
from triqueta_server.store.errors import (
    Cause,
    DamagedGameError,
    RecordRefusedError,
    StoreBrokenError,
    StoreRefusedError,
    StoreStalledError,
    failure,
)
from triqueta_server.store.integrity import OpenFiles, Tally, begin_chain, end_chain, extend_chain
from triqueta_server.store.opening import ServerLock
from triqueta_server.store.records import (
    Credential,
    DeletePlayer,
    DropExpired,
    DropImported,
    Entry,
    GameEnd,
    GameRecord,
    GameSleep,
    HeldSeat,
    ImportedBy,
    Loss,
    OwnMove,
    PlayerRecord,
    Record,
    RoomClosed,
    RoomRecord,
    SeenResults,
    StoredGame,
)
from triqueta_server.store.schema import MIGRATIONS

MOST_RUNNING: Final = 4096
"""Unfinished games that are cached."""

_PLAYER: Final = """
    INSERT INTO player (id, name, seen_at) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, seen_at = excluded.seen_at
"""
_CREDENTIAL: Final = """
    INSERT INTO credential (kind, value, player) SELECT ?1, ?2, ?3
    WHERE NOT EXISTS (SELECT 1 FROM credential WHERE kind = ?1 AND value = ?2 AND player = ?3)
"""
_GAME: Final = """
    INSERT INTO game (id, table_code, game, number, begun_at, seed, salt, setup, chain)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_ROOM: Final = "INSERT OR REPLACE INTO room (table_code, game, games, setup) VALUES (?, ?, ?, ?)"
_NO_ROOM: Final = "DELETE FROM room WHERE table_code = ?"
_SEAT: Final = "INSERT INTO game_players (game, seat, player) VALUES (?, ?, ?)"
_IMPORTER: Final = "UPDATE game SET importer = ? WHERE id = ?"
_END: Final = "UPDATE game SET ended_at = ?, result = ?, end_chain = ? WHERE seq = ? AND ended_at IS NULL"
_SLEEP: Final = "UPDATE game SET sleeps_until = ?, sleep = ? WHERE id = ? AND ended_at IS NULL"
_UNSEEN: Final = "INSERT INTO unseen_result (player, game) SELECT ?, seq FROM game WHERE id = ?"
_SEEN: Final = """
    DELETE FROM unseen_result WHERE player = ? AND game = (SELECT seq FROM game WHERE id = ?)
"""
_ENTRY: Final = "INSERT INTO entry (game, n, at, kind, seat, player, request, body, client, chain) VALUES "
_ENTRY_ROW: Final = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_INSERT_ENTRIES: Final = tuple(
    (1 << power, _ENTRY + ", ".join([_ENTRY_ROW] * (1 << power))) for power in range(7, -1, -1)
)
"""Statements that insert this many entries, the largest first."""

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(slots=True)
class _Running:
    """What is cached of a game to which entries are added."""

    seq: int
    chain: bytes
    entries: int


class Store:
    """The server's database file. Not thread-safe: ``Journal`` uses it from one thread.

    Reads and writes raise ``StoreStalledError`` while they are impossible, and ``StoreBrokenError`` if they
    are impossible permanently; reading a damaged game raises ``DamagedGameError``.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: ServerLock) -> None:
        self._path = path
        self._connection = connection
        self._lock = lock
        self._running: dict[str, _Running] = {}
        self._unconfirmed: Sequence[Record] | None = None
        """A batch that was committed to files that were not in their places afterwards."""
        self._damage: StoreStalledError | None = None
        """What ``check_pages`` found."""
        self.is_checked = opening.is_checked_at_once(path)
        """Whether every page was checked. If not: ``check_pages``."""
        store_id: bytes = self._rows("SELECT id FROM store")[0][0]
        self._tally = Tally.open(path.with_name(path.name + ".tally"), store_id)
        self.losses: tuple[Loss, ...] = ()
        """Games that had more entries when the store was last open."""
        self.games_lost = 0
        """The number of games that are missing altogether."""
        self._compare_with_tally()
        self._files = OpenFiles(path, path.with_name(path.name + "-wal"), lock.path)

    @classmethod
    def open(cls, path: Path, migrations: Sequence[str] = MIGRATIONS) -> Self:
        """Open or create the file, or raise ``StoreRefusedError`` and leave everything as it is."""
        path = path.resolve()
        opening.prepare_folder(path.parent)
        lock = ServerLock.acquire(path)
        try:
            connection = opening.connect(path, migrations)
            try:
                return cls(path, connection, lock)
            except BaseException:
                connection.close()
                raise
        except OSError as error:
            lock.undo()
            raise StoreRefusedError(f"{path} cannot be used: {error}.") from error
        except BaseException:
            lock.undo()
            raise

    def close(self) -> None:
        """Close the file and release the lock. SQLite moves its log into the file meanwhile."""
        self._connection.close()
        self._tally.close()
        self._lock.release()

    def check(self) -> None:
        """Raise ``StoreStalledError`` if the files are not in their places or known to be damaged."""
        if self._damage is not None:
            raise self._damage
        self._files.check()

    def check_pages(self) -> None:
        """Check every page of the file, from any thread. Damage stops all writing."""
        self.is_checked = True
        damage = opening.find_damage(self._path)
        if damage is not None:
            self._damage = StoreStalledError(Cause.DAMAGED, f"{damage}; stop the server and restore a backup")

    def write(self, batch: Sequence[Record]) -> None:
        """Write a batch, whole or not at all, and have it on the disk on return.

        Raises ``StoreStalledError`` or ``StoreBrokenError``; the latter is ``RecordRefusedError`` if some of
        the records are the reason. A batch that failed may be passed again; it is not written twice.
        """
        if self._unconfirmed is not None or self._damage is not None:
            self.check()
        if batch is self._unconfirmed:
            self._unconfirmed = None
            return
        players: list[PlayerRecord] = []
        rooms: dict[str, RoomRecord | RoomClosed] = {}
        games: list[GameRecord] = []
        entries: list[Entry] = []
        ends: list[GameEnd] = []
        sleeps: dict[str, GameSleep] = {}
        expired: list[DropExpired] = []
        seen: list[SeenResults] = []
        deletions: list[DeletePlayer] = []
        imported: list[ImportedBy] = []
        dropped: list[DropImported] = []
        for record in batch:
            match record:
                case Entry():
                    entries.append(record)
                case PlayerRecord():
                    players.append(record)
                case RoomRecord() | RoomClosed():
                    rooms[record.table] = record
                case GameRecord():
                    games.append(record)
                    rooms.pop(record.table, None)
                case GameEnd():
                    ends.append(record)
                case SeenResults():
                    seen.append(record)
                case GameSleep():
                    sleeps[record.game] = record
                case DropExpired():
                    expired.append(record)
                case DeletePlayer():
                    deletions.append(record)
                case ImportedBy():
                    imported.append(record)
                case DropImported():
                    dropped.append(record)
                case _:
                    assert_never(record)
        changed: dict[str, _Running] = {}
        removed: list[int] = []
        done: list[bool] = []
        with self._transaction() as run:
            if players:
                run.executemany(_PLAYER, [(one.id, one.name, one.seen_at) for one in players])
                run.executemany(_CREDENTIAL, [(*one.credential, one.id) for one in players])
            # Games come before what refers to them, in whatever order they were added.
            for game in games:
                changed[game.id] = self._begin(run, game)
            for room in rooms.values():
                if isinstance(room, RoomRecord):
                    run.execute(_ROOM, astuple(room))
                else:
                    run.execute(_NO_ROOM, (room.table,))
            entries.sort(key=lambda entry: entry.n)
            _insert_entries(run, [self._row(entry, changed) for entry in entries])
            for sleep in sleeps.values():
                if run.execute(_SLEEP, (sleep.until, sleep.state, sleep.game)).rowcount != 1:
                    raise RecordRefusedError("a game that is over or unknown was to sleep or wake")
            finished = [self._finish(end, changed) for end in ends]
            if finished and run.executemany(_END, finished).rowcount != len(finished):
                raise RecordRefusedError("a game that is over already was to be ended")
            # The importer comes before the summary, which fills the importer's list.
            for one in imported:
                run.execute(_IMPORTER, (one.player, one.game))
            for end in ends:
                if end.summary is not None:
                    results.write(run, end.game, end.summary)
                if end.ratings is not None:
                    ratings.write(run, end.game, end.ratings)
                run.executemany(_UNSEEN, [(player, end.game) for player in end.unseen])
            for one_seen in seen:
                run.executemany(_SEEN, [(one_seen.player, game) for game in one_seen.games])
            for wanted in deletions:
                removed_games, is_done = deletion.delete_player(run, wanted)
                removed += removed_games
                done.append(is_done)
            for limit in expired:
                removed += deletion.drop_expired(run, limit)
            for unwanted in dropped:
                removed += deletion.drop_imported(run, unwanted)
        self._running |= changed
        while len(self._running) > MOST_RUNNING:
            # Most of so many are abandoned. A game that goes on is read from the file again.
            del self._running[next(iter(self._running))]
        for end in ends:
            self._running.pop(end.game, None)
        self._tally.update({game.seq: game.entries for game in changed.values()})
        for wanted, is_done in zip(deletions, done, strict=True):
            wanted.progress.done = is_done
        if deletions or removed:
            self._clean_up(removed, done=all(done))
        self._unconfirmed = batch
        self._files.check()
        self._unconfirmed = None

    def _clean_up(self, removed: Sequence[int], *, done: bool) -> None:
        """Leave no trace of deleted data in the cache, the tally and the log."""
        # The chains of running games may have changed.
        self._running.clear()
        self._tally.remove(removed)
        if done:
            with suppress(sqlite3.Error):  # while another program reads, the log stays until the next time
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def _begin(self, run: sqlite3.Connection, game: GameRecord) -> _Running:
        begun = begin_chain(game)
        run.execute(_NO_ROOM, (game.table,))
        seq = run.execute(_GAME, (*astuple(game)[:-1], begun)).lastrowid
        assert seq is not None
        run.executemany(_SEAT, [(seq, seat, player) for seat, player in enumerate(game.players)])
        return _Running(seq, begun, 0)

    def _row(self, entry: Entry, changed: dict[str, _Running]) -> tuple[Any, ...]:
        game = changed.get(entry.game)
        if game is None:
            game = changed[entry.game] = self._find_running(entry.game)
        game.chain = extend_chain(game.chain, entry)
        game.entries += 1
        return (game.seq, *astuple(entry)[1:], game.chain)

    def _finish(self, end: GameEnd, changed: dict[str, _Running]) -> tuple[Any, ...]:
        game = changed.get(end.game) or self._find_running(end.game)
        return (end.at, end.result, end_chain(game.chain, end), game.seq)

    def _find_running(self, game: str) -> _Running:
        """A copy of the cached game, kept only if the transaction is committed."""
        known = self._running.get(game)
        if known is not None:
            return _Running(known.seq, known.chain, known.entries)
        rows = self._rows(reading.SELECT_GAME + "WHERE id = ?", game)
        if not rows:
            raise RecordRefusedError("a record of an unknown game")
        stored = reading.stored(self._connection, rows[0])
        whole = reduce(extend_chain, stored.entries, begin_chain(stored.record))
        return _Running(rows[0][0], whole, len(stored.entries))

    def _compare_with_tally(self) -> None:
        """Find what is missing since the store was last open, then reset the tally to what is there."""
        unfinished = self._rows(
            """
            SELECT seq, table_code, (SELECT count(*) FROM entry WHERE entry.game = game.seq)
            FROM game WHERE ended_at IS NULL ORDER BY seq
            """
        )
        (last,) = self._rows("SELECT coalesce(max(seq), 0) FROM game")[0]
        self.losses = tuple(
            Loss(table, entries, before)
            for seq, table, entries in unfinished
            if (before := self._tally.entries(seq)) is not None and before > entries
        )
        self.games_lost = self._tally.games_after(last)
        self._tally.reset({seq: entries for seq, _, entries in unfinished})

    def player(self, credential: Credential) -> PlayerRecord | None:
        return reading.player_of(self._connection, credential)

    def game(self, game_id: str) -> StoredGame | None:
        return reading.game_by_id(self._connection, game_id)

    def last_games(
        self, since: float, damaged: Callable[[DamagedGameError], None] | None = None
    ) -> Iterator[StoredGame]:
        """The last games of tables: those that ended since a time, and all unfinished ones that are awake.

        They come in the order in which they began. Damaged games are left out and passed to ``damaged``, or
        raised.
        """
        return reading.last_games(self._connection, since, damaged)

    def rooms(self) -> list[RoomRecord]:
        """The tables that wait for players."""
        return [RoomRecord(*row) for row in self._rows("SELECT table_code, game, games, setup FROM room")]

    def unfinished_at(self, table: str) -> StoredGame | None:
        """The newest game of a table if it is unfinished."""
        return reading.unfinished_at(self._connection, table)

    def unfinished_of(self, player: str) -> tuple[HeldSeat, ...]:
        """The seats a player began with in unfinished games, the oldest game first."""
        return reading.unfinished_of(self._connection, player)

    def moves_of(self, player: str, since: float) -> tuple[OwnMove, ...]:
        """A player's requests in unfinished games, in games that ended at or after a time, and in the last.

        The last game's table may still be open, and the system clock may have been changed.
        """
        return reading.moves_of(self._connection, player, since)

    def tables_in_use(self) -> set[str]:
        """The codes of all tables with an unfinished game, asleep or not."""
        return {code for (code,) in self._rows("SELECT table_code FROM game WHERE ended_at IS NULL")}

    def read(
        self, query: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **more: P.kwargs
    ) -> T:
        """Run a query, which gets the SQLite connection."""
        try:
            return query(self._connection, *args, **more)
        except sqlite3.Error as error:
            raise failure(error) from error

    def change(
        self, act: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **more: P.kwargs
    ) -> T:
        """Run a change in one transaction, and have it on the disk on return."""
        self.check()
        with self._transaction() as run:
            done = act(run, *args, **more)
        self._files.check()
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
                # After some errors, such as a full disk, SQLite has rolled back already.
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        except (StoreBrokenError, StoreStalledError):
            raise
        except Exception as error:
            raise failure(error) from error


def _insert_entries(run: sqlite3.Connection, rows: list[tuple[Any, ...]]) -> None:
    """Insert many rows with few statements.

    Python releases its lock around every statement. A thread that does so for each row competes with a busy
    event loop for the lock at each row.
    """
    at = 0
    for size, statement in _INSERT_ENTRIES:
        while len(rows) - at >= size:
            run.execute(statement, [value for row in rows[at : at + size] for value in row])
            at += size
