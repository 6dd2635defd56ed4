"""Games that were not played here: in whose list they are, and how they leave it."""

import sqlite3

from server.store.forgetting import remove_game
from server.store.records import DropImported, ImportedBy


def mark(run: sqlite3.Connection, imported: ImportedBy) -> None:
    """Before the summary is written: the list depends on it."""
    run.execute("UPDATE game SET importer = ? WHERE id = ?", (imported.player, imported.game))


def drop(run: sqlite3.Connection, dropped: DropImported) -> list[int]:
    """Remove a game that the player has imported; returns the numbers of games that are gone."""
    ours = "SELECT seq FROM game WHERE id = ? AND importer = ?"
    gone = [seq for (seq,) in run.execute(ours, (dropped.game, dropped.player))]
    for seq in gone:
        remove_game(run, seq)
    return gone


def importer_of(connection: sqlite3.Connection, game: str) -> str | None:
    found = connection.execute("SELECT importer FROM game WHERE id = ?", (game,)).fetchone()
    importer: str | None = found[0] if found else None
    return importer
