"""``triqueta-server backup``: a verified copy of the database, with the server's keys."""

import os
import sqlite3
import tarfile
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from triqueta_protocol.internal.defaults import HOST_KEY_FILE, STORE_FILE
from triqueta_server.commands.common import CommandError, counted, fail, parser, read_only_store, say
from triqueta_server.gateways.identity import SECRET_FILE
from triqueta_server.gateways.kept_guests import KEPT_FOLDER
from triqueta_server.secret_files import KEY_FILE
from triqueta_server.store.errors import DamagedGameError
from triqueta_server.store.opening import create_private
from triqueta_server.store.reading import SELECT_GAME, stored

KEYS: Final = (KEY_FILE, SECRET_FILE, HOST_KEY_FILE)


def main(arguments: Sequence[str]) -> int:
    parse = parser(
        "backup",
        "Copy the database, the server's keys and the settings of guests to FILE, a tar archive. The copy is "
        "checked: all pages of the database, and every game against its running hash. The server may run "
        "meanwhile; what it accepts later is not in the copy.",
        "FILE can be read by its owner only: with it anyone can pretend to be this server. triqueta-server "
        "restore unpacks it. Exit status: 0 if all is well; 1 if there is no copy, or if games in it are "
        "damaged, as they are in the original; 2 for a wrong option.",
    )
    parse.add_argument("file", type=Path, metavar="FILE")
    parse.add_argument("--force", action="store_true", help="overwrite FILE")
    options = parse.parse_args(arguments)
    began = time.monotonic()
    try:
        _refuse_existing(options.file, force=options.force)
        with tempfile.TemporaryDirectory(prefix=".backup-", dir=options.file.parent) as folder:
            copy, draft = Path(folder, STORE_FILE), Path(folder, "backup.tar")
            with read_only_store(options.data_dir, any_version=True) as source:
                _copy(source, copy)
            games, damaged = verify(copy)
            _pack(options.data_dir, copy, draft)
            _put_in_place(draft, options.file, force=options.force)
    except (CommandError, OSError, sqlite3.Error) as error:
        return fail("backup", error)
    for damage in damaged:
        fail("backup", damage)
    size, seconds = options.file.stat().st_size / 1e6, time.monotonic() - began
    say(f"{options.file}: {counted(games, 'game')}, {size:.1f} MB, every game checked ({seconds:.1f} s)")
    return 1 if damaged else 0


def _refuse_existing(file: Path, *, force: bool) -> None:
    if file.exists() and not (force and file.is_file()):
        raise CommandError(f"{file} is there already (--force replaces it).")


def _copy(source: sqlite3.Connection, copy: Path) -> None:
    create_private(copy)
    with closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        # One file without side files; a server that opens it turns the write-ahead log on again.
        target.execute("PRAGMA journal_mode=DELETE")


def verify(copy: Path) -> tuple[int, list[DamagedGameError]]:
    """Count the games, and find the damaged ones; raises ``CommandError`` if pages are damaged."""
    damaged: list[DamagedGameError] = []
    games = 0
    with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        connection.text_factory = lambda text: text.decode(errors="replace")
        verdict: str = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if verdict != "ok":
            raise CommandError(f"The database is damaged ({' '.join(verdict.split())}).")
        for row in connection.execute(SELECT_GAME + "ORDER BY seq"):
            games += 1
            try:
                stored(connection, row)
            except DamagedGameError as damage:
                damaged.append(damage)
    return games, damaged


def _pack(data_dir: Path, copy: Path, draft: Path) -> None:
    """Write the archive. The database comes last, so that what is cut off anywhere has none."""
    create_private(draft)
    guests = sorted(data_dir.glob(f"{KEPT_FOLDER}/*.json"))
    with tarfile.open(draft, "w") as archive:
        for file in [*(data_dir / key for key in KEYS), *guests]:
            # A server without gateways has no keys of theirs, and a guest may be deleted meanwhile.
            with suppress(FileNotFoundError):
                archive.add(file, str(file.relative_to(data_dir)), recursive=False)
        archive.add(copy, STORE_FILE)


def _put_in_place(draft: Path, file: Path, *, force: bool) -> None:
    descriptor = os.open(draft, os.O_RDWR)
    with suppress(OSError):
        os.fsync(descriptor)
    os.close(descriptor)
    if force:
        draft.replace(file)
        return
    try:
        # A link never replaces a file that was created meanwhile.
        os.link(draft, file)
    except FileExistsError:
        raise CommandError(f"{file} is there already (--force replaces it).") from None
