"""A store is upgraded script by script, also after a migration that was killed."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.store.samples import a_game, a_move, moves
from triqueta_server.store.records import StoredGame
from triqueta_server.store.schema import MIGRATIONS
from triqueta_server.store.store import Store

ROOT = Path(__file__).parents[3]

LATER = (
    "CREATE TABLE trophy (game TEXT NOT NULL); INSERT INTO trophy SELECT id FROM game;",
    "ALTER TABLE trophy ADD COLUMN size INTEGER NOT NULL DEFAULT 3; CREATE INDEX trophies ON trophy (game);",
    "CREATE TABLE cabinet (trophies INTEGER); INSERT INTO cabinet SELECT sum(size) FROM trophy;",
)
"""Versions that are yet to come."""
ALL = (*MIGRATIONS, *LATER)
MADE_BY = ("trophy", "trophies", "cabinet")
"""What each of them adds."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


def filled(path: Path, version: int) -> None:
    store = Store.open(path, ALL[:version])
    store.write([a_game("g1", "T1"), *moves("g1", 3), a_game("g2", "T2")])
    store.close()


def version_and_additions(path: Path) -> tuple[int, list[str]]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        version: int = connection.execute("PRAGMA user_version").fetchone()[0]
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    return version, [name for name in MADE_BY if name in names]


def assert_upgraded(path: Path, version: int) -> None:
    """Whether a store that was filled at this version is whole."""
    store = Store.open(path, ALL)
    try:
        assert store.game("g1") == StoredGame(a_game("g1", "T1"), tuple(moves("g1", 3)))
        assert store.losses == ()
        found = store.read(lambda run: run.execute("SELECT size FROM trophy").fetchall())
        # Games that were written after the first later script are not in its table.
        assert found == ([(3,), (3,)] if version == len(MIGRATIONS) else [])
    finally:
        store.close()
    assert version_and_additions(path) == (len(ALL), list(MADE_BY))


@pytest.mark.parametrize("version", range(len(MIGRATIONS), len(ALL)))
def test_every_version_is_upgraded_once_and_a_copy_of_it_kept(path: Path, version: int) -> None:
    filled(path, version)
    for _ in range(2):
        assert_upgraded(path, version)
    (copy,) = path.parent.glob("*.bak")
    assert copy.name == f"store.db.v{version}.bak"
    assert version_and_additions(copy) == (version, list(MADE_BY[: version - len(MIGRATIONS)]))


def test_a_game_that_goes_on_after_an_upgrade_is_one_chain(path: Path) -> None:
    filled(path, len(MIGRATIONS))
    store = Store.open(path, ALL)
    try:
        store.write([a_move("g1", 4)])
        assert store.game("g1") == StoredGame(a_game("g1", "T1"), tuple(moves("g1", 4)))
    finally:
        store.close()


def test_scripts_before_one_that_fails_stay_done(path: Path) -> None:
    filled(path, len(MIGRATIONS))
    broken = (*MIGRATIONS, LATER[0], f"{LATER[1]} INSERT INTO nowhere VALUES (1);", LATER[2])
    with pytest.raises(Exception, match="nowhere"):
        Store.open(path, broken)
    assert version_and_additions(path) == (len(MIGRATIONS) + 1, ["trophy"])
    assert_upgraded(path, len(MIGRATIONS))


KILLED = """
import os, signal, sys
from pathlib import Path
from tests.server.store.test_migrations import ALL
from triqueta_server.store import opening
from triqueta_server.store.store import Store

steps, connect = int(sys.argv[2]), opening._open

def counting(path):
    connection = connect(path)
    left = [steps]
    def step():
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
    connection.set_progress_handler(step, 5)
    return connection

opening._open = counting
Store.open(Path(sys.argv[1]), ALL).close()
print("done")
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_migration_that_is_killed_does_no_harm(path: Path) -> None:
    """The process is killed again and again, each time later, until one gets through."""
    filled(path, len(MIGRATIONS))
    killed = 0
    for steps in (1, 8, 16, 32, 64, 1 << 30):
        tried = subprocess.run(
            [sys.executable, "-c", KILLED, path, str(steps)], cwd=ROOT, capture_output=True, check=False
        )
        killed += tried.returncode == -9
        version, additions = version_and_additions(path)
        assert additions == list(MADE_BY[: version - len(MIGRATIONS)]), "a script is done whole or not at all"
    assert tried.stdout == b"done\n", tried.stderr.decode()
    assert killed >= 3
    assert_upgraded(path, len(MIGRATIONS))
