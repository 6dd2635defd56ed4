"""The store: writes batches of records, whole or not at all, and reads players and games."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self, assert_never

from msgspec.structs import astuple

from server.store import opening
from server.store.failures import StoreBroken, failure
from server.store.lock import ServerLock
from server.store.records import (
    Entry,
    GameEnd,
    GameRecord,
    HeldSeat,
    OwnMove,
    PlayerRecord,
    Record,
    StoredGame,
)
from server.store.schema import MIGRATIONS

_PLAYER: Final = """
    INSERT INTO player (id, token_hash, name, seen_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE
    SET token_hash = excluded.token_hash, name = excluded.name, seen_at = excluded.seen_at
"""
_GAME: Final = """
    INSERT INTO game (id, table_code, game, number, begun_at, seed, salt, setup)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_SEAT: Final = "INSERT INTO game_players (game, seat, player) VALUES (?, ?, ?)"
_ENTRY: Final = "INSERT INTO entry (game, n, at, kind, seat, player, request, body) VALUES "
_ENTRY_ROW: Final = "(?, ?, ?, ?, ?, ?, ?, ?)"
_ENTRIES_AT_ONCE: Final = tuple(
    (1 << power, _ENTRY + ", ".join([_ENTRY_ROW] * (1 << power))) for power in range(7, -1, -1)
)
"""Statements that insert so many entries, the largest first."""
_END: Final = "UPDATE game SET ended_at = ?, result = ? WHERE id = ? AND ended_at IS NULL"

_SELECT_GAME: Final = """
    SELECT seq, id, table_code, game, number, begun_at, seed, salt, setup, ended_at, result FROM game
"""

_LAST_AT_TABLE: Final = """
    WHERE coalesce(
        ended_at,
        (SELECT at FROM entry WHERE entry.game = game.seq ORDER BY n DESC LIMIT 1),
        begun_at
    ) >= ? AND NOT EXISTS (
        SELECT 1 FROM game AS later WHERE later.table_code = game.table_code AND later.seq > game.seq
    )
    ORDER BY seq
"""


class Store:
    """The server's database file. Not thread-safe: ``Journal`` uses it from one thread."""

    def __init__(self, connection: sqlite3.Connection, lock: ServerLock) -> None:
        self._connection = connection
        self._lock = lock
        self._seqs: dict[str, int] = {}
        """The numbers of running games, so that their entries need not look them up."""

    @classmethod
    def open(cls, path: Path, migrations: Sequence[str] = MIGRATIONS) -> Self:
        """Open the file, or make it, or raise ``StoreRefused`` and leave everything as it is."""
        path = path.resolve()
        opening.prepare_folder(path.parent)
        lock = ServerLock.take(path)
        try:
            return cls(opening.connect(path, migrations), lock)
        except BaseException:
            lock.undo()
            raise

    def close(self) -> None:
        """Close the file and release the lock. SQLite moves its log into the file meanwhile."""
        self._connection.close()
        self._lock.release()

    def write(self, batch: Sequence[Record]) -> None:
        """Write a batch in one transaction and have it on the disk on return.

        Raises ``StoreFull`` or ``StoreBroken``; then nothing of the batch is written.
        """
        players: list[tuple[Any, ...]] = []
        games: list[GameRecord] = []
        entries: list[Entry] = []
        ends: list[tuple[Any, ...]] = []
        for record in batch:
            match record:
                case Entry():
                    entries.append(record)
                case PlayerRecord():
                    players.append(astuple(record))
                case GameRecord():
                    games.append(record)
                case GameEnd(game=ended, at=at, result=result):
                    ends.append((at, result, ended))
                case _:
                    assert_never(record)
        begun: dict[str, int] = {}
        with self._transaction() as run:
            if players:
                run.executemany(_PLAYER, players)
            # A game comes before what refers to it, in whatever order they were added.
            for game in games:
                begun[game.id] = self._begin(run, game)
            _insert_entries(run, [self._row(entry, begun) for entry in entries])
            if ends and run.executemany(_END, ends).rowcount != len(ends):
                raise StoreBroken("a game that is unknown or over already was to be ended")
        self._seqs |= begun
        for _, _, ended in ends:
            self._seqs.pop(ended, None)

    def _begin(self, run: sqlite3.Connection, game: GameRecord) -> int:
        seq = run.execute(_GAME, astuple(game)[:-1]).lastrowid
        assert seq is not None
        run.executemany(_SEAT, [(seq, seat, player) for seat, player in enumerate(game.players)])
        return seq

    def _row(self, entry: Entry, begun: dict[str, int]) -> tuple[Any, ...]:
        game, *rest = astuple(entry)
        seq = self._seqs.get(game) or begun.get(game)
        if seq is None:
            found = self._rows("SELECT seq FROM game WHERE id = ?", game)
            if not found:
                raise StoreBroken("an entry of a game that is not there")
            seq = self._seqs[game] = found[0][0]
        return (seq, *rest)

    def player(self, token_hash: bytes) -> PlayerRecord | None:
        """The player with this hash, or with one that begins so."""
        rows = self._rows(
            "SELECT id, token_hash, name, seen_at FROM player WHERE token_hash BETWEEN ? AND ? LIMIT 1",
            token_hash,
            token_hash.ljust(32, b"\xff"),
        )
        return PlayerRecord(*rows[0]) if rows else None

    def game(self, game_id: str) -> StoredGame | None:
        rows = self._rows(_SELECT_GAME + "WHERE id = ?", game_id)
        return self._stored(rows[0]) if rows else None

    def last_games(self, since: float) -> Iterator[StoredGame]:
        """The last games of tables where something has happened since a time, in the order of beginning."""
        for row in self._rows(_SELECT_GAME + _LAST_AT_TABLE, since):
            yield self._stored(row)

    def unfinished_at(self, table: str) -> StoredGame | None:
        """The newest game of a table if that one has no end."""
        rows = self._rows(_SELECT_GAME + "WHERE table_code = ? ORDER BY seq DESC LIMIT 1", table)
        newest = self._stored(rows[0]) if rows else None
        return newest if newest and newest.end is None else None

    def unfinished_of(self, player: str) -> tuple[HeldSeat, ...]:
        """The seats a player began with in games that have no end, oldest game first."""
        rows = self._rows(
            """
            SELECT game.table_code, game.game, held.seat
            FROM game_players AS held JOIN game ON game.seq = held.game
            WHERE held.player = ? AND game.ended_at IS NULL
            ORDER BY game.seq, held.seat
            """,
            player,
        )
        return tuple(HeldSeat(*row) for row in rows)

    def moves_of(self, player: str, since: float) -> tuple[OwnMove, ...]:
        """What a player has asked for in games that have no end, or ended at or after a time."""
        rows = self._rows(
            """
            SELECT entry.request, game.table_code
            FROM game_players AS held
            JOIN game ON game.seq = held.game
            JOIN entry ON entry.game = game.seq
            WHERE held.player = ?1 AND (game.ended_at IS NULL OR game.ended_at >= ?2)
            AND entry.player = ?1 AND entry.request IS NOT NULL
            ORDER BY entry.request, game.seq
            """,
            player,
            since,
        )
        return tuple(OwnMove(*row) for row in rows)

    def tables_in_use(self) -> set[str]:
        """The codes of all tables with a game that has no end."""
        return {code for (code,) in self._rows("SELECT table_code FROM game WHERE ended_at IS NULL")}

    def _stored(self, row: tuple[Any, ...]) -> StoredGame:
        seq, game, table, kind, number, begun_at, seed, salt, setup, ended_at, result = row
        seated = self._rows("SELECT player FROM game_players WHERE game = ? ORDER BY seat", seq)
        log = self._rows(
            "SELECT ?1, n, at, kind, seat, player, request, body FROM entry WHERE game = ?2 ORDER BY n",
            game,
            seq,
        )
        players = tuple(player for (player,) in seated)
        return StoredGame(
            GameRecord(game, table, kind, number, begun_at, seed, salt, setup, players),
            tuple(Entry(*entry) for entry in log),
            None if ended_at is None else GameEnd(game, ended_at, result),
        )

    def _rows(self, query: str, *values: Any) -> list[Any]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise failure(error) from error

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
        except StoreBroken:
            raise
        except Exception as error:
            raise failure(error) from error


def _insert_entries(run: sqlite3.Connection, rows: list[tuple[Any, ...]]) -> None:
    """Insert many rows with few statements.

    Python lets go of its lock around every statement and asks for it back afterwards. A thread that does so
    for each row fights a busy event loop over the lock for each row.
    """
    at = 0
    for size, statement in _ENTRIES_AT_ONCE:
        while len(rows) - at >= size:
            run.execute(statement, [value for row in rows[at : at + size] for value in row])
            at += size
