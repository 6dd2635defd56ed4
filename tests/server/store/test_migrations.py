"""Stores of every released version open as if they had always been new, also after a killed migration."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import astuple

from server.store import chain, results
from server.store.records import Entry, GameEnd, GameRecord, StoredGame
from server.store.results import Wanted
from server.store.schema import APPLICATION_ID, MIGRATIONS
from server.store.store import Store
from tests.server.archive.club import Person, play, records

ROOT = Path(__file__).parents[3]
ANA, BO = Person("ana", "Ana"), Person("bo", "Bo")
OLDEST, NEWEST = 1, len(MIGRATIONS)


def games() -> dict[str, StoredGame]:
    """A game that is over and one that is not, as they were written before there were summaries."""
    found = {}
    for number, game in enumerate(("over", "open")):
        begun, *entries, end = records(
            play("triqueta", 2, Random(number)), game, (ANA, BO), table=f"T{number}", summarised=False
        )
        assert isinstance(begun, GameRecord)
        assert isinstance(end, GameEnd)
        steps = tuple(entry for entry in entries if isinstance(entry, Entry))
        found[game] = StoredGame(begun, steps, end if game == "over" else None)
    return found


def old_store(path: Path, version: int) -> None:
    """A file as the server of that version wrote it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as run:
        run.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        for script in MIGRATIONS[:version]:
            run.executescript(script)
        run.execute(f"PRAGMA user_version = {version}")
        run.execute("PRAGMA journal_mode=WAL")
        run.execute("INSERT INTO player VALUES ('ana', x'aa', 'Ana', 5.0)")
        for seq, game in enumerate(games().values(), start=1):
            _write(run, seq, game, hashed=version >= 2)


def _write(run: sqlite3.Connection, seq: int, game: StoredGame, *, hashed: bool) -> None:
    record, end = game.record, game.end
    run.execute(
        """
        INSERT INTO game (seq, id, table_code, game, number, begun_at, seed, salt, setup, ended_at, result)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        (seq, *astuple(record)[:-1], *((end.at, end.result) if end else (None, None))),
    )
    for seat, player in enumerate(record.players):
        run.execute("INSERT INTO game_players VALUES (?, ?, ?)", (seq, seat, player))
    hashes = [chain.begin(record)]
    for entry in game.entries:
        hashes.append(chain.extend(hashes[-1], entry))
        columns = "game, n, at, kind, seat, player, request, body"
        run.execute(
            f"INSERT INTO entry ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (seq, *astuple(entry)[1:])
        )
    if hashed:
        run.execute("UPDATE game SET chain = ? WHERE seq = ?", (hashes[0], seq))
        for n, step in enumerate(hashes[1:], start=1):
            run.execute("UPDATE entry SET chain = ? WHERE game = ? AND n = ?", (step, seq, n))
        if end:
            run.execute("UPDATE game SET end_chain = ? WHERE seq = ?", (chain.close(hashes[-1], end), seq))


def assert_whole(store: Store) -> None:
    for game, stored in games().items():
        assert store.game(game) == stored
    assert store.player(b"\xaa") is not None
    assert store.tables_in_use() == {"T1"}
    # What was over is found by whoever works out its summary, and the rest of the new tables is there.
    assert [game for _, game in store.read(results.unsummarised, 0, 10)] == ["over"]
    assert store.read(results.games_of, "ana", Wanted(), None, 10) == ([], 0, None)


@pytest.mark.parametrize("version", range(OLDEST, NEWEST))
def test_a_store_of_every_version_is_taken_over(tmp_path: Path, version: int) -> None:
    path = tmp_path / "store.db"
    old_store(path, version)
    for _ in range(2):
        store = Store.open(path)
        try:
            assert_whole(store)
        finally:
            store.close()
    assert path.with_name(f"store.db.v{version}.bak").exists()


@pytest.mark.parametrize("version", range(OLDEST, NEWEST))
def test_a_store_that_goes_on_after_it_was_taken_over_is_one_chain(tmp_path: Path, version: int) -> None:
    path = tmp_path / "store.db"
    old_store(path, version)
    open_game = games()["open"]
    more = Entry("open", len(open_game.entries) + 1, 9e9, "host", 0, "bo", None, b"\xc0")
    store = Store.open(path)
    try:
        store.write([more, GameEnd("open", 9e9, b"\x90")])
        found = store.game("open")
    finally:
        store.close()
    assert found == StoredGame(open_game.record, (*open_game.entries, more), GameEnd("open", 9e9, b"\x90"))


KILLED = """
import os, signal, sqlite3, sys
from pathlib import Path
from server.store import opening
from server.store.store import Store

steps, connect = int(sys.argv[2]), opening.reconnect

def counting(path):
    connection = connect(path)
    left = [steps]
    def step():
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
    connection.set_progress_handler(step, 25)
    return connection

opening.reconnect = counting
Store.open(Path(sys.argv[1])).close()
print("done")
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_migration_that_is_killed_does_no_harm(tmp_path: Path) -> None:
    """The process is killed again and again, each time later, until one gets through."""
    path = tmp_path / "store.db"
    old_store(path, 3)
    killed = 0
    for steps in (1, 8, 30, 60, 1 << 30):
        tried = subprocess.run(
            [sys.executable, "-c", KILLED, path, str(steps)], cwd=ROOT, capture_output=True, check=False
        )
        killed += tried.returncode == -9
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as look:
            version = look.execute("PRAGMA user_version").fetchone()[0]
            tables = look.execute("SELECT count(*) FROM sqlite_master WHERE name = 'own_game'").fetchone()[0]
        assert (version >= 4) == bool(tables), "a step is whole or not there at all"
    assert tried.stdout == b"done\n", tried.stderr.decode()
    assert killed >= 3
    store = Store.open(path)
    try:
        assert_whole(store)
    finally:
        store.close()
