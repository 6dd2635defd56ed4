"""Small secret files that only their owner may read, made once."""

import os
import stat
from collections.abc import Callable
from pathlib import Path


class PrivateFileError(Exception):
    """A secret cannot be used. It is neither repaired nor replaced: its owner should know."""

    def __init__(self, path: Path, why: str = "") -> None:
        super().__init__(path)
        self.path = path
        self.why = why
        """In the system's words; empty if others can read the file."""


def kept(path: Path, make: Callable[[], bytes]) -> bytes:
    """What the file holds; at first what ``make`` makes. Raises ``PrivateFileError``."""
    try:
        if not path.exists():
            create(path, make())
        with path.open("rb") as file:
            if stat.S_IMODE(os.fstat(file.fileno()).st_mode) & 0o077:
                raise PrivateFileError(path)
            return file.read()
    except OSError as error:
        raise PrivateFileError(path, error.strerror or str(error)) from error


def create(path: Path, content: bytes) -> None:
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
