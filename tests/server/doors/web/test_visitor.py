"""What the browser's door makes of a request."""

import re
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from server.doors.identity import Identity
from server.doors.web import visitor

COOKIE = "a" * 32


def request(peer: str = "10.0.0.9", **headers: str) -> web.Request:
    """A request with these headers; underscores stand for hyphens."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    made = make_mocked_request("GET", "/", headers={"Host": "game.example:8080", **named})
    return made.clone(remote=peer)


@pytest.mark.parametrize(
    ("asked", "language", "variables"),
    [
        ("de-AT,de;q=0.9", "de", {"LANG": "de_AT.UTF-8"}),
        ("zh-TW", "zh_Hant", {"LANG": "zh_TW.UTF-8"}),
        ("fr", "en", {"LANG": "fr.UTF-8"}),
        ("fr-CH, de;q=0.9, en;q=0.8", "de", {"LANG": "de.UTF-8"}),
        ("fr, zh-TW;q=0.7", "zh_Hant", {"LANG": "zh_TW.UTF-8"}),
        ("*", "en", {}),
        ("de\x00\n=x", "en", {}),
    ],
)
def test_the_language_is_the_one_asked_for_first(
    asked: str, language: str, variables: dict[str, str]
) -> None:
    said = request(Accept_Language=asked)
    assert visitor.spoken(said) == language
    assert visitor.environment(said) == variables


def test_a_cookie_is_an_identity(tmp_path: Path) -> None:
    identity = Identity.of(tmp_path)
    token = visitor.token(request(Cookie=f"triqueta={COOKIE}"), identity)
    assert token is not None
    assert identity.vouched(token)
    assert visitor.token(request(Cookie=f"triqueta={COOKIE[:-1]}b"), identity) != token
    assert visitor.token(request(), identity) is None
    assert visitor.token(request(Cookie="triqueta=short"), identity) is None


def test_a_browser_that_is_known_keeps_its_cookie() -> None:
    answer = web.Response()
    visitor.recognise(request(Cookie=f"triqueta={COOKIE}"), answer)
    assert answer.cookies["triqueta"].value == COOKIE


@pytest.mark.parametrize("sent", ["", "triqueta=short", f"triqueta={COOKIE}x"])
def test_others_get_one_that_scripts_and_other_sites_do_not_see(sent: str) -> None:
    answer = web.Response()
    visitor.recognise(request(Cookie=sent, X_Forwarded_Proto="https"), answer)
    cookie = answer.cookies["triqueta"]
    assert re.fullmatch(r"[A-Za-z0-9_-]{32}", cookie.value)
    assert cookie["httponly"]
    assert cookie["samesite"] == "Strict"
    assert cookie["secure"]
