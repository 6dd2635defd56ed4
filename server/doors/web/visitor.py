"""Who a browser is: which language it asks for, and the cookie that is an identity."""

import re
import secrets
from collections.abc import Mapping
from typing import Final

from aiohttp import web

from protocol.internal.languages import known_language, preferred_language
from server.doors.identity import Identity

COOKIE: Final = "triqueta"
PASS_COOKIE: Final = "triqueta_pass"  # noqa: S105 - the cookie's name
YEAR: Final = 365 * 24 * 3600

_LANGUAGES: Final = 20
"""How much of a browser's list of languages is read, best first."""

_WELL_FORMED: Final = re.compile(r"[A-Za-z0-9_-]{32}")


def spoken(request: web.BaseRequest) -> str:
    return preferred_language(environment(request))


def environment(request: web.BaseRequest) -> Mapping[str, str]:
    """The browser's language, the first of its list that is ours, as a variable of an environment."""
    wishes = [one.partition(";")[0].strip() for one in request.headers.get("Accept-Language", "").split(",")]
    sound = [wish for wish in wishes[:_LANGUAGES] if re.fullmatch(r"[A-Za-z-]{2,20}", wish)]
    wish = next((one for one in sound if known_language(one)), sound[0] if sound else "")
    return {"LANG": f"{wish.replace('-', '_')}.UTF-8"} if wish else {}


def token(request: web.BaseRequest, identity: Identity) -> str | None:
    """The player this browser is; None if it brings no cookie."""
    cookie = request.cookies.get(COOKIE, "")
    return identity.token("web", cookie) if _WELL_FORMED.fullmatch(cookie) else None


def recognise(request: web.BaseRequest, response: web.Response) -> None:
    """Give the browser an identity, unless it has one."""
    known = request.cookies.get(COOKIE, "")
    _keep(request, response, COOKIE, known if _WELL_FORMED.fullmatch(known) else secrets.token_urlsafe(24))


def let_in(request: web.BaseRequest, response: web.Response, proof: str) -> None:
    """Remember that this browser has known the password."""
    _keep(request, response, PASS_COOKIE, proof)


def _keep(request: web.BaseRequest, response: web.Response, name: str, value: str) -> None:
    secure = request.secure or request.headers.get("X-Forwarded-Proto") == "https"
    response.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="Strict", secure=secure)
