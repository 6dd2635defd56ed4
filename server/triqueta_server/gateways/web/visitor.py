"""What the headers of a request say of a visitor: page, address, language and cookie."""

import platform
import re
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

from triqueta_protocol.internal.languages import known_language, preferred_language
from triqueta_server.gateways.config import GatewayConfig
from triqueta_server.gateways.identity import GuestKey, Identity

LOCAL_ENDINGS: Final = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")
"""How names end that no stranger can register."""

COOKIE: Final = "triqueta"
PASS_COOKIE: Final = "triqueta_pass"  # noqa: S105 - the cookie's name
YEAR: Final = 365 * 24 * 3600

_LANGUAGES: Final = 20
"""How much of a browser's list of languages is read, best first."""


class OwnPage:
    """A page somewhere else must not open a line to the game for the person who reads it.

    Its origin would give it away, unless its name was made to lead to this machine. So the name has to be
    one that no stranger can own: an address, a name without dots or of the local network, this machine's, or
    one the host has named. A visitor from outside, or one who comes through a proxy that the host has named,
    may use any: they could reach the gateway without such a trick.
    """

    def __init__(self, config: GatewayConfig) -> None:
        self._proxies = config.proxies
        self._names = {name.casefold() for name in (platform.node(), *config.names) if name}

    def address(self, request: web.BaseRequest) -> str:
        """The browser's address."""
        forwarded_for, forwarded = (
            request.headers.getall(name, []) for name in ("X-Forwarded-For", "Forwarded")
        )
        return self._proxies.client_of(request.remote or "", forwarded_for, forwarded)

    def opens(self, request: web.BaseRequest) -> bool:
        """Whether the request comes from this gateway's page."""
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

    def is_secure(self, request: web.BaseRequest) -> bool:
        """Whether the browser speaks TLS, to this gateway or to a proxy that is trusted to say so."""
        trusted = self._proxies.trusts(request.remote or "")
        return request.secure or (trusted and request.headers.get("X-Forwarded-Proto") == "https")

    def _schemes(self, request: web.BaseRequest) -> set[str]:
        peer = request.remote or ""
        if self.is_secure(request):
            return {"https"}
        # A proxy on this machine may speak TLS in front of a gateway that does not.
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


def spoken(request: web.BaseRequest) -> str:
    return preferred_language(environment(request))


def environment(request: web.BaseRequest) -> Mapping[str, str]:
    """The browser's language, the first of its list that is ours, as a variable of an environment."""
    wishes = [one.partition(";")[0].strip() for one in request.headers.get("Accept-Language", "").split(",")]
    sound = [wish for wish in wishes[:_LANGUAGES] if re.fullmatch(r"[A-Za-z-]{2,20}", wish)]
    wish = next((one for one in sound if known_language(one)), sound[0] if sound else "")
    return {"LANG": f"{wish.replace('-', '_')}.UTF-8"} if wish else {}


def key(request: web.BaseRequest, identity: Identity) -> GuestKey | None:
    """The key of this browser's player; None if it brings no cookie of this server."""
    cookie = request.cookies.get(COOKIE, "")
    return identity.key("web", cookie) if identity.unsealed("cookie", cookie) else None


def give_cookie(
    request: web.BaseRequest, response: web.Response, identity: Identity, *, secure: bool
) -> None:
    """Give the browser an identity, unless it has one that a gateway of this server has made."""
    shown = request.cookies.get(COOKIE, "")
    cookie = shown if identity.unsealed("cookie", shown) else identity.new_cookie()
    _set(response, COOKIE, cookie, secure=secure)


def let_in(response: web.Response, proof: str, *, secure: bool) -> None:
    """Remember that this browser has known the password."""
    _set(response, PASS_COOKIE, proof, secure=secure)


def _set(response: web.Response, name: str, value: str, *, secure: bool) -> None:
    response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="Strict", secure=secure)
