"""The server's secret files."""

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Final

from triqueta_protocol.internal import private_files
from triqueta_server.cannot_start import StartupError

_SECRET: Final = 32


def kept_secret(path: Path) -> bytes:
    """The 32 random bytes that the file holds, drawn at first. Raises ``StartupError``."""
    secret = kept(path, lambda: secrets.token_bytes(_SECRET))
    if len(secret) != _SECRET:
        raise StartupError(f"{path} is damaged: put a copy back, or remove it to get a new one")
    return secret


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
