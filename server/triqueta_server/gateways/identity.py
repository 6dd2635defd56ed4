"""Who comes through a gateway: a token that follows from what the guest has shown, a key or a cookie."""

import hashlib
import hmac
import secrets
from pathlib import Path
from typing import Final, Self

from triqueta_server.gateways.private_files import kept

SECRET_FILE: Final = "gateways.secret"  # noqa: S105 - the file's name

_HALF: Final = 32
"""Hex digits of each half of a token."""


class Identity:
    """Makes tokens, and recognises those it has made, by a secret that never leaves the data folder.

    A token is a name and a seal. The name follows from what was shown, so the same key is the same player
    even after the server has forgotten everybody; the seal follows from the name, so the server can tell
    such a token from a made-up one.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @classmethod
    def of(cls, data_dir: Path) -> Self:
        """From the secret in this data folder, made if there is none; raises ``StartupError``."""
        return cls(kept(data_dir / SECRET_FILE, lambda: secrets.token_bytes(32)))

    def token(self, gateway: str, shown: str) -> str:
        """The token of the guest who has shown this at this gateway."""
        name = self._digest("name", f"{gateway} {shown}")
        return name + self._digest("seal", name)

    def vouched(self, token: str) -> bool:
        name, seal = token[:_HALF], token[_HALF:]
        return hmac.compare_digest(seal.encode(), self._digest("seal", name).encode())

    def new_cookie(self) -> str:
        """A cookie for a browser, with a seal that only this server can make."""
        drawn = secrets.token_hex(_HALF // 2)
        return drawn + self._digest("cookie", drawn)

    def is_own_cookie(self, cookie: str) -> bool:
        drawn, seal = cookie[:_HALF], cookie[_HALF:]
        return hmac.compare_digest(seal.encode(), self._digest("cookie", drawn).encode())

    def sealed(self, address: str) -> str:
        """A guest's address in a form that the server believes."""
        return f"{address} {self._digest('address', address)}"

    def unsealed(self, text: str) -> str | None:
        """The address in what ``sealed`` has made; None if it is forged."""
        address, _, seal = text.rpartition(" ")
        genuine = hmac.compare_digest(seal.encode(), self._digest("address", address).encode())
        return address if genuine else None

    def _digest(self, purpose: str, text: str) -> str:
        return hmac.new(self._secret, f"{purpose} {text}".encode(), hashlib.sha256).hexdigest()[:_HALF]
