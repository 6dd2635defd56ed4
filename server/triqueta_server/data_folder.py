"""Who else can get at the data folder: checked before anything in it is believed."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import platformdirs

from triqueta_server.cannot_start import StartupError


def default_folder() -> Path:
    """Where games are stored by default."""
    return platformdirs.user_data_path("triqueta") / "server"


def prepare(folder: Path) -> list[str]:
    """Make the folder, for its owner alone; or look at its modes and return what the host should know.

    Raises ``StartupError`` if everybody on this machine can write there: they could put in games, keys and
    secrets of their own.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return list(_warnings(folder)) if os.name == "posix" else []
    except OSError as error:
        raise StartupError(f"The folder {folder} cannot be made: {error.strerror}.") from error


def _warnings(folder: Path) -> Iterator[str]:
    status = folder.stat()
    for path, mode in [(folder, status.st_mode), *_files(folder)]:
        if mode & stat.S_IWOTH:
            right = "700" if path == folder else "600"
            raise StartupError(f"everybody on this machine can write to {path}: chmod {right} it")
        if mode & stat.S_IWGRP:
            yield f"the group of {path} can write to it: chmod g-w it, unless that is wanted"
    if status.st_uid not in (os.geteuid(), 0):
        yield f"{folder} belongs to another user, who can change everything in it"
    if stat.S_IMODE(status.st_mode) & 0o011:
        for path, mode in _files(folder):
            if mode & (stat.S_IRGRP | stat.S_IROTH):
                yield f"others on this machine can read {path}: chmod 600 it"


def _files(folder: Path) -> Iterator[tuple[Path, int]]:
    """The server's own files; others in the folder are left alone."""
    for pattern in ("triqueta.db*", "*.secret", "*_key"):
        for path in sorted(folder.glob(pattern)):
            if not path.is_symlink() and path.is_file():
                yield path, path.stat().st_mode
