"""Makes the store forget a player. Games keep their moves, under running hashes that are made anew."""

import logging
import sqlite3
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from server.store import chain, ratings
from server.store.failures import GameDamaged
from server.store.reading import SELECT_GAME, as_it_lies
from server.store.records import ForgetPlayer, HeldSeat, StoredGame

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
"""Games with a player, and later ones at the same table whose set-up tells of earlier ones."""

log = logging.getLogger(__name__)


class KnownPlayer(NamedTuple):
    """A player as the host may see one."""

    id: str
    name: str
    seen_at: float
    games: int
    """In the player's list."""
    token_hash: bytes


def players_named(connection: sqlite3.Connection, name: str) -> list[KnownPlayer]:
    """The players who are called so, in whatever case; the one seen last comes first."""
    connection.create_function("casefold", 1, str.casefold, deterministic=True)
    found = connection.execute(
        """
        SELECT id, name, seen_at, (SELECT count(*) FROM own_game WHERE own_game.player = player.id),
            token_hash
        FROM player WHERE casefold(name) = ? ORDER BY seen_at DESC
        """,
        (name.casefold(),),
    )
    return [KnownPlayer(*row) for row in found]


def in_the_way(connection: sqlite3.Connection, player: str) -> list[HeldSeat]:
    """The player's games without an end in which other people have seats."""
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


def half_forgotten(connection: sqlite3.Connection) -> list[str]:
    """The players whom the store was about to forget when the server ended."""
    return [player for (player,) in connection.execute("SELECT id FROM player WHERE name = ''")]


def forget(run: sqlite3.Connection, wanted: ForgetPlayer) -> tuple[list[int], bool]:
    """Remove some of what is stored of a player whom no game is in the way of.

    Returns the numbers of games that are gone, and whether nothing is left. Those are games that the player
    had begun with bots only, and games that the player had imported.
    """
    # What is overwritten must not stay readable in the file's free places.
    run.execute("PRAGMA secure_delete = ON")
    player = wanted.player
    # From now on the token is of no use, and whoever starts the server again goes on with this.
    run.execute("UPDATE player SET name = '', token_hash = randomblob(32) WHERE id = ?", (player,))
    ratings.forget(run, player)
    gone = [seq for (seq,) in run.execute(_TO_REMOVE, (player,))]
    for seq in gone:
        remove_game(run, seq)
    tables = [code for (code,) in run.execute(_TABLES, (player, wanted.tables))]
    for code in tables:
        for row in run.execute(SELECT_GAME + _WITH_NAME, (player, code)).fetchall():
            try:
                _rewrite(run, row, wanted)
            except GameDamaged as damage:
                log.error("%s: it cannot be read, and so no name can be taken out of it", damage)
                _take_out(run, row[0], player)
    if len(tables) == wanted.tables:
        return gone, False
    run.execute("DELETE FROM own_game WHERE player = ?", (player,))
    run.execute("DELETE FROM player WHERE id = ?", (player,))
    return gone, True


def _take_out(run: sqlite3.Connection, seq: int, player: str) -> None:
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
    for table in ("entry", "game_players", "seat_result"):
        run.execute(f"DELETE FROM {table} WHERE game = ?", (seq,))  # noqa: S608 - our own words
    run.execute("DELETE FROM game WHERE seq = ?", (seq,))


def _rewrite(run: sqlite3.Connection, row: tuple[Any, ...], wanted: ForgetPlayer) -> None:
    """Write a game without the name. One that was not what was written stays recognisable as such."""
    before, (begun, steps, ended) = as_it_lies(run, row)
    seq, game, sound = row[0], _without(before, wanted), True
    if game is before:
        return
    try:
        chain.verify(before, begun, steps, ended)
    except GameDamaged:
        sound = False
    now = chain.begin(game.record)
    run.execute(
        "UPDATE game SET setup = ?, chain = ? WHERE seq = ?",
        (game.record.setup, now if begun is not None and sound else begun, seq),
    )
    _take_out(run, seq, wanted.player)
    written: list[tuple[Any, ...]] = []
    for entry, stored in zip(game.entries, steps, strict=True):
        now = chain.extend(now, entry)
        written.append(
            (entry.player, entry.body, now if stored is not None and sound else stored, seq, entry.n)
        )
    run.executemany("UPDATE entry SET player = ?, body = ?, chain = ? WHERE game = ? AND n = ?", written)
    if game.end is not None and ended is not None and sound:
        run.execute("UPDATE game SET end_chain = ? WHERE seq = ?", (chain.close(now, game.end), seq))


def _without(game: StoredGame, wanted: ForgetPlayer) -> StoredGame:
    """The game without the name; if it cannot be understood, without whatever may hold one."""
    try:
        return wanted.without(wanted.player, game)
    except Exception:
        log.exception("the game %s cannot be understood: only its moves are kept", game.record.id)
        players = tuple(None if one == wanted.player else one for one in game.record.players)
        entries = [entry if entry.kind == "move" else replace(entry, body=b"") for entry in game.entries]
        return replace(
            game,
            record=replace(game.record, setup=b"", players=players),
            entries=tuple(replace(entry, player=None) for entry in entries),
        )
