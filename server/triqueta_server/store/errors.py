"""The errors of the store: not opened, stalled for a while, broken permanently, or one game damaged."""

import sqlite3
from enum import Enum
from typing import Final


class StoreRefusedError(Exception):
    """The store was not opened; the message is a sentence that says why. No file was changed."""


class StoreInUseError(StoreRefusedError):
    """Another server has the store open."""


class Cause(Enum):
    """Why nothing can be written for now."""

    FULL = "the disk is full, or cannot be written to"
    LOCKED = "another program holds the database"
    MISSING = "a file of the store is gone"
    REPLACED = "a file of the store was replaced"
    DAMAGED = "the database is damaged"


class StoreStalledError(Exception):
    """The batch cannot be written for now, but may be later. The message says what the operator can do."""

    def __init__(self, cause: Cause, remedy: str) -> None:
        super().__init__(f"{cause.value}: {remedy}")
        self.cause = cause


class StoreBrokenError(Exception):
    """Nothing of the batch was written, and retrying is useless."""


class RecordRefusedError(StoreBrokenError):
    """A record does not fit what is stored; others can be written."""


class DamagedGameError(Exception):
    """A stored game is not what was written."""

    def __init__(self, game: str, table: str, where: str) -> None:
        super().__init__(f"the game at table {table} is damaged in the store ({where})")
        self.game = game


_TEMPORARY: Final = {
    sqlite3.SQLITE_FULL: Cause.FULL,
    sqlite3.SQLITE_IOERR: Cause.FULL,
    sqlite3.SQLITE_READONLY: Cause.FULL,
    sqlite3.SQLITE_CANTOPEN: Cause.FULL,
    sqlite3.SQLITE_BUSY: Cause.LOCKED,
    sqlite3.SQLITE_LOCKED: Cause.LOCKED,
}


def primary_code(error: BaseException) -> int:
    """SQLite's primary result code; 0 for an error that SQLite did not report."""
    extended: int = getattr(error, "sqlite_errorcode", 0)
    return extended & 0xFF


_ONE_RECORD: Final = (sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG)


def failure(error: Exception) -> StoreStalledError | StoreBrokenError:
    """Translate an error of a read or write."""
    text = str(error) or type(error).__name__
    cause = _TEMPORARY.get(primary_code(error))
    if cause is not None:
        return StoreStalledError(cause, text)
    # Python reports what SQLite does not: a value that cannot be written, or an incomplete game.
    of_one_record = primary_code(error) in _ONE_RECORD or not isinstance(
        error, sqlite3.DatabaseError | OSError
    )
    return RecordRefusedError(text) if of_one_record else StoreBrokenError(text)
