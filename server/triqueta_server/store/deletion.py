"""Deletes players and imported games. Games of others keep their moves, under new hash chains."""

import logging
import sqlite3
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from triqueta_server.store import ratings
from triqueta_server.store.errors import DamagedGameError
from triqueta_server.store.integrity import begin_chain, end_chain, extend_chain, verify
from triqueta_server.store.reading import SELECT_GAME, unverified
from triqueta_server.store.records import DeletePlayer, DropExpired, DropImported, HeldSeat, StoredGame

_TO_REMOVE: Final = """
    SELECT seq FROM game WHERE ended_at IS NULL AND EXISTS (
        SELECT 1 FROM game_players AS held WHERE held.game = game.seq AND held.player = ?1
    )
    UNION ALL SELECT seq FROM game WHERE importer = ?1
"""
_TABLES: Final = """
    SELECT DISTINCT game.table_code FROM game_players AS held JOIN game ON game.seq = held.game
    WHERE held.player = ? LIMIT ?
"""
_WITH_NAME: Final = """
    WHERE table_code = ?2 AND importer IS NULL AND (
        EXISTS (SELECT 1 FROM game_players AS held WHERE held.game = game.seq AND held.player = ?1)
        OR instr(setup, CAST(?1 AS BLOB))
    )
"""
"""Games with a player, and later ones at the same table, whose set-up names earlier players."""

log = logging.getLogger(__name__)


class KnownPlayer(NamedTuple):
    """A player as the operator may see one."""

    id: str
    name: str
    seen_at: float
    games: int
    """The length of the player's list."""


def players_named(connection: sqlite3.Connection, name: str) -> list[KnownPlayer]:
    """The players with a name, ignoring case; the one seen last comes first."""
    connection.create_function("casefold", 1, str.casefold, deterministic=True)
    found = connection.execute(
        """
        SELECT id, name, seen_at, (SELECT count(*) FROM own_game WHERE own_game.player = player.id)
        FROM player WHERE casefold(name) = ? ORDER BY seen_at DESC
        """,
        (name.casefold(),),
    )
    return [KnownPlayer(*row) for row in found]


def keys_of(connection: sqlite3.Connection, player: str) -> list[bytes]:
    """The player's public keys."""
    found = connection.execute("SELECT value FROM credential WHERE kind = 'key' AND player = ?", (player,))
    return [key for (key,) in found]


def blocking_seats(connection: sqlite3.Connection, player: str) -> list[HeldSeat]:
    """The player's seats in unfinished games with other people."""
    found = connection.execute(
        """
        SELECT game.table_code, game.game, held.seat
        FROM game_players AS held JOIN game ON game.seq = held.game
        WHERE held.player = ?1 AND game.ended_at IS NULL AND EXISTS (
            SELECT 1 FROM game_players AS other
            WHERE other.game = held.game AND other.player IS NOT NULL AND other.player != ?1
        )
        ORDER BY game.seq
        """,
        (player,),
    )
    return [HeldSeat(*row) for row in found]


def unfinished_deletions(connection: sqlite3.Connection) -> list[str]:
    """The players whose deletion was not finished when the server ended."""
    return [player for (player,) in connection.execute("SELECT id FROM player WHERE name = ''")]


def delete_player(run: sqlite3.Connection, wanted: DeletePlayer) -> tuple[list[int], bool]:
    """Delete some of a player's data; the player has no ``blocking_seats``.

    Returns the numbers of removed games, and whether nothing is left. Removed are unfinished games, which had
    only bots as opponents, and games that the player had imported.
    """
    # Overwritten data must not stay readable in the free pages of the file.
    run.execute("PRAGMA secure_delete = ON")
    player = wanted.player
    # From here on the credential is unknown, and a restarted server finishes the deletion.
    run.execute("DELETE FROM credential WHERE player = ?", (player,))
    run.execute("UPDATE player SET name = '' WHERE id = ?", (player,))
    ratings.delete_player(run, player)
    removed = [seq for (seq,) in run.execute(_TO_REMOVE, (player,))]
    for seq in removed:
        remove_game(run, seq)
    tables = [code for (code,) in run.execute(_TABLES, (player, wanted.tables))]
    for code in tables:
        for row in run.execute(SELECT_GAME + _WITH_NAME, (player, code)).fetchall():
            try:
                _rewrite(run, row, wanted)
            except DamagedGameError as damage:
                log.error("game not anonymized error=%s", damage)
                _clear_player(run, row[0], player)
    if len(tables) == wanted.tables:
        return removed, False
    for table in ("own_game", "unseen_result"):
        run.execute(f"DELETE FROM {table} WHERE player = ?", (player,))  # noqa: S608 - our own words
    # Rooms that are open have been written without the player; these could not be set up again.
    run.execute("DELETE FROM room WHERE instr(setup, CAST(? AS BLOB))", (player,))
    run.execute("DELETE FROM player WHERE id = ?", (player,))
    return removed, True


