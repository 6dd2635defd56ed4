"""A file that is not a sound store of ours is refused with a sentence and left alone."""

import os
import re
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.store.samples import a_game, moves
from triqueta_server.store import opening
from triqueta_server.store.errors import StoreRefusedError, StoreStalledError
from triqueta_server.store.records import StoredGame
from triqueta_server.store.schema import APPLICATION_ID, MIGRATIONS
from triqueta_server.store.store import Store

ROOT = Path(__file__).parents[3]
NEXT = (*MIGRATIONS, "CREATE TABLE trophy (player TEXT NOT NULL); INSERT INTO trophy SELECT id FROM game;")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


def filled(path: Path, migrations: tuple[str, ...] = tuple(MIGRATIONS)) -> None:
    store = Store.open(path, migrations)
    store.write([a_game(), *moves("g1", 1000)])
    store.close()


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return found


def overwrite(at: float, with_bytes: bytes) -> Callable[[bytes], bytes]:
    def damage(content: bytes) -> bytes:
        start = int(len(content) * at) // 4096 * 4096
        return content[:start] + with_bytes + content[start + len(with_bytes) :]

    return damage


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        pytest.param(overwrite(0, b"Garbage!"), "not a database, or its beginning is damaged", id="magic"),
        pytest.param(
            overwrite(0, os.urandom(4096)), "not a database, or its beginning is damaged", id="page 1"
        ),
        pytest.param(overwrite(0.5, bytes(4096)), "damaged", id="zeros in the middle"),
        pytest.param(overwrite(0.5, b"\xa5" * 4096), "damaged", id="garbage in the middle"),
        pytest.param(overwrite(0.99, b"\xa5" * 4096), "damaged", id="garbage at the end"),
        pytest.param(lambda content: content[: len(content) // 2], "damaged", id="half"),
        pytest.param(lambda content: content[:-1], "its end is missing", id="one byte short"),
        pytest.param(lambda content: content[:50], "its end is missing", id="50 bytes"),
        pytest.param(lambda content: b"Dear diary", "not a database", id="text"),
    ],
)
def test_a_damaged_file_is_refused_and_not_touched(
    path: Path, damage: Callable[[bytes], bytes], sentence: str
) -> None:
    filled(path)
    damaged = damage(path.read_bytes())
    path.write_bytes(damaged)
    before = sorted(path.parent.iterdir())
    with pytest.raises(StoreRefusedError, match=f"^{re.escape(str(path))} is .*{sentence}"):
        Store.open(path)
    assert path.read_bytes() == damaged
    assert sorted(path.parent.iterdir()) == before


