"""Who comes through a gateway: a key that follows from what the guest has shown, an SSH key or a cookie."""

import hashlib
import hmac
import secrets
from pathlib import Path
from typing import Final, NamedTuple, Self

from triqueta_protocol.internal.defaults import MAIN_PROFILE
from triqueta_protocol.login import KeyPair
from triqueta_server.secret_files import kept_secret, own_key

SECRET_FILE: Final = "gateways.secret"  # noqa: S105 - the file's name

_DIGITS: Final = 32
"""Hex digits of a digest."""


class GuestKey(NamedTuple):
    """The key of a guest who will have the same at the next visit."""

    secret: bytes
    """From which the guest's client derives the key pair."""
    public: str
    """The public key in hex."""


class Identity:
    """Derives guests' keys, and seals cookies and addresses, by a secret of the data folder."""

    def __init__(self, secret: bytes, server: bytes) -> None:
        """``server`` is the server's public key."""
        self._secret = secret
        self._server = server

    @classmethod
    def of(cls, data_dir: Path) -> Self:
        """From the secret in this data folder, made if there is none; raises ``StartupError``."""
        return cls(kept_secret(data_dir / SECRET_FILE), own_key(data_dir).public)

    def key(self, gateway: str, shown: str) -> GuestKey:
        """The key of the guest who has shown this at this gateway."""
        secret = self._mac("key", f"{gateway} {shown}")
        return GuestKey(secret, KeyPair.derive(secret, self._server, MAIN_PROFILE, 0).public.hex())

    def new_cookie(self) -> str:
        return self.sealed("cookie", secrets.token_hex(_DIGITS // 2))

    def sealed(self, purpose: str, text: str) -> str:
        """A text in a form that only this server can make."""
        return f"{text}.{self.digest(purpose, text)}"

    def unsealed(self, purpose: str, sealed: str) -> str | None:
        """The text in what ``sealed`` has made; None if it is forged."""
        text, _, seal = sealed.rpartition(".")
        return text if hmac.compare_digest(seal.encode(), self.digest(purpose, text).encode()) else None

    def digest(self, purpose: str, text: str) -> str:
        return self._mac(purpose, text).hex()[:_DIGITS]

    def _mac(self, purpose: str, text: str) -> bytes:
        return hmac.new(self._secret, f"{purpose} {text}".encode(), hashlib.sha256).digest()
