"""Whether a request comes from this door's own page, and from whom: what headers say is checked first."""

import platform
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

from server.doors.config import DoorConfig

LOCAL_ENDINGS: Final = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")
"""How names end that no stranger can register."""


class OwnPage:
    """A page somewhere else must not open a line to the game for the person who reads it.

    Its origin would give it away, unless its name was made to lead to this machine. So the name has to be
    one that nobody else can own: an address, a name without dots or of the local network, this machine's, or
    one the host has named. A visitor from outside, or one who comes through a proxy that the host has named,
    may use any: they could reach the door without such a trick.
    """

    def __init__(self, config: DoorConfig) -> None:
        self._proxies = config.proxies
        self._names = {name.casefold() for name in (platform.node(), *config.names) if name}

    def address(self, request: web.BaseRequest) -> str:
        """The browser's address."""
        forwarded_for, forwarded = (
            request.headers.getall(name, []) for name in ("X-Forwarded-For", "Forwarded")
        )
        return self._proxies.client_of(request.remote or "", forwarded_for, forwarded)

    def opens(self, request: web.BaseRequest) -> bool:
        """Whether the request comes from this door's page."""
        return self._same_origin(request) and self.is_known_as(request)

    def _same_origin(self, request: web.BaseRequest) -> bool:
        try:
            origin = urlsplit(request.headers.get("Origin", ""))
        except ValueError:
            return False
        same_host = bool(origin.netloc) and origin.netloc.casefold() == request.host.casefold()
        return same_host and origin.scheme in self._schemes(request)

    def is_known_as(self, request: web.BaseRequest) -> bool:
        """Whether the name in the browser's address bar is one of this server's."""
        peer = request.remote or ""
        return (
            self._is_own(_name(request.host))
            or self._proxies.trusts(peer)
            or _is_global(self.address(request))
        )

    def _is_own(self, name: str) -> bool:
        return (
            _is_address(name) or "." not in name or name.endswith(LOCAL_ENDINGS) or name in self._names
        ) and bool(name)

    def _schemes(self, request: web.BaseRequest) -> set[str]:
        peer = request.remote or ""
        forwarded = request.headers.get("X-Forwarded-Proto", "") if self._proxies.trusts(peer) else ""
        if request.secure or forwarded == "https":
            return {"https"}
        # A proxy on this machine may speak TLS in front of a door that does not.
        return {"http", "https"} if _is_loopback(peer) or self._proxies.trusts(peer) else {"http"}


def _name(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".").casefold()
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


def _is_global(address: str) -> bool:
    return _is_address(address) and ip_address(address.partition("%")[0]).is_global


def _is_loopback(address: str) -> bool:
    return _is_address(address) and ip_address(address.partition("%")[0]).is_loopback
