"""Parses the public addresses of a server, as the operator sets them."""

import re
from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import SplitResult, urlsplit

from triqueta_protocol.internal.defaults import SSH_PORT

_PLAY: Final = "wss://game.example.org/play"
_SSH: Final = "game.example.org:2222"
_WEB: Final = "https://game.example.org"
_HOST: Final = re.compile(r"(?!-)[A-Za-z0-9.-]{1,253}(?<!-)|[0-9a-f:.]{2,45}")
_PATH: Final = re.compile(r"[\w/.~-]*", re.ASCII)


class BadPublicAddressError(ValueError):
    """The text is not an address; ``example`` is one."""

    def __init__(self, typed: str, example: str) -> None:
        super().__init__(f"{typed!r} is not an address such as {example}")
        self.example = example


def public_url(typed: str) -> str:
    """The address for clients: ``ws://`` or ``wss://``, possibly with a path that a proxy strips."""
    parts = _split(typed, {"ws", "wss"}, _PLAY)
    return _joined(parts) + parts.path.rstrip("/")


def public_web(typed: str) -> str:
    """The address for browsers: ``http://`` or ``https://`` without a path; the page needs its own host."""
    parts = _split(typed, {"http", "https"}, _WEB)
    if parts.path.rstrip("/"):
        raise BadPublicAddressError(typed, _WEB)
    return _joined(parts)


def public_ssh(typed: str) -> str:
    """The address for ``ssh``: a host, possibly with a port."""
    if typed.count(":") > 1 and not typed.startswith(("[", "ssh://")):
        typed = f"[{typed}]"
    parts = _split(typed if "://" in typed else f"ssh://{typed}", {"ssh"}, _SSH)
    if parts.path.rstrip("/"):
        raise BadPublicAddressError(typed, _SSH)
    return _joined(parts, SSH_PORT)


PUBLIC_ADDRESSES: Final[Mapping[str, Callable[[str], str]]] = {
    "play": public_url,
    "ssh": public_ssh,
    "web": public_web,
}
"""The parsers, by kind of gateway."""


def _split(typed: str, schemes: set[str], example: str) -> SplitResult:
    wrong = BadPublicAddressError(typed, example)
    try:
        parts = urlsplit(typed.strip())
        sound = parts.scheme in schemes and _HOST.fullmatch(parts.hostname or "") and parts.port != 0
    except ValueError:
        raise wrong from None
    if not sound or parts.username or parts.query or parts.fragment or not _PATH.fullmatch(parts.path):
        raise wrong
    return parts


def _joined(parts: SplitResult, port: int | None = None) -> str:
    host, port = parts.hostname or "", parts.port or port
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}{f':{port}' if port else ''}"
