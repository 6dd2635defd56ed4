"""Opens the database: locks, checks, creates or migrates it, or refuses with a sentence that says why."""

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from triqueta_server.store.errors import StoreInUseError, StoreRefusedError, primary_code
from triqueta_server.store.schema import APPLICATION_ID, migrate, version_of

CHECKED_AT_ONCE: Final = 64 * 1024 * 1024
"""Bytes of the largest file whose pages are all checked before it is used: a fraction of a second."""

BUSY_SECONDS: Final = 1.0
"""How long a write waits for another program that writes to the file, before it fails."""


@dataclass(eq=False)
class ServerLock:
    """An exclusive transaction on a small file beside the store, so that only one server uses it.

    SQLite's file locks work on every platform and end with the process. They are on a file of their own, so
    that other programs can read the store while the server runs (``sqlite3 … .backup``).
    """

    path: Path
    connection: sqlite3.Connection
    created: bool
    """Whether the file did not exist before."""

    @classmethod
    def acquire(cls, store: Path) -> Self:
        """Lock a store; raises ``StoreInUseError`` if another server has it."""
        path = _beside(store, ".lock")
        created = False
        try:
            # Opening an existing file and closing it again would drop the locks this process has on it.
            with suppress(FileExistsError):
                create_private(path)
                created = True
            connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
        except (OSError, sqlite3.Error) as error:
            raise StoreRefusedError(f"{path} cannot be opened: {error}.") from error
        try:
            connection.execute("PRAGMA journal_mode=MEMORY")
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            connection.close()
            if primary_code(error) == sqlite3.SQLITE_BUSY:
                raise StoreInUseError(f"Another server is using {store}.") from None
            raise StoreRefusedError(f"{path} cannot be locked: {error}.") from error
        return cls(path, connection, created)

    def release(self) -> None:
        """Unlock. The file stays: if it were removed, two servers could each lock a file of their own."""
        self.connection.close()

    def undo(self) -> None:
        """Release the lock of a store that was not opened, and leave the folder as it was."""
        with closing(self.connection):
            if self.created:
                # Windows cannot remove an open file; an empty lock file does no harm.
                with suppress(PermissionError):
                    self.path.unlink()


def create_private(path: Path) -> None:
    """Create an empty file that only its owner can read; SQLite gives its side files the same mode."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def prepare_folder(folder: Path) -> None:
    """Create the folder if needed, readable by its owner only; refuse one that cannot be written to."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreRefusedError(f"The folder {folder} cannot be made: {error.strerror}.") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise StoreRefusedError(f"The folder {folder} cannot be written to.")


def connect(path: Path, migrations: Sequence[str]) -> sqlite3.Connection:
    """Open the store's file for use, creating or upgrading it if needed. The caller holds the lock."""
    try:
        if path.exists() and (not path.is_file() or path.stat().st_size):
            version = _inspect(path, len(migrations))
        else:
            _create(path, migrations)
            version = len(migrations)
        return _connect(path, version, migrations)
    except (sqlite3.Error, OSError) as error:
        raise StoreRefusedError(f"{path} cannot be used: {error}.") from error


def _inspect(path: Path, newest: int) -> int:
    """Return the version of a sound file of ours, or refuse. Nothing is written."""
    # SQLite opens a file that it cannot write without an error, and fails at the first write.
    if not os.access(path, os.R_OK | os.W_OK):
        raise StoreRefusedError(f"{path} cannot be written to.")
    # Without a write-ahead log the file is read as immutable; otherwise SQLite would create a log beside it.
    at_rest = not _beside(path, "-wal").exists()
    access = "mode=ro&immutable=1" if at_rest else "mode=ro"
    with closing(sqlite3.connect(f"{path.as_uri()}?{access}", uri=True, isolation_level=None)) as connection:
        try:
            application: int = connection.execute("PRAGMA application_id").fetchone()[0]
            # SQLite reads a truncated last page as if it ended in zeros.
            page: int = connection.execute("PRAGMA page_size").fetchone()[0]
            if at_rest and path.stat().st_size % page:
                raise StoreRefusedError(_damaged(path, "its end is missing"))
            if application != APPLICATION_ID:
                raise StoreRefusedError(f"{path} is the database of another program.")
            version = version_of(connection)
            if version > newest:
                raise StoreRefusedError(
                    f"{path} is of version {version} and was written by a newer program; "
                    f"this program knows versions up to {newest}."
                )
            verdict = "ok"
            if is_checked_at_once(path):
                verdict = _check_pages(connection)
            else:
                # The pages of a large file are checked later; see ``Store.check_pages``.
                connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.DatabaseError as error:
            if primary_code(error) == sqlite3.SQLITE_NOTADB:
                raise StoreRefusedError(f"{path} is not a database, or its beginning is damaged.") from error
            if primary_code(error) != sqlite3.SQLITE_CORRUPT:
                raise
            verdict = str(error)
    if verdict != "ok":
        raise StoreRefusedError(_damaged(path, " ".join(verdict.split())))
    return version


def is_checked_at_once(path: Path) -> bool:
    return path.stat().st_size <= CHECKED_AT_ONCE


def find_damage(path: Path) -> str | None:
    """Check every page of a store that is in use, through a connection of its own."""
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            verdict = _check_pages(connection)
    except sqlite3.Error as error:
        verdict = str(error)
    return None if verdict == "ok" else " ".join(verdict.split())


def _check_pages(connection: sqlite3.Connection) -> str:
    verdict: str = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    return verdict


def _damaged(path: Path, found: str) -> str:
    return f"{path} is damaged ({found}); put a backup in its place or move it away."


def _create(path: Path, migrations: Sequence[str]) -> None:
    """Create a new store under another name and move it into place, so that a crash leaves all or none."""
    log = _beside(path, "-wal")
    if log.exists() and log.stat().st_size:
        raise StoreRefusedError(
            f"{path} is gone but its log {log.name} is there; put the file back or move both away."
        )
    fresh = _beside(path, ".new")
    _remove(fresh)
    try:
        create_private(fresh)
        with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            migrate(connection, migrations)
            connection.execute("PRAGMA journal_mode=WAL")
        fresh.replace(path)
    finally:
        _remove(fresh)


def _connect(path: Path, version: int, migrations: Sequence[str]) -> sqlite3.Connection:
    connection = _open(path)
    try:
        if version < len(migrations):
            _back_up(connection, _beside(path, f".v{version}.bak"))
            migrate(connection, migrations)
    except BaseException:
        connection.close()
        raise
    return connection


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.as_uri()}?mode=rw",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=BUSY_SECONDS,
    )
    try:
        # Invalid text is damage to its game, which the game's hash reveals.
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
    _remove(unfinished)
    try:
        create_private(unfinished)
        with closing(sqlite3.connect(unfinished)) as copy:
            connection.backup(copy)
        unfinished.replace(backup)
    finally:
        _remove(unfinished)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _remove(unfinished: Path) -> None:
    for ending in ("", "-journal", "-wal", "-shm"):
        _beside(unfinished, ending).unlink(missing_ok=True)
