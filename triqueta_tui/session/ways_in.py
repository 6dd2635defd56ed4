"""How others get into a server: from what it says of itself, and from how this client has come."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Final, Literal
from urllib.parse import urlsplit

from triqueta_tui.session.address import BadAddressError, parse_address

Kind = Literal["play", "ssh", "web"]
"""With the program, with ``ssh``, with a browser."""

KINDS: Final[tuple[Kind, ...]] = ("play", "ssh", "web")
_SCHEMES: Final[Mapping[str, Kind]] = {
    "ws": "play",
    "wss": "play",
    "ssh": "ssh",
    "http": "web",
    "https": "web",
}
_MOST: Final = 4
"""Addresses of one kind that are told."""


@dataclass(frozen=True)
class ServerAddresses:
    """What a server says of where it is reached."""

    public: Mapping[str, str] = field(default_factory=dict)
    """From anywhere: its host says so."""
    local: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """In its own network."""


def ways_in(server: ServerAddresses, arrival: str) -> dict[str, tuple[str, ...]]:
    """URLs by kind of way in, the best first, without those that lead nowhere.

    ``arrival`` is the URL by which this client or guest came, which works: at least from there. Loopback is
    in the answer only if nothing else is known.
    """
    found: dict[Kind, tuple[str, ...]] = {kind: _urls(kind, server, arrival) for kind in KINDS}
    # A server can say anything; what is no address is not shown.
    sound = {kind: tuple(url for url in urls if _is_sound(kind, url)) for kind, urls in found.items()}
    return {kind: urls[:_MOST] for kind, urls in sound.items() if urls}


def is_loopback(url: str) -> bool:
    host = _host(url)
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _urls(kind: Kind, server: ServerAddresses, arrival: str) -> tuple[str, ...]:
    if kind in server.public:
        return (server.public[kind],)
    here = is_loopback(arrival)
    if _kind(arrival) == kind and not here:
        return (arrival,)
    local = tuple(server.local.get(kind, ()))
    far = tuple(url for url in local if not is_loopback(url))
    if not far:
        # A client from elsewhere came through something that is not known here, and leads to this only.
        return local if here else ()
    if here or _host(arrival) in map(_host, far):
        return far
    # A name or an address that the server does not know of: what works for one gateway may for the others.
    return (_with_host(far[0], _host(arrival)),)


def _kind(url: str) -> Kind | None:
    return _SCHEMES.get(url.partition("://")[0])


def _is_sound(kind: Kind, url: str) -> bool:
    scheme, _, rest = url.partition("://")
    if _SCHEMES.get(scheme) != kind:
        return False
    try:
        address = parse_address(f"ws://{rest}")
    except BadAddressError:
        return False
    return url.isascii() and (kind == "play" or not address.path)


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _with_host(url: str, host: str) -> str:
    """The same gateway at another host."""
    scheme, _, rest = url.partition("://")
    port = rest.rpartition(":")[2]
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"
