"""The server's own key: made once, kept in the data folder, and proven to every client that asks."""

import logging
from pathlib import Path
from typing import Final

from triqueta_protocol.login import KeyPair, fingerprint
from triqueta_server.gateways.private_files import kept_secret

KEY_FILE: Final = "identity.key"

log = logging.getLogger(__name__)


def own_key(data_dir: Path) -> KeyPair:
    """The key of this data folder, made if there is none; raises ``StartupError``."""
    return KeyPair(kept_secret(data_dir / KEY_FILE))


def log_fingerprint(key: KeyPair) -> None:
    log.info("server key read fingerprint=%s", fingerprint(key.public))
