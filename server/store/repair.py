"""Puts a store back in place whose files were taken away while it is open: what is open can still be read."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from time import strftime
from typing import Final

from server.store.failures import Cause, StoreStalled
from server.store.lock import create_private
from server.store.watch import SIDE_FILES

_STOP: Final = "stop the server, put the right one in its place, and start it again"


def rewrite(connection: sqlite3.Connection, path: Path) -> None:
    """Write a database that was removed anew, from the connection that has it open, which is closed."""
    if not path.parent.is_dir():
        raise StoreStalled(Cause.MISSING, f"the folder {path.parent} is not there; put it back")
    fresh = path.with_name(path.name + ".new")
    _copy(connection, fresh)
    connection.close()
    _remove_side_files(path)
    try:
        # Never over something that was put there meanwhile.
        os.link(fresh, path)
    finally:
        fresh.unlink()


def settle(connection: sqlite3.Connection) -> None:
    """Move everything from a log that was taken away into the database, and close the connection."""
    busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise StoreStalled(Cause.LOCKED, "its log was removed and cannot be written anew meanwhile")
    connection.close()


def rescue(connection: sqlite3.Connection, path: Path) -> StoreStalled:
    """Keep what is open of a database in whose place there is another file; returns what to tell the host."""
    kept = path.with_name(f"{path.name}.rescued-{strftime('%Y%m%d-%H%M%S')}")
    _copy(connection, kept)
    # SQLite would write them into the other file as soon as somebody opens it.
    _remove_side_files(path)
    return StoreStalled(Cause.REPLACED, f"what was open is kept in {kept}; {_STOP}")


def check(path: Path, store_id: bytes, *, whole: bool = True) -> None:
    """Look at a database that somebody else has written to; raises ``StoreStalled`` if it is not sound.

    A connection of its own sees what the files hold now; ours would see what it remembers of them. Unless
    the ``whole`` is wanted, it is only seen that it can be read and is the right one.
    """
    verdict = "it is empty"
    # SQLite takes an empty file for a new database, and throws the log beside it away.
    if path.stat().st_size:
        try:
            with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as fresh:
                verdict = str(fresh.execute("PRAGMA quick_check(1)").fetchone()[0]) if whole else "ok"
                if verdict == "ok" and fresh.execute("SELECT id FROM store").fetchall() != [(store_id,)]:
                    verdict = "it is another one"
        except sqlite3.Error as error:
            verdict = str(error)
    if verdict != "ok":
        raise StoreStalled(Cause.DAMAGED, f"{' '.join(verdict.split())}; {_STOP}, or a backup of it")


def _remove_side_files(path: Path) -> None:
    """Remove the log of a database that is not there any more; everything in it is in a copy."""
    for ending in SIDE_FILES:
        Path(f"{path}{ending}").unlink(missing_ok=True)


def _copy(connection: sqlite3.Connection, to: Path) -> None:
    """A whole and sound copy, or none."""
    with suppress(FileNotFoundError):
        to.unlink()
    create_private(to)
    try:
        with closing(sqlite3.connect(to)) as copy:
            connection.backup(copy)
            verdict: str = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
    except (sqlite3.Error, OSError) as error:
        verdict = str(error)
    if verdict != "ok":
        to.unlink(missing_ok=True)
        raise StoreStalled(Cause.DAMAGED, f"it cannot be written anew ({verdict}); {_STOP}")
