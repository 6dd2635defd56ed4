"""One server per store: a lock that leaves other programs free to read, and that ends with its process."""

import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from server.store.failures import Cause, StoreInUse, StoreRefused, StoreStalled, primary_code

ENDING: Final = ".lock"


@dataclass(eq=False)
class ServerLock:
    """An exclusive transaction on a small file beside the store.

    SQLite's file locks work on every platform and end with the process that holds them. They lie on a file of
    their own, so that the store itself stays open to ``sqlite3 … .backup`` while the server runs.
    """

    path: Path
    connection: sqlite3.Connection
    made: bool
    """Whether the file was not there before."""
    inode: int

    @classmethod
    def take(cls, store: Path) -> Self:
        """Lock a store, or refuse because another server has it."""
        path = store.with_name(store.name + ENDING)
        made = False
        try:
            # Opening an existing file and closing it again would drop the locks this process has on it.
            with suppress(FileExistsError):
                create_private(path)
                made = True
            connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
        except (OSError, sqlite3.Error) as error:
            raise StoreRefused(f"{path} cannot be opened: {error}.") from error
        try:
            connection.execute("PRAGMA journal_mode=MEMORY")
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            connection.close()
            if primary_code(error) == sqlite3.SQLITE_BUSY:
                raise StoreInUse(f"Another server is using {store}.") from None
            raise StoreRefused(f"{path} cannot be locked: {error}.") from error
        return cls(path, connection, made, path.stat().st_ino)

    def keep(self) -> None:
        """Lock anew if the file was taken away; raises ``StoreStalled`` if another server was faster."""
        with suppress(FileNotFoundError):
            if os.stat(self.path).st_ino == self.inode:  # noqa: PTH116 - asked for often
                return
        try:
            again = type(self).take(self.path.with_name(self.path.name.removesuffix(ENDING)))
        except StoreRefused as refusal:
            raise StoreStalled(Cause.REPLACED, str(refusal)) from refusal
        self.connection.close()
        self.connection, self.inode = again.connection, again.inode

    def release(self) -> None:
        """Unlock. The file stays: if it were removed, two servers could each lock a file of their own."""
        self.connection.close()

    def undo(self) -> None:
        """Release the lock of a store that was not opened, and leave the folder as it was."""
        with closing(self.connection):
            if self.made:
                # Windows does not part with an open file; an empty lock that stays does no harm.
                with suppress(PermissionError):
                    self.path.unlink()


def create_private(path: Path) -> None:
    """Make an empty file that only its owner can read; SQLite gives its side files the same mode."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
