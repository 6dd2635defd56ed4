"""Small secret files that only their owner may read, made once."""

import os
import stat
from collections.abc import Callable
from contextlib import suppress
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
    from tempfile import NamedTemporaryFile  # noqa: PLC0415 - only a first start needs it

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # A temporary file can be read by its owner only.
    with NamedTemporaryFile(dir=path.parent) as draft:
        draft.write(content)
        draft.flush()
        os.fsync(draft.fileno())
        with suppress(FileExistsError):
            os.link(draft.name, path)
