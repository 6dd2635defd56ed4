"""Small files that only the server's owner may read, made once."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

from triqueta_server.cannot_start import StartupError


def kept(path: Path, make: Callable[[], bytes]) -> bytes:
    """What the file holds; at first what ``make`` makes. Raises ``StartupError``.

    A file that others can read is no secret any more. It is refused rather than repaired: its owner should
    know, and decide whether it has been copied.
    """
    try:
        if not path.exists():
            _create(path, make())
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_IMODE(status.st_mode) & 0o077:
                raise StartupError(
                    f"{path} can be read by others: chmod 600 it, or remove it to get a new one"
                )
            return file.read()
    except OSError as error:
        raise StartupError(f"{path} cannot be used: {error.strerror or error}") from error


def _create(path: Path, content: bytes) -> None:
    """Write a new file whole, or not at all; if another process was faster, its file stays."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return
    finally:
        draft.unlink()
