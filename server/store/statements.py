"""How the records of the log are written."""

import sqlite3
from typing import Any, Final

PLAYER: Final = """
    INSERT INTO player (id, token_hash, name, seen_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE
    SET token_hash = excluded.token_hash, name = excluded.name, seen_at = excluded.seen_at
"""
GAME: Final = """
    INSERT INTO game (id, table_code, game, number, begun_at, seed, salt, setup, chain)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
SEAT: Final = "INSERT INTO game_players (game, seat, player) VALUES (?, ?, ?)"
_ENTRY: Final = "INSERT INTO entry (game, n, at, kind, seat, player, request, body, chain) VALUES "
_ENTRY_ROW: Final = "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
_ENTRIES_AT_ONCE: Final = tuple(
    (1 << power, _ENTRY + ", ".join([_ENTRY_ROW] * (1 << power))) for power in range(7, -1, -1)
)
"""Statements that insert so many entries, the largest first."""
END: Final = "UPDATE game SET ended_at = ?, result = ?, end_chain = ? WHERE seq = ? AND ended_at IS NULL"


def insert_entries(run: sqlite3.Connection, rows: list[tuple[Any, ...]]) -> None:
    """Insert many rows with few statements.

    Python lets go of its lock around every statement and asks for it back afterwards. A thread that does so
    for each row fights a busy event loop over the lock for each row.
    """
    at = 0
    for size, statement in _ENTRIES_AT_ONCE:
        while len(rows) - at >= size:
            run.execute(statement, [value for row in rows[at : at + size] for value in row])
            at += size
