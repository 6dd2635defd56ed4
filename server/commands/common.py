"""What the commands have in common: their parser, and a store that is only read."""

import argparse
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final, NoReturn

from protocol.internal.defaults import STORE_FILE
from server.data_folder import default_folder
from server.store.schema import APPLICATION_ID, MIGRATIONS, version_of

SOMEBODY: Final = "somebody"
"""Who has no name any more."""


class CommandError(Exception):
    """A command cannot go on; the message is a sentence that says why."""


class Parser(argparse.ArgumentParser):
    """Reports a wrong option in one line, without the usage of all the others."""

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
    print(_shown(line))  # noqa: T201 - what a command has to say


def fail(command: str, error: Exception) -> int:
    """Say why a command ends, and return its exit status."""
    print(_shown(f"triqueta-server {command}: {error}"), file=sys.stderr)  # noqa: T201 - for whoever typed it
    return 1


def _shown(text: str) -> str:
    """Without what controls a terminal: a name or an error may come from anybody."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\ufffd" for letter in text)


@contextmanager
def reading(folder: Path, *, any_version: bool = False) -> Iterator[sqlite3.Connection]:
    """A store that is only read, also while a server writes to it; raises ``CommandError``."""
    path = (folder / STORE_FILE).resolve()
    if not path.is_file() or not path.stat().st_size:
        raise CommandError(f"There are no games in {folder} (--data-dir names another folder).")
    # Where no server runs there is no log beside it, and none is to be made.
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
    """A time of day as the host reads it."""
    return datetime.fromtimestamp(moment).astimezone().strftime("%Y-%m-%d %H:%M")