def _clear_player(run: sqlite3.Connection, seq: int, player: str) -> None:
    run.execute("UPDATE game_players SET player = NULL WHERE game = ? AND player = ?", (seq, player))
    run.execute(
        "UPDATE seat_result SET player = NULL, name = '' WHERE game = ? AND player = ?", (seq, player)
    )


def remove_game(run: sqlite3.Connection, seq: int) -> None:
    run.execute(
        """
        DELETE FROM own_game WHERE game = ?1 AND player IN (
            SELECT importer FROM game WHERE seq = ?1 UNION SELECT player FROM game_players WHERE game = ?1
        )
        """,
        (seq,),
    )
    for table in ("entry", "game_players", "seat_result", "unseen_result"):
        run.execute(f"DELETE FROM {table} WHERE game = ?", (seq,))  # noqa: S608 - our own words
    run.execute("DELETE FROM game WHERE seq = ?", (seq,))


def drop_expired(run: sqlite3.Connection, limit: DropExpired) -> list[int]:
    """Remove the games that have slept for too long; returns their numbers."""
    asleep = "SELECT seq FROM game WHERE ended_at IS NULL AND sleeps_until <= ?"
    removed = [seq for (seq,) in run.execute(asleep, (limit.now,))]
    for seq in removed:
        remove_game(run, seq)
    return removed


def drop_imported(run: sqlite3.Connection, dropped: DropImported) -> list[int]:
    """Remove a game that the player has imported; returns the numbers of removed games."""
    imported = "SELECT seq FROM game WHERE id = ? AND importer = ?"
    removed = [seq for (seq,) in run.execute(imported, (dropped.game, dropped.player))]
    for seq in removed:
        remove_game(run, seq)
    return removed


def _rewrite(run: sqlite3.Connection, row: tuple[Any, ...], wanted: DeletePlayer) -> None:
    """Write a game without the player. A damaged one keeps hashes that do not match."""
    before, (begun, steps, ended) = unverified(run, row)
    seq, game, sound = row[0], _without(before, wanted), True
    if game is before:
        return
    try:
        verify(before, begun, steps, ended)
    except DamagedGameError:
        sound = False
    now = begin_chain(game.record)
    run.execute(
        "UPDATE game SET setup = ?, chain = ? WHERE seq = ?",
        (game.record.setup, now if sound else begun, seq),
    )
    _clear_player(run, seq, wanted.player)
    written: list[tuple[Any, ...]] = []
    for entry, stored in zip(game.entries, steps, strict=True):
        now = extend_chain(now, entry)
        written.append((entry.player, entry.body, entry.client, now if sound else stored, seq, entry.n))
    run.executemany(
        "UPDATE entry SET player = ?, body = ?, client = ?, chain = ? WHERE game = ? AND n = ?", written
    )
    if game.end is not None and sound:
        run.execute("UPDATE game SET end_chain = ? WHERE seq = ?", (end_chain(now, game.end), seq))


def _without(game: StoredGame, wanted: DeletePlayer) -> StoredGame:
    """The game without the player; if it cannot be decoded, without all that may hold a name."""
    try:
        return wanted.without(wanted.player, game)
    except Exception:
        log.exception("game not decodable, keeping only its moves game=%s", game.record.id)
        players = tuple(None if one == wanted.player else one for one in game.record.players)
        entries = [entry if entry.kind == "move" else replace(entry, body=b"") for entry in game.entries]
        return replace(
            game,
            record=replace(game.record, setup=b"", players=players),
            entries=tuple(replace(entry, player=None, client=b"") for entry in entries),
        )
