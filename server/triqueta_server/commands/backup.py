"""``triqueta-server backup``: a verified copy of the database."""

import os
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

from triqueta_server.commands.common import CommandError, counted, fail, parser, read_only_store, say
from triqueta_server.store.errors import DamagedGameError
from triqueta_server.store.opening import create_private
from triqueta_server.store.reading import SELECT_GAME, stored


def main(arguments: Sequence[str]) -> int:
    parse = parser(
        "backup",
        "Copy the database to FILE, and check the copy: all pages of it, and every game against its running "
        "hash. The server may run on meanwhile; what it accepts later is not in the copy.",
        "The copy can be read by its owner only. To restore it, stop the server and put it in the place of "
        "triqueta.db. Exit status: 0 if all is well; 1 if there is no copy, or if games in it are damaged, "
        "as they are in the original; 2 for a wrong option.",
    )
    parse.add_argument("file", type=Path, metavar="FILE")
    parse.add_argument("--force", action="store_true", help="replace FILE if it is there")
    options = parse.parse_args(arguments)
    began = time.monotonic()
    try:
        _refuse_existing(options.file, force=options.force)
        draft = options.file.with_name(options.file.name + ".new")
        try:
            with read_only_store(options.data_dir, any_version=True) as source:
                _copy(source, draft)
            games, damaged = _verify(draft)
            _put_in_place(draft, options.file, force=options.force)
        finally:
            for ending in ("", "-journal", "-wal", "-shm"):
                draft.with_name(draft.name + ending).unlink(missing_ok=True)
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


def _copy(source: sqlite3.Connection, draft: Path) -> None:
    draft.unlink(missing_ok=True)
    create_private(draft)
    with closing(sqlite3.connect(draft)) as target:
        source.backup(target)
        # One file without side files; a server that opens it turns the write-ahead log on again.
        target.execute("PRAGMA journal_mode=DELETE")


def _verify(draft: Path) -> tuple[int, list[DamagedGameError]]:
    """Count the games, and find the damaged ones."""
    damaged: list[DamagedGameError] = []
    games = 0
    with closing(sqlite3.connect(f"{draft.resolve().as_uri()}?mode=ro", uri=True)) as copy:
        copy.text_factory = lambda text: text.decode(errors="replace")
        verdict: str = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if verdict != "ok":
            raise CommandError(f"The copy is damaged ({' '.join(verdict.split())}), and so is the original.")
        for row in copy.execute(SELECT_GAME + "ORDER BY seq"):
            games += 1
            try:
                stored(copy, row)
            except DamagedGameError as damage:
                damaged.append(damage)
    return games, damaged


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
