"""What the commands share: the parser, output, and read-only access to the store."""

import argparse
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final, NoReturn

from triqueta_protocol.internal.defaults import STORE_FILE
from triqueta_server.data_folder import default_folder
from triqueta_server.store.schema import APPLICATION_ID, MIGRATIONS, version_of

SOMEBODY: Final = "somebody"
"""The name of a deleted player."""


class CommandError(Exception):
    """The command failed; the message is a sentence that says why."""


class Parser(argparse.ArgumentParser):
    """Reports a wrong option in one line, without the whole usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (--help lists all options)\n")


def parser(command: str, description: str, epilog: str) -> Parser:
    made = Parser(
        prog=f"triqueta-server {command}", description=description, epilog=epilog, allow_abbrev=False
    )
    made.add_argument(
        "--data-dir",
        type=Path,
        default=default_folder(),
        metavar="DIR",
        help="where the server keeps its games (default: %(default)s)",
    )
    return made


def say(line: str = "") -> None:
    print(_shown(line))  # noqa: T201 - the output of a command


def counted(number: int, noun: str) -> str:
    """A number with its noun, such as ``2 games``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def fail(command: str, error: Exception) -> int:
    """Print why a command failed, and return its exit status."""
    print(_shown(f"triqueta-server {command}: {error}"), file=sys.stderr)  # noqa: T201 - the output of a command
    return 1


def _shown(text: str) -> str:
    """Remove control characters: names and errors may contain foreign text."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\ufffd" for letter in text)


@contextmanager
def read_only_store(folder: Path, *, any_version: bool = False) -> Iterator[sqlite3.Connection]:
    """Open a store read-only, even while a server writes to it; raises ``CommandError``."""
    path = (folder / STORE_FILE).resolve()
    if not path.is_file() or not path.stat().st_size:
        raise CommandError(f"There are no games in {folder} (--data-dir names another folder).")
    # Without a server there is no log, and none must be created.
    access = "mode=ro" if path.with_name(path.name + "-wal").exists() else "mode=ro&immutable=1"
    try:
        with closing(
            sqlite3.connect(f"{path.as_uri()}?{access}", uri=True, isolation_level=None)
        ) as connection:
            _check(connection, path, any_version=any_version)
            yield connection
    except sqlite3.Error as error:
        raise CommandError(f"{path} cannot be read: {error}.") from error


def _check(connection: sqlite3.Connection, path: Path, *, any_version: bool) -> None:
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise CommandError(f"{path} is the database of another program.")
    version, newest = version_of(connection), len(MIGRATIONS)
    if version > newest:
        raise CommandError(
            f"{path} is of version {version} and was written by a newer program; "
            f"this program knows versions up to {newest}."
        )
    if version < newest and not any_version:
        raise CommandError(
            f"{path} is of version {version}, older than this program: start its server once, "
            "which brings it up to date."
        )


def when(moment: float) -> str:
    """A local date and time."""
    return datetime.fromtimestamp(moment).astimezone().strftime("%Y-%m-%d %H:%M")
