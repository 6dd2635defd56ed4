"""Opens the database: checks the file, makes or migrates it, or refuses with a sentence that says why."""

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from server.store.failures import StoreRefused, primary_code
from server.store.lock import create_private
from server.store.schema import APPLICATION_ID, migrate, version_of

CHECKED_AT_ONCE: Final = 64 * 1024 * 1024
"""Bytes of the largest file that is looked at page by page before it is used: a fraction of a second."""

BUSY_SECONDS: Final = 1.0
"""How long a write waits for another program that is writing to the file, before it counts as failed."""


def prepare_folder(folder: Path) -> None:
    """Make sure that there is a folder to write in; a new one is readable by its owner only."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreRefused(f"The folder {folder} cannot be made: {error.strerror}.") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise StoreRefused(f"The folder {folder} cannot be written to.")


def connect(path: Path, migrations: Sequence[str]) -> sqlite3.Connection:
    """Open the store's file for use, making or upgrading it where needed. The caller holds the lock."""
    try:
        if path.exists() and (not path.is_file() or path.stat().st_size):
            version = _inspect(path, len(migrations))
        else:
            _create(path, migrations)
            version = len(migrations)
        return _connect(path, version, migrations)
    except (sqlite3.Error, OSError) as error:
        raise StoreRefused(f"{path} cannot be used: {error}.") from error


def _inspect(path: Path, newest: int) -> int:
    """The version of a sound file of ours. Nothing is written, whatever is found."""
    # SQLite opens a file that it may not write as if nothing were wrong, and fails at the first write.
    if not os.access(path, os.R_OK | os.W_OK):
        raise StoreRefused(f"{path} cannot be written to.")
    # Without a write-ahead log the file can be read as it lies; any other way would create one beside it.
    at_rest = not _beside(path, "-wal").exists()
    access = "mode=ro&immutable=1" if at_rest else "mode=ro"
    with closing(sqlite3.connect(f"{path.as_uri()}?{access}", uri=True, isolation_level=None)) as connection:
        try:
            application: int = connection.execute("PRAGMA application_id").fetchone()[0]
            # SQLite reads a last page that is cut off as if it ended in zeros.
            page: int = connection.execute("PRAGMA page_size").fetchone()[0]
            if at_rest and path.stat().st_size % page:
                raise StoreRefused(_damaged(path, "its end is missing"))
            if application != APPLICATION_ID:
                raise StoreRefused(f"{path} is the database of another program.")
            version = version_of(connection)
            if version > newest:
                raise StoreRefused(
                    f"{path} is of version {version} and was written by a newer program; "
                    f"this program knows versions up to {newest}."
                )
            verdict = "ok"
            if is_checked_at_once(path):
                verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            else:
                # Of a large file for now only what is needed first; see ``Store.check_whole``.
                connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.DatabaseError as error:
            if primary_code(error) == sqlite3.SQLITE_NOTADB:
                raise StoreRefused(f"{path} is not a database, or its beginning is damaged.") from error
            if primary_code(error) != sqlite3.SQLITE_CORRUPT:
                raise
            verdict = str(error)
    if verdict != "ok":
        raise StoreRefused(_damaged(path, " ".join(verdict.split())))
    return version


def is_checked_at_once(path: Path) -> bool:
    return path.stat().st_size <= CHECKED_AT_ONCE


def _damaged(path: Path, found: str) -> str:
    return f"{path} is damaged ({found}); put a backup in its place or move it away."


def _create(path: Path, migrations: Sequence[str]) -> None:
    """Make a new store under another name and move it into place, so that no crash leaves half of one."""
    log = _beside(path, "-wal")
    if log.exists() and log.stat().st_size:
        raise StoreRefused(
            f"{path} is gone but its log {log.name} is there; put the file back or move both away."
        )
    fresh = _beside(path, ".new")
    _forget(fresh)
    try:
        create_private(fresh)
        with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            migrate(connection, migrations)
            connection.execute("PRAGMA journal_mode=WAL")
        fresh.replace(path)
    finally:
        _forget(fresh)


def _connect(path: Path, version: int, migrations: Sequence[str]) -> sqlite3.Connection:
    connection = reconnect(path)
    try:
        if version < len(migrations):
            _back_up(connection, _beside(path, f".v{version}.bak"))
            migrate(connection, migrations)
    except BaseException:
        connection.close()
        raise
    return connection


def reconnect(path: Path) -> sqlite3.Connection:
    """Open a file that is known to be a sound store of ours."""
    connection = sqlite3.connect(
        f"{path.as_uri()}?mode=rw",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=BUSY_SECONDS,
    )
    try:
        # Text that is none is damage to the game it belongs to, and that game's hash shows it.
        connection.text_factory = _decode
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
    except BaseException:
        connection.close()
        raise
    return connection


def _decode(text: bytes) -> str:
    return text.decode(errors="replace")


def _back_up(connection: sqlite3.Connection, backup: Path) -> None:
    unfinished = _beside(backup, ".new")
    _forget(unfinished)
    try:
        create_private(unfinished)
        with closing(sqlite3.connect(unfinished)) as copy:
            connection.backup(copy)
        unfinished.replace(backup)
    finally:
        _forget(unfinished)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _forget(unfinished: Path) -> None:
    for ending in ("", "-journal", "-wal", "-shm"):
        _beside(unfinished, ending).unlink(missing_ok=True)
