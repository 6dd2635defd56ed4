"""A server in a test's hands whose journal is a real store: it can crash, and another one follows."""

import sqlite3
from pathlib import Path
from typing import Any

from tests.server.tables.fake_server import FakeJournal, FakeServer
from triqueta_server.archive.recount import load
from triqueta_server.store.records import Credential, PlayerRecord
from triqueta_server.store.store import Store


class StoreJournal(FakeJournal):
    """Keeps what is committed in a store, too."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.store = Store.open(path)
        # Nobody pulls the plug of this machine; a commit need not wait for its disk.
        self.store.read(lambda connection: connection.execute("PRAGMA synchronous = OFF"))

    def commit(self, most: int | None = None) -> bool:
        if self.waiting:
            self.store.write([record for record, _, _ in self.waiting[:most]])
        return super().commit(most)

    def crash(self) -> None:
        """Lose what waits; the file is as a killed process leaves it."""
        self.waiting.clear()
        self.store.close()


def stored_server(path: Path, seed: str = "luck") -> FakeServer:
    """A server that has just opened its store."""
    journal = StoreJournal(path)
    server = FakeServer(seed=seed, journal=journal)
    for row in journal.store.read(_players):
        journal.players[row[0]] = PlayerRecord(row[0], Credential(*row[1:3]), *row[3:])
    for game in journal.store.last_games(0.0):
        journal.games[game.record.id] = game
        server.lobby.restore(game)
    load(server.services.ratings, journal.store.read)
    return server


def _players(connection: sqlite3.Connection) -> list[Any]:
    return connection.execute(
        "SELECT id, kind, value, name, seen_at FROM player JOIN credential ON credential.player = player.id"
    ).fetchall()


def store_of(server: FakeServer) -> Store:
    journal = server.journal
    assert isinstance(journal, StoreJournal)
    return journal.store
