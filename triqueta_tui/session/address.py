"""Where a server is, as people type it: ``host``, ``host:port``, ``[::1]:4455``, ``ws://…``, ``wss://…``."""

import re
from dataclasses import dataclass
from ipaddress import IPv6Address
from typing import Final
from urllib.parse import urlsplit

from triqueta_protocol.internal.defaults import GAME_PORT

_SECURE_PORT: Final = 443
_HOST: Final = re.compile(r"(?!-)[\w.-]{1,253}(?<!-)")
_PATH: Final = re.compile(r"[\w/.~-]*")


class BadAddressError(ValueError):
    pass


@dataclass(frozen=True)
class Address:
    host: str
    port: int = GAME_PORT
    secure: bool = False
    path: str = ""

    @property
    def url(self) -> str:
        return f"{'wss' if self.secure else 'ws'}://{self._bracketed}:{self.port}{self.path}"

    def __str__(self) -> str:
        if self.secure or self.path:
            return self.url
        return self._bracketed if self.port == GAME_PORT else f"{self._bracketed}:{self.port}"

    @property
    def shortest(self) -> str:
        """The shortest form that leads there."""
        if self.secure and self.port == _SECURE_PORT:
            return f"wss://{self._bracketed}{self.path}"
        return str(self)

    @property
    def _bracketed(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host


def parse_address(typed: str) -> Address:
    """Parse what a person typed; raises ``BadAddressError``."""
    typed = typed.strip()
    if _is_ipv6(typed):
        return Address(typed)
    scheme, separator, _ = typed.partition("://")
    if separator and scheme.lower() not in {"ws", "wss"}:
        raise BadAddressError(typed)
    try:
        parts = urlsplit(typed if separator else f"ws://{typed}")
        port = parts.port
    except ValueError as error:
        raise BadAddressError(typed) from error
    host = parts.hostname or ""
    plain = not (parts.username or parts.password or parts.query or parts.fragment)
    plain = plain and port != 0 and _PATH.fullmatch(parts.path) is not None
    if not plain or not (_is_ipv6(host) or _HOST.fullmatch(host)):
        raise BadAddressError(typed)
    secure = scheme.lower() == "wss" and bool(separator)
    # A secure server sits behind a proxy on the web's own port unless the URL has another.
    return Address(host, port or (_SECURE_PORT if secure else GAME_PORT), secure, parts.path.rstrip("/"))


def _is_ipv6(text: str) -> bool:
    try:
        IPv6Address(text)
    except ValueError:
        return False
    return True