def test_another_programs_database_is_refused_and_its_folder_left_as_it_was(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE recipe (title TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreRefusedError, match="database of another program"):
        Store.open(path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_newer_file_is_refused_with_both_versions(path: Path) -> None:
    filled(path, NEXT)
    before = path.read_bytes()
    with pytest.raises(StoreRefusedError, match=rf"version {len(NEXT)} .* up to {len(MIGRATIONS)}\b"):
        Store.open(path)
    assert path.read_bytes() == before


def test_a_folder_in_the_place_of_the_file_is_refused(path: Path) -> None:
    path.mkdir()
    with pytest.raises(StoreRefusedError, match="cannot be used"):
        Store.open(path)
    assert list(path.parent.iterdir()) == [path]


def test_a_lock_that_is_no_file_is_refused(path: Path) -> None:
    lock = path.with_name("store.db.lock")
    lock.mkdir()
    with pytest.raises(StoreRefusedError, match=r"store\.db\.lock cannot be opened"):
        Store.open(path)
    assert list(path.parent.iterdir()) == [lock]


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StoreRefusedError, match="cannot be made"):
        Store.open(tmp_path / "file" / "store.db")


@pytest.mark.skipif(os.name != "posix", reason="file modes")
@pytest.mark.parametrize(
    ("mode_of_folder", "mode_of_file", "sentence"),
    [(0o555, None, "folder .* cannot be written to"), (0o777, 0o444, r"store\.db cannot be written to")],
)
def test_what_may_not_be_written_is_refused(
    mode_of_folder: int, mode_of_file: int | None, sentence: str
) -> None:
    # Root may write anywhere, so the process that tries becomes nobody; it must be able to reach the folder.
    script = """
import os, sys
from pathlib import Path
from triqueta_server.store import opening
from triqueta_server.store.errors import StoreRefusedError, StoreStalledError
from triqueta_server.store.store import Store
if os.geteuid() == 0:
    os.setuid(65534)
try:
    Store.open(Path(sys.argv[1]))
except StoreRefusedError as refused:
    print(refused)
"""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if mode_of_file is not None:
            filled(folder / "store.db")
            (folder / "store.db").chmod(mode_of_file)
            (folder / "store.db.lock").unlink()
        before = {file.name: file.read_bytes() for file in folder.iterdir()}
        folder.chmod(mode_of_folder)
        tried = subprocess.run(
            [sys.executable, "-c", script, folder / "store.db"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        folder.chmod(0o700)
        assert re.search(sentence, tried.stdout)
        assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_an_empty_file_is_a_fresh_store(path: Path) -> None:
    path.touch()
    filled(path)
    assert path.stat().st_size > 0


def test_what_a_crash_left_of_a_fresh_store_is_cleared_away(path: Path) -> None:
    path.with_name("store.db.new").write_bytes(b"half a store")
    filled(path)
    assert sorted(file.name for file in path.parent.iterdir()) == [
        "store.db",
        "store.db.lock",
        "store.db.tally",
    ]


def test_a_log_without_its_file_is_refused_and_kept(path: Path) -> None:
    log = path.with_name("store.db-wal")
    log.write_bytes(b"moves that somebody may want back")
    with pytest.raises(StoreRefusedError, match=r"store\.db-wal is there"):
        Store.open(path)
    assert list(path.parent.iterdir()) == [log]


@pytest.mark.skipif(os.name != "posix", reason="file modes")
def test_only_the_owner_can_read_what_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    store = Store.open(folder / "store.db")
    store.write([a_game()])
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
    store.close()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    names = ("store.db", "store.db.lock", "store.db.tally", "store.db-wal", "store.db-shm")
    assert modes == dict.fromkeys(names, 0o600)


def test_an_older_file_is_upgraded_and_a_copy_of_it_kept(path: Path) -> None:
    filled(path)
    upgraded = Store.open(path, NEXT)
    try:
        assert upgraded.game("g1") == StoredGame(a_game(), tuple(moves("g1", 1000)))
        assert upgraded._connection.execute("SELECT player FROM trophy").fetchall() == [("g1",)]
    finally:
        upgraded.close()
    newest = len(MIGRATIONS)
    copy = path.with_name(f"store.db.v{newest}.bak")
    assert (version(path), version(copy)) == (newest + 1, newest)
    if os.name == "posix":
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    old = Store.open(copy)
    try:
        assert old.game("g1") == StoredGame(a_game(), tuple(moves("g1", 1000)))
    finally:
        old.close()


def test_an_upgrade_that_fails_changes_nothing(path: Path) -> None:
    filled(path)
    broken = (*MIGRATIONS, "CREATE TABLE trophy (player TEXT); INSERT INTO nowhere VALUES (1);")
    with pytest.raises(StoreRefusedError, match="nowhere"):
        Store.open(path, broken)
    assert version(path) == len(MIGRATIONS)
    store = Store.open(path)
    try:
        assert store.game("g1") == StoredGame(a_game(), tuple(moves("g1", 1000)))
        assert not store._connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'trophy'").fetchall()
    finally:
        store.close()


def test_the_file_says_whose_it_is(path: Path) -> None:
    filled(path)
    assert path.read_bytes()[68:72] == APPLICATION_ID.to_bytes(4) == b"TRQT"


def test_every_commit_is_on_the_disk_and_readers_are_let_in(path: Path) -> None:
    store = Store.open(path)
    try:
        for pragma, value in (("journal_mode", "wal"), ("synchronous", 2)):
            assert store._connection.execute(f"PRAGMA {pragma}").fetchone()[0] == value
    finally:
        store.close()


def test_the_pages_of_a_large_file_are_checked_after_it_is_opened(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "CHECKED_AT_ONCE", 4096)
    filled(path)
    store = Store.open(path)
    try:
        assert not store.is_checked
        store.check_pages()
        store.write([a_game("g2", "T2")])
    finally:
        store.close()
    path.write_bytes(overwrite(0.7, b"\xa5" * 4096)(path.read_bytes()))
    damaged = Store.open(path)
    try:
        damaged.check_pages()
        for _ in range(2):
            with pytest.raises(
                StoreStalledError, match=r"the database is damaged: .*; stop the server and restore a backup"
            ):
                damaged.write([a_game("g3", "T3")])
        with pytest.raises(StoreStalledError):
            damaged.check()
    finally:
        damaged.close()
