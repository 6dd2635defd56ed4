"""The server's own key: made once, kept in the data folder, and proven to every client that asks."""

import logging
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from triqueta_protocol.meeting import Meeting, fingerprint
from triqueta_server.cannot_start import StartupError
from triqueta_server.gateways.private_files import kept

if TYPE_CHECKING:
    from triqueta_protocol.identity import ServerKey

KEY_FILE: Final = "identity.key"

_SIZE: Final = 32

log = logging.getLogger(__name__)


class OwnKey:
    """The key of a data folder. The library that uses it is loaded on the first use."""

    def __init__(self, private: bytes) -> None:
        self._private = private
        self._key: ServerKey | None = None

    @classmethod
    def of(cls, data_dir: Path) -> Self:
        """From this data folder, made if there is none; raises ``StartupError``."""
        path = data_dir / KEY_FILE
        private = kept(path, lambda: secrets.token_bytes(_SIZE))
        if len(private) != _SIZE:
            raise StartupError(
                f"{path} is not a server's key: put a copy back, or remove it to get a new one"
            )
        return cls(private)

    def load(self) -> "ServerKey":
        """The key, ready for use; the first time it is logged whose it is."""
        if self._key is None:
            from triqueta_protocol.identity import ServerKey  # noqa: PLC0415 - a server for one program never needs it

            self._key = ServerKey(self._private)
            log.info("this server's fingerprint is %s", fingerprint(self._key.public))
        return self._key

    def prove(self, challenge: str) -> tuple[str, Meeting] | None:
        """The answer to a client's challenge, and what both then share; None if it makes no sense."""
        return self.load().answer(challenge)
