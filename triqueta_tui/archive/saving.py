"""Files of the player's choice: nothing is overwritten unasked or left half written."""

import contextlib
import errno
from pathlib import Path
from typing import Final

from triqueta_tui.locale import say
from triqueta_tui.settings import write_atomically

_WHY: Final = {
    errno.EACCES: "not_allowed",
    errno.EPERM: "not_allowed",
    errno.EROFS: "not_allowed",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.ENOENT: "no_folder",
    errno.ENOTDIR: "no_folder",
    errno.EISDIR: "is_folder",
    errno.ENAMETOOLONG: "long_name",
}


class SavingError(Exception):
    """A file could not be written or read; the text says why, in the player's language."""


class AlreadyThereError(SavingError):
    """A file of this name exists."""


def usual_folder() -> Path:
    """The default folder for exports: the documents, or else the home folder."""
    from platformdirs import user_documents_path

    documents = user_documents_path()
    return documents if documents.is_dir() else Path.home()


def typed_path(typed: str) -> Path:
    """Parse a typed path; raises ``SavingError`` if it is invalid."""
    text = typed.strip()
    if not text:
        raise SavingError(say("exports.no_path"))
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise SavingError(say("exports.no_folder", path=text)) from None


def save(path: Path, content: bytes, *, replace: bool = False) -> None:
    """Write a file; raises ``AlreadyThereError`` unless it may be replaced, and ``SavingError``."""
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, "")
        if not path.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, "")
        if replace:
            write_atomically(path, content)
            return
        with path.open("xb") as file:
            try:
                file.write(content)
                file.flush()
            except OSError:
                with contextlib.suppress(OSError):
                    path.unlink()
                raise
    except FileExistsError:
        raise AlreadyThereError(say("exports.there_already", path=path)) from None
    except (OSError, ValueError) as error:
        raise SavingError(trouble(path, error)) from None


def load(path: Path, most: int) -> bytes:
    """Read a file up to a size limit; raises ``SavingError``."""
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except FileNotFoundError:
        raise SavingError(say("exports.no_file", path=path)) from None
    except (OSError, ValueError) as error:
        raise SavingError(trouble(path, error)) from None
    if len(content) > most:
        raise SavingError(say("errors.file_too_large"))
    return content


def trouble(path: Path, error: Exception) -> str:
    """The reason why a file cannot be written or read."""
    code = error.errno if isinstance(error, OSError) else None
    why = _WHY.get(code or 0)
    if why is None:
        return say("exports.trouble", path=path, why=getattr(error, "strerror", None) or error)
    return say(f"exports.{why}", path=path)
