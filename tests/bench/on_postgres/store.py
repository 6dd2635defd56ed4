"""``GameStore`` in PostgreSQL: enough of it for real games on a real server, through crashes of both.

What is left out raises: imported games, forgetting a player, lists, statistics and ratings.
"""

import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, Self, TypeVar, cast

import msgspec
import psycopg
from msgspec.structs import astuple

from server.store import chain, forgetting, ratings, results
from server.store.failures import (
    Cause,
    GameDamaged,
    RecordRefused,
    StoreBroken,
    StoreInUse,
    StoreRefused,
    StoreStalled,
)
from server.store.records import (
    Entry,
    GameEnd,
    GameRecord,
    HeldSeat,
    Loss,
    OwnMove,
    PlayerRecord,
    Record,
    StoredGame,
    SummaryRecord,
)
from tests.bench.on_postgres import schema

DSN_VARIABLE: Final = "TRIQUETA_BENCH_POSTGRES"
"""Where the database is."""

IN_USE_AFTER: Final = 5
"""Seconds. A server that was killed holds its lock until PostgreSQL has done what it had asked for."""

ASKED_AT_THE_START: Final[dict[Any, Any]] = {
    ratings.all_of: [],
    ratings.last_number: 0,
    forgetting.half_forgotten: [],
    results.unsummarised: [],
}
"""What a server asks in SQLite's words before it can play, and the answer where nothing of that is kept."""

P = ParamSpec("P")
T = TypeVar("T")

_pack: Final = msgspec.msgpack.Encoder().encode


@dataclass
class _Running:
    """What the store remembers of a game to which entries are added."""

    seq: int
    chain: bytes


class _Uncertain(NamedTuple):
    """A batch whose commit was asked for before the connection was lost."""

    batch: Sequence[Record]
    mark: bytes


