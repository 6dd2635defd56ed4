"""The server's own key: made once, kept in the data folder, and proven to every client that asks."""

import logging
import secrets
from pathlib import Path
from typing import Final

from triqueta_protocol.login import KeyPair, fingerprint
from triqueta_server.cannot_start import StartupError
from triqueta_server.gateways.private_files import kept

KEY_FILE: Final = "identity.key"

_SIZE: Final = 32

log = logging.getLogger(__name__)


def own_key(data_dir: Path) -> KeyPair:
    """The key of this data folder, made if there is none; raises ``StartupError``."""
    path = data_dir / KEY_FILE
    seed = kept(path, lambda: secrets.token_bytes(_SIZE))
    if len(seed) != _SIZE:
        raise StartupError(f"{path} is not a server's key: put a copy back, or remove it to get a new one")
    return KeyPair(seed)


def log_fingerprint(key: KeyPair) -> None:
    log.info("this server's fingerprint is %s", fingerprint(key.public))
