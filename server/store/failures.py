"""The ways a store can fail: not opened, not writable for a while, broken for good, or one game damaged."""

import sqlite3
from enum import Enum
from typing import Final


class StoreRefused(Exception):  # noqa: N818 - the word for it
    """The store is not opened; the message is a sentence that says why. No file was changed."""


class StoreInUse(StoreRefused):
    """Another server has the store open."""


class Cause(Enum):
    """Why nothing can be written for now."""

    FULL = "the disk is full, or cannot be written to"
    LOCKED = "another program holds the database"
    MISSING = "the database is gone"
    REPLACED = "another file lies in the place of the database"
    DAMAGED = "the database was damaged from outside"


class StoreStalled(Exception):  # noqa: N818 - the word for it
    """Nothing of the batch was written, but it may be later. The message says what the host can do."""

    def __init__(self, cause: Cause, remedy: str) -> None:
        super().__init__(f"{cause.value}: {remedy}")
        self.cause = cause


class StoreBroken(Exception):  # noqa: N818 - the word for it
    """Nothing of the batch was written and trying again is no use."""


class RecordRefused(StoreBroken):
    """A record does not fit what is stored; others can be written."""


class GameDamaged(Exception):  # noqa: N818 - the word for it
    """What is stored of a game is not what was written."""

    def __init__(self, game: str, table: str, where: str) -> None:
        super().__init__(f"the game at table {table} is damaged in the store ({where})")
        self.game = game


_MAY_HEAL: Final = {
    sqlite3.SQLITE_FULL: Cause.FULL,
    sqlite3.SQLITE_IOERR: Cause.FULL,
    sqlite3.SQLITE_READONLY: Cause.FULL,
    sqlite3.SQLITE_CANTOPEN: Cause.FULL,
    sqlite3.SQLITE_BUSY: Cause.LOCKED,
    sqlite3.SQLITE_LOCKED: Cause.LOCKED,
}


def primary_code(error: BaseException) -> int:
    """SQLite's result code without its finer distinctions; 0 for an error that SQLite did not report."""
    extended: int = getattr(error, "sqlite_errorcode", 0)
    return extended & 0xFF


_ONE_RECORD: Final = (sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_TOOBIG)


def failure(error: Exception) -> StoreStalled | StoreBroken:
    """What an error in the middle of reading or writing means for the store."""
    text = str(error) or type(error).__name__
    cause = _MAY_HEAL.get(primary_code(error))
    if cause is not None:
        return StoreStalled(cause, text)
    # What SQLite does not report, Python does: a value that cannot be written, or a game that is not whole.
    of_one_record = primary_code(error) in _ONE_RECORD or not isinstance(
        error, sqlite3.DatabaseError | OSError
    )
    return RecordRefused(text) if of_one_record else StoreBroken(text)
