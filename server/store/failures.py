"""The three ways a store can fail: not opened at all, out of room for a while, or broken for good."""

import sqlite3
from typing import Final


class StoreRefused(Exception):  # noqa: N818 - the word for it
    """The store is not opened; the message is a sentence that says why. No file was changed."""


class StoreInUse(StoreRefused):
    """Another server has the store open."""


class StoreFull(Exception):  # noqa: N818 - the word for it
    """Nothing of the batch was written, but it may be later: the disk is full, busy or out of reach."""


class StoreBroken(Exception):  # noqa: N818 - the word for it
    """Nothing of the batch was written and trying again is no use."""


_MAY_HEAL: Final = frozenset(
    (
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
    )
)


def primary_code(error: BaseException) -> int:
    """SQLite's result code without its finer distinctions; 0 for an error that SQLite did not report."""
    extended: int = getattr(error, "sqlite_errorcode", 0)
    return extended & 0xFF


def failure(error: Exception) -> StoreFull | StoreBroken:
    """What an error in the middle of reading or writing means for the store."""
    kind = StoreFull if primary_code(error) in _MAY_HEAL else StoreBroken
    return kind(str(error) or type(error).__name__)
