"""Reads games back from the log and compares each with its running hash; reads what lists need."""

import sqlite3
from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from server.store import chain
from server.store.failures import GameDamaged, StoreBroken, failure
from server.store.records import (
    Entry,
    GameEnd,
    GameRecord,
    HeldSeat,
    OwnMove,
    PlayerRecord,
    RatedEnd,
    SeatRating,
    StoredGame,
)

Connection = sqlite3.Connection
"""For whoever hands one on and asks it nothing."""

SELECT_GAME: Final = """
    SELECT seq, id, table_code, game, number, begun_at, seed, salt, setup, chain, ended_at, result, end_chain
    FROM game
"""

_STEPS: Final = """
    SELECT ?1, n, at, kind, seat, player, request, body, chain FROM entry WHERE game = ?2 ORDER BY n
"""

_LAST_AT_TABLE: Final = """
    WHERE seq IN (
        SELECT seq FROM game WHERE ended_at >= ?1 AND importer IS NULL
        UNION ALL
        SELECT seq FROM game WHERE ended_at IS NULL AND coalesce(
            (SELECT at FROM entry WHERE entry.game = game.seq ORDER BY n DESC LIMIT 1), begun_at
        ) >= ?1
    ) AND NOT EXISTS (
        SELECT 1 FROM game AS later
        WHERE later.table_code = game.table_code AND later.seq > game.seq AND later.importer IS NULL
    )
    ORDER BY seq
"""


def rows(connection: sqlite3.Connection, query: str, *values: Any) -> list[Any]:
    """All rows of a query; raises ``StoreBroken`` or ``StoreStalled``."""
    try:
        return connection.execute(query, values).fetchall()
    except sqlite3.Error as error:
        raise failure(error) from error


def stored(connection: sqlite3.Connection, row: tuple[Any, ...]) -> StoredGame:
    """The game of a row of ``SELECT_GAME`` as it was written; raises ``GameDamaged``."""
    game, hashes = as_it_lies(connection, row)
    chain.verify(game, *hashes)
    return game


Hashes = tuple[bytes | None, list[bytes | None], bytes | None]
"""Of a game's beginning, of each entry, and of its end."""


def as_it_lies(connection: sqlite3.Connection, row: tuple[Any, ...]) -> tuple[StoredGame, Hashes]:
    """The game of a row of ``SELECT_GAME``, and its hashes, not compared; raises ``GameDamaged``."""
    seq, game, table, kind, number, begun_at, seed, salt, setup, begun, ended_at, result, ended = row
    try:
        seated = rows(connection, "SELECT player FROM game_players WHERE game = ? ORDER BY seat", seq)
        steps = rows(connection, _STEPS, game, seq)
    except StoreBroken as error:
        # SQLite has run into it only here; other games need not be on the same pages.
        raise GameDamaged(game, table, str(error)) from error
    players = tuple(player for (player,) in seated)
    lies = StoredGame(
        GameRecord(game, table, kind, number, begun_at, seed, salt, setup, players),
        tuple(Entry(*entry[:-1]) for entry in steps),
        None if ended_at is None else GameEnd(game, ended_at, result),
    )
    return lies, (begun, [entry[-1] for entry in steps], ended)


def game_by_id(connection: sqlite3.Connection, game: str) -> StoredGame | None:
    found = rows(connection, SELECT_GAME + "WHERE id = ?", game)
    return stored(connection, found[0]) if found else None


def last_games(
    connection: sqlite3.Connection, since: float, damaged: Callable[[GameDamaged], None] | None
) -> Iterator[StoredGame]:
    """The last games of tables where something has happened since a time, in the order of beginning."""
    for row in rows(connection, SELECT_GAME + _LAST_AT_TABLE, since):
        try:
            game = stored(connection, row)
            if game.end is not None:
                game = replace(game, end=replace(game.end, ratings=_ratings(connection, row[0])))
            yield game
        except GameDamaged as damage:
            if damaged is None:
                raise
            damaged(damage)


def _ratings(connection: sqlite3.Connection, seq: int) -> RatedEnd | None:
    """What a game has done to ratings, for those who still look at its end."""
    found = rows(connection, "SELECT n, seats_class FROM rated_game WHERE game = ?", seq)
    if not found:
        return None
    ((number, of),) = found
    seats = rows(
        connection,
        """
        SELECT player, gone, won, program, mu_before, sigma_before, mu, sigma
        FROM rating_change WHERE n = ? ORDER BY seat
        """,
        number,
    )
    return RatedEnd(number, of, tuple(SeatRating(*seat) for seat in seats))


def unfinished_at(connection: sqlite3.Connection, table: str) -> StoredGame | None:
    at_table = "WHERE table_code = ? AND importer IS NULL ORDER BY seq DESC LIMIT 1"
    found = rows(connection, SELECT_GAME + at_table, table)
    newest = stored(connection, found[0]) if found else None
    return newest if newest and newest.end is None else None


def player_by_hash(connection: sqlite3.Connection, token_hash: bytes) -> PlayerRecord | None:
    found = rows(
        connection,
        "SELECT id, token_hash, name, seen_at FROM player WHERE token_hash BETWEEN ? AND ? LIMIT 1",
        token_hash,
        token_hash.ljust(32, b"\xff"),
    )
    return PlayerRecord(*found[0]) if found else None


def unfinished_of(connection: sqlite3.Connection, player: str) -> tuple[HeldSeat, ...]:
    found = rows(
        connection,
        """
        SELECT game.table_code, game.game, held.seat
        FROM game_players AS held JOIN game ON game.seq = held.game
        WHERE held.player = ? AND game.ended_at IS NULL
        ORDER BY game.seq, held.seat
        """,
        player,
    )
    return tuple(HeldSeat(*row) for row in found)


def moves_of(connection: sqlite3.Connection, player: str, since: float) -> tuple[OwnMove, ...]:
    found = rows(
        connection,
        """
        SELECT entry.request, game.table_code
        FROM game_players AS held
        JOIN game ON game.seq = held.game
        JOIN entry ON entry.game = game.seq
        WHERE held.player = ?1 AND (
            game.ended_at IS NULL OR game.ended_at >= ?2
            OR game.seq = (SELECT max(game) FROM game_players WHERE player = ?1)
        )
        AND entry.player = ?1 AND entry.request IS NOT NULL
        ORDER BY entry.request, game.seq
        """,
        player,
        since,
    )
    return tuple(OwnMove(*row) for row in found)
