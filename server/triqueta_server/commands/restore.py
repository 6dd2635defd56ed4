"""``triqueta-server restore``: unpacks a backup into an empty data folder."""

import os
import re
import shutil
import sqlite3
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from triqueta_protocol.internal.defaults import STORE_FILE
from triqueta_server.commands.backup import KEYS, verify
from triqueta_server.commands.common import CommandError, counted, fail, parser, say
from triqueta_server.gateways.kept_guests import KEPT_FOLDER
from triqueta_server.store.opening import create_private, prepare_folder

_GUEST: Final = re.compile(rf"{KEPT_FOLDER}/[0-9a-f]{{32}}\.json")


def main(arguments: Sequence[str]) -> int:
    parse = parser(
        "restore",
        "Unpack a FILE that triqueta-server backup has written: database, keys and settings of guests. A "
        "server with this data folder is the same server, also on another machine.",
        "Nothing is replaced: a folder that has files of a server is refused. Exit status: 0 if all is well; "
        "1 if nothing was restored, or if games in FILE are damaged; 2 for a wrong option.",
    )
    parse.add_argument("file", type=Path, metavar="FILE")
    options = parse.parse_args(arguments)
    folder: Path = options.data_dir
    try:
        _refuse_used(folder)
        prepare_folder(folder)
        with tempfile.TemporaryDirectory(prefix=".restore-", dir=folder) as name:
            draft = Path(name)
            restored = _unpack(options.file, draft)
            games, damaged = verify(draft / STORE_FILE)
            for file in restored:
                (folder / file).parent.mkdir(mode=0o700, exist_ok=True)
                # A link never replaces a file that was created meanwhile.
                os.link(draft / file, folder / file)
    except (CommandError, OSError, sqlite3.Error) as error:
        return fail("restore", error)
    for damage in damaged:
        fail("restore", damage)
    keys = ", ".join(key for key in KEYS if key in restored) or "no keys"
    say(f"{folder}: {counted(games, 'game')}, {keys}")
    return 1 if damaged else 0


def _refuse_used(folder: Path) -> None:
    # A log or a tally of another database would be taken for the restored one's.
    used = [*folder.glob(f"{STORE_FILE}*"), *(folder / key for key in KEYS if (folder / key).exists())]
    if used:
        raise CommandError(f"{used[0]} is there already: name an empty folder with --data-dir.")


def _unpack(backup: Path, folder: Path) -> list[str]:
    """Unpack an archive; returns the files, with the database last. Raises ``CommandError``."""
    files: list[str] = []
    try:
        with tarfile.open(backup, "r:") as archive:
            for member in archive:
                content = archive.extractfile(member) if _is_ours(member) else None
                if content is None:
                    raise CommandError(f"{backup} is not a backup: it has {member.name!r} in it.")
                (folder / member.name).parent.mkdir(exist_ok=True)
                create_private(folder / member.name)
                with (folder / member.name).open("wb") as file:
                    shutil.copyfileobj(content, file)
                    file.flush()
                    os.fsync(file.fileno())
                files.append(member.name)
    except tarfile.TarError as error:
        raise CommandError(f"{backup} cannot be read as a backup: {error}.") from error
    if STORE_FILE not in files:
        raise CommandError(f"{backup} is not a backup, or its end is missing.")
    return files


def _is_ours(member: tarfile.TarInfo) -> bool:
    return member.isfile() and (member.name in {STORE_FILE, *KEYS} or bool(_GUEST.fullmatch(member.name)))
