"""The server's secret files."""

from collections.abc import Callable
from pathlib import Path

from triqueta_protocol.internal import private_files
from triqueta_server.cannot_start import StartupError


def kept(path: Path, make: Callable[[], bytes]) -> bytes:
    """What the file holds; at first what ``make`` makes. Raises ``StartupError``."""
    try:
        return private_files.kept(path, make)
    except private_files.PrivateFileError as error:
        if error.why:
            raise StartupError(f"{path} cannot be used: {error.why}") from error
        raise StartupError(
            f"{path} can be read by others: chmod 600 it, or remove it to get a new one"
        ) from error