class PostgresStore:
    is_checked: Final = True
    losses: tuple[Loss, ...] = ()
    games_lost: Final = 0

    def __init__(self, dsn: str, server: str) -> None:
        """``server`` tells the games of this server from those of others in the same database."""
        self._dsn = dsn
        self._server = server
        self._running: dict[str, _Running] = {}
        self._uncertain: _Uncertain | None = None
        self._connection = self._connect()
        # Two servers may come at once.
        self._connection.execute("SELECT pg_advisory_lock(0)")
        self._connection.execute(schema.SCHEMA)
        self._connection.execute("SELECT pg_advisory_unlock(0)")

    @classmethod
    def open(cls, path: Path) -> Self:
        """For the server with this data folder, in the database that the environment names."""
        try:
            return cls(os.environ[DSN_VARIABLE], str(path.parent))
        except psycopg.Error as error:
            raise StoreRefused(f"The database cannot be used: {error}") from error

    def _connect(self) -> "psycopg.Connection[Any]":
        connection = psycopg.connect(self._dsn, autocommit=True)
        try:
            connection.execute(f"SET lock_timeout = '{IN_USE_AFTER}s'")
            connection.execute("SELECT pg_advisory_lock(1, hashtext(%s))", (self._server,))
        except psycopg.errors.LockNotAvailable:
            connection.close()
            raise StoreInUse("Another server plays these games.") from None
        return connection

    def close(self) -> None:
        self._connection.close()

    def check(self) -> None:
        with self._reaching():
            if self._connection.closed:
                self._connection = self._connect()
            self._connection.execute("SELECT 1")

    def check_whole(self) -> None:
        """That is PostgreSQL's own business (``pg_amcheck``, data checksums)."""

    def write(self, batch: Sequence[Record]) -> None:
        if self._connection.closed:
            self.check()
        if self._is_written(batch):
            return
        mark = secrets.token_bytes(8)
        changed: dict[str, _Running] = {}
        self._uncertain = _Uncertain(batch, mark)
        # A pipeline: begin, insert and commit cost one round trip.
        with self._reaching(), self._connection.pipeline(), self._connection.transaction():
            self._write_all(batch, changed)
            self._connection.execute(schema.BATCH, (self._server, mark))
        self._uncertain = None
        self._running |= changed
        for record in batch:
            if isinstance(record, GameEnd):
                self._running.pop(record.game, None)

    def _is_written(self, batch: Sequence[Record]) -> bool:
        """Whether a batch that comes again was committed before the connection was lost."""
        if self._uncertain is None or self._uncertain.batch is not batch:
            return False
        last = self._rows("SELECT batch FROM server WHERE name = %s", self._server)
        return last == [(self._uncertain.mark,)]

    def _write_all(self, batch: Sequence[Record], changed: dict[str, _Running]) -> None:
        run = self._connection
        entries: list[Entry] = []
        ends: list[GameEnd] = []
        games: list[GameRecord] = []
        for record in batch:
            match record:
                case Entry():
                    entries.append(record)
                case PlayerRecord():
                    run.execute(schema.PLAYER, astuple(record))
                case GameRecord():
                    games.append(record)
                case GameEnd():
                    ends.append(record)
                case SummaryRecord():
                    run.execute(schema.SUMMARY, (_pack(record.summary), record.game))
                case _:
                    raise RecordRefused(f"the prototype does not know {type(record).__name__}")
        # A game comes before what refers to it, in whatever order they were added.
        for game in games:
            changed[game.id] = self._begin(game)
        entries.sort(key=lambda entry: entry.n)
        if entries:
            rows = [self._row(entry, changed) for entry in entries]
            run.execute(schema.ENTRIES, [list(column) for column in zip(*rows, strict=True)])
        for end in ends:
            self._finish(end, changed)

    def _begin(self, game: GameRecord) -> _Running:
        begun = chain.begin(game)
        values = (self._server, *astuple(game)[:-1], begun)
        ((seq,),) = self._connection.execute(schema.GAME, values).fetchall()
        for seat, player in enumerate(game.players):
            self._connection.execute(schema.SEATS, (seq, seat, player))
        return _Running(seq, begun)

    def _row(self, entry: Entry, changed: dict[str, _Running]) -> tuple[Any, ...]:
        game = changed.get(entry.game)
        if game is None:
            game = changed[entry.game] = self._find_running(entry.game)
        game.chain = chain.extend(game.chain, entry)
        return (game.seq, *astuple(entry)[1:], game.chain)

    def _finish(self, end: GameEnd, changed: dict[str, _Running]) -> None:
        game = changed.get(end.game) or self._find_running(end.game)
        packed = (_pack(end.summary), _pack(end.ratings))
        values = (end.at, end.result, chain.close(game.chain, end), *packed, game.seq)
        if not self._connection.execute(schema.END, values).fetchall():
            raise RecordRefused("a game that is over already was to be ended")

    def _find_running(self, game: str) -> _Running:
        """A copy, which counts if the transaction does."""
        known = self._running.get(game)
        if known is not None:
            return replace(known)
        rows = self._rows(schema.SELECT_GAME + "WHERE id = %s", game)
        if not rows:
            raise RecordRefused("a record of a game that is not there")
        stored = self._stored(rows[0])
        return _Running(rows[0][0], reduce(chain.extend, stored.entries, chain.begin(stored.record)))

    def player(self, token_hash: bytes) -> PlayerRecord | None:
        query = "SELECT id, token_hash, name, seen_at FROM player WHERE token_hash BETWEEN %s AND %s LIMIT 1"
        found = self._rows(query, token_hash, token_hash.ljust(32, b"\xff"))
        return PlayerRecord(*found[0]) if found else None

    def game(self, game_id: str) -> StoredGame | None:
        found = self._rows(schema.SELECT_GAME + "WHERE id = %s", game_id)
        return self._stored(found[0]) if found else None

    def last_games(
        self, since: float, damaged: Callable[[GameDamaged], None] | None = None
    ) -> Iterator[StoredGame]:
        query = schema.SELECT_GAME + schema.LAST_AT_TABLE
        for row in self._rows(query, {"server": self._server, "since": since}):
            try:
                yield self._stored(row)
            except GameDamaged as damage:
                if damaged is None:
                    raise
                damaged(damage)

    def unfinished_at(self, table: str) -> StoredGame | None:
        newest = "WHERE server = %s AND table_code = %s ORDER BY seq DESC LIMIT 1"
        found = self._rows(schema.SELECT_GAME + newest, self._server, table)
        game = self._stored(found[0]) if found else None
        return game if game and game.end is None else None

    def unfinished_of(self, player: str) -> tuple[HeldSeat, ...]:
        return tuple(HeldSeat(*row) for row in self._rows(schema.UNFINISHED_OF, player, self._server))

    def moves_of(self, player: str, since: float) -> tuple[OwnMove, ...]:
        values = {"player": player, "server": self._server, "since": since}
        return tuple(OwnMove(*row) for row in self._rows(schema.MOVES_OF, values))

    def tables_in_use(self) -> set[str]:
        query = "SELECT table_code FROM game WHERE server = %s AND ended_at IS NULL"
        return {code for (code,) in self._rows(query, self._server)}

    def read(self, query: Callable[Concatenate[Any, P], T], *_args: P.args, **_more: P.kwargs) -> T:
        if query not in ASKED_AT_THE_START:
            raise StoreBroken("the prototype keeps nothing for lists, statistics and ratings")
        return cast("T", ASKED_AT_THE_START[query])

    def _stored(self, row: tuple[Any, ...]) -> StoredGame:
        seq, game, table, kind, number, begun_at, seed, salt, setup, begun, ended_at, result, ended = row
        seated = self._rows("SELECT player FROM game_players WHERE game = %s ORDER BY seat", seq)
        steps = self._rows(
            "SELECT n, at, kind, seat, player, request, body, chain FROM entry WHERE game = %s ORDER BY n",
            seq,
        )
        players = tuple(player for (player,) in seated)
        found = StoredGame(
            GameRecord(game, table, kind, number, begun_at, seed, salt, setup, players),
            tuple(Entry(game, *step[:-1]) for step in steps),
            None if ended_at is None else GameEnd(game, ended_at, result),
        )
        chain.verify(found, begun, [step[-1] for step in steps], ended)
        return found

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        named = len(values) == 1 and isinstance(values[0], dict)
        with self._reaching():
            found: list[tuple[Any, ...]] = self._connection.execute(
                query, values[0] if named else values
            ).fetchall()
            return found

    @contextmanager
    def _reaching(self) -> Iterator[None]:
        """Say what an error of PostgreSQL means for the server."""
        try:
            yield
        except (psycopg.OperationalError, StoreInUse) as error:
            # Gone, starting, stopping or out of room: it may come back. ``Cause`` speaks of files.
            self._running.clear()
            raise StoreStalled(Cause.MISSING, str(error)) from error
        except (psycopg.IntegrityError, psycopg.DataError) as error:
            raise RecordRefused(str(error)) from error
        except psycopg.Error as error:
            raise StoreBroken(str(error)) from error
