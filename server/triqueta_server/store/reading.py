"""Reads games and verifies each against its hash chain; reads what restoring tables needs."""

import sqlite3
from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from triqueta_server.store.errors import DamagedGameError, StoreBrokenError, failure
from triqueta_server.store.integrity import verify
from triqueta_server.store.records import (
    Credential,
    Entry,
    GameEnd,
    GameRecord,
    GameSleep,
    HeldGame,
    HeldSeat,
    OwnMove,
    PlayerRecord,
    RatedEnd,
    SeatRating,
    StoredGame,
)

Connection = sqlite3.Connection
"""For callers that only pass one on."""

SELECT_GAME: Final = """
    SELECT seq, id, table_code, game, number, begun_at, seed, salt, setup, chain, ended_at, result, end_chain,
        sleeps_until, sleep
    FROM game
"""

_STEPS: Final = """
    SELECT ?1, n, at, kind, seat, player, request, body, client, chain FROM entry WHERE game = ?2 ORDER BY n
"""

_LAST_AT_TABLE: Final = """
    WHERE seq IN (
        SELECT seq FROM game WHERE ended_at >= ?1 AND importer IS NULL
        UNION ALL
        SELECT seq FROM game WHERE ended_at IS NULL AND sleeps_until IS NULL
    ) AND NOT EXISTS (
        SELECT 1 FROM game AS later
        WHERE later.table_code = game.table_code AND later.seq > game.seq AND later.importer IS NULL
    )
    ORDER BY seq
"""


def rows(connection: sqlite3.Connection, query: str, *values: Any) -> list[Any]:
    """All rows of a query; raises ``StoreBrokenError`` or ``StoreStalledError``."""
    try:
        return connection.execute(query, values).fetchall()
    except sqlite3.Error as error:
        raise failure(error) from error


def stored(connection: sqlite3.Connection, row: tuple[Any, ...]) -> StoredGame:
    """The verified game of a row of ``SELECT_GAME``; raises ``DamagedGameError``."""
    game, hashes = unverified(connection, row)
    verify(game, *hashes)
    return game


Hashes = tuple[bytes, list[bytes], bytes | None]
"""The hashes of a game's beginning, of each entry, and of its end if it has one."""


def unverified(connection: sqlite3.Connection, row: tuple[Any, ...]) -> tuple[StoredGame, Hashes]:
    """The game of a row of ``SELECT_GAME`` and its hashes; raises ``DamagedGameError`` if unreadable."""
    seq, game, table, kind, number, begun_at, seed, salt, setup, begun, ended_at, result, ended = row[:13]
    until, sleep = row[13:]
    try:
        seated = rows(connection, "SELECT player FROM game_players WHERE game = ? ORDER BY seat", seq)
        steps = rows(connection, _STEPS, game, seq)
    except StoreBrokenError as error:
        # Other games may be on pages that are not damaged.
        raise DamagedGameError(game, table, str(error)) from error
    players = tuple(player for (player,) in seated)
    game_found = StoredGame(
        GameRecord(game, table, kind, number, begun_at, seed, salt, setup, players),
        tuple(Entry(*entry[:-1]) for entry in steps),
        None if ended_at is None else GameEnd(game, ended_at, result),
        None if sleep is None or ended_at is not None else GameSleep(game, until, sleep),
    )
    return game_found, (begun, [entry[-1] for entry in steps], ended)


def game_by_id(connection: sqlite3.Connection, game: str) -> StoredGame | None:
    found = rows(connection, SELECT_GAME + "WHERE id = ?", game)
    return stored(connection, found[0]) if found else None


def last_games(
    connection: sqlite3.Connection, since: float, damaged: Callable[[DamagedGameError], None] | None
) -> Iterator[StoredGame]:
    """See ``Store.last_games``."""
    for row in rows(connection, SELECT_GAME + _LAST_AT_TABLE, since):
        try:
            game = stored(connection, row)
            if game.end is not None:
                game = replace(game, end=replace(game.end, ratings=_ratings(connection, row[0])))
            yield game
        except DamagedGameError as damage:
            if damaged is None:
                raise
            damaged(damage)


def _ratings(connection: sqlite3.Connection, seq: int) -> RatedEnd | None:
    """What a game did to ratings, for players who still see its end."""
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


def importer_of(connection: sqlite3.Connection, game: str) -> str | None:
    found = connection.execute("SELECT importer FROM game WHERE id = ?", (game,)).fetchone()
    importer: str | None = found[0] if found else None
    return importer


def unfinished_at(connection: sqlite3.Connection, table: str) -> StoredGame | None:
    at_table = "WHERE table_code = ? AND importer IS NULL ORDER BY seq DESC LIMIT 1"
    found = rows(connection, SELECT_GAME + at_table, table)
    newest = stored(connection, found[0]) if found else None
    return newest if newest and newest.end is None else None


def player_of(connection: sqlite3.Connection, credential: Credential) -> PlayerRecord | None:
    found = rows(
        connection,
        """
        SELECT id, name, seen_at FROM credential JOIN player ON player.id = credential.player
        WHERE kind = ? AND value = ?
        """,
        *credential,
    )
    return PlayerRecord(found[0][0], credential, *found[0][1:]) if found else None


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


def held_games(connection: sqlite3.Connection, player: str, most: int) -> list[HeldGame]:
    """A player's unfinished games, the newest first."""
    found = connection.execute(
        """
        SELECT game.table_code, game.game, held.seat, game.setup, game.sleep, coalesce(
            (SELECT at FROM entry WHERE entry.game = game.seq ORDER BY n DESC LIMIT 1), game.begun_at
        )
        FROM game_players AS held JOIN game ON game.seq = held.game
        WHERE held.player = ? AND game.ended_at IS NULL
        ORDER BY game.seq DESC LIMIT ?
        """,
        (player, most),
    )
    return [HeldGame(*row) for row in found]


def moves_of(connection: sqlite3.Connection, player: str, since: float) -> tuple[OwnMove, ...]:
    found = rows(
        connection,
        """
        SELECT entry.request, game.table_code, entry.client
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
