"""The server's secrets: made once, kept in the data folder, and never replaced."""

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Final

from triqueta_protocol.internal import private_files
from triqueta_protocol.login import KeyPair
from triqueta_server.cannot_start import StartupError

KEY_FILE: Final = "identity.key"

_SIZE: Final = 32


def own_key(data_dir: Path) -> KeyPair:
    """The server's key pair: its identity. Raises ``StartupError``."""
    return KeyPair(kept_secret(data_dir / KEY_FILE))


def kept_secret(path: Path) -> bytes:
    """The random bytes that the file holds, drawn at first. Raises ``StartupError``."""
    secret = kept(path, lambda: secrets.token_bytes(_SIZE))
    if len(secret) != _SIZE:
        raise StartupError(f"{path} is damaged: put a copy back, or remove it to get a new one")
    return secret


def kept(path: Path, make: Callable[[], bytes]) -> bytes:
    """What the file holds; at first what ``make`` makes. Raises ``StartupError``."""
    try:
        return private_files.kept(path, make)
    except private_files.PrivateFileError as error:
        why = f"cannot be used: {error.why}" if error.why else "can be read by others: chmod 600 it"
        raise StartupError(f"{path} {why}, or remove it to get a new one") from error
