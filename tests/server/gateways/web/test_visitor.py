"""What the browser's gateway makes of a request."""

from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from triqueta_server.gateways.config import GatewayConfig
from triqueta_server.gateways.identity import Identity
from triqueta_server.gateways.web import visitor
from triqueta_server.gateways.web.visitor import OwnPage

IDENTITY = Identity(b"a secret", bytes(32))
COOKIE = IDENTITY.new_cookie()


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


def test_a_cookie_that_this_server_has_made_is_an_identity(tmp_path: Path) -> None:
    identity = Identity.of(tmp_path)
    cookie, other = identity.new_cookie(), identity.new_cookie()
    key = visitor.key(request(Cookie=f"triqueta={cookie}"), identity)
    assert key is not None
    assert visitor.key(request(Cookie=f"triqueta={other}"), identity) not in {None, key}
    again = Identity.of(tmp_path)
    assert visitor.key(request(Cookie=f"triqueta={cookie}"), again) == key


MADE_UP = ["", "short", "a" * 32, "a" * 64, COOKIE + "x", COOKIE[:-1] + ("0" if COOKIE[-1] != "0" else "1")]


@pytest.mark.parametrize("shown", MADE_UP, ids=range(len(MADE_UP)))
def test_one_that_somebody_made_up_is_nobody_s(shown: str) -> None:
    """Else whoever plants a cookie in a browser would be the same player."""
    assert visitor.key(request(Cookie=f"triqueta={shown}"), IDENTITY) is None
    answer = web.Response()
    visitor.give_cookie(request(Cookie=f"triqueta={shown}"), answer, IDENTITY, secure=True)
    cookie = answer.cookies["triqueta"]
    assert cookie.value != shown
    assert IDENTITY.unsealed("cookie", cookie.value)
    assert cookie["httponly"]
    assert cookie["samesite"] == "Strict"
    assert cookie["secure"]


def test_a_browser_that_is_known_keeps_its_cookie() -> None:
    answer = web.Response()
    visitor.give_cookie(request(Cookie=f"triqueta={COOKIE}"), answer, IDENTITY, secure=False)
    assert answer.cookies["triqueta"].value == COOKIE
    assert not answer.cookies["triqueta"]["secure"]


@pytest.mark.parametrize(("trusted", "secure"), [((), False), (("10.1.0.0/16",), True)])
def test_only_a_trusted_proxy_is_believed_about_tls(trusted: tuple[str, ...], secure: bool) -> None:
    page = visitor.OwnPage(GatewayConfig("Forest", "", "", trusted_proxies=trusted))
    assert page.is_secure(request("10.1.2.3", X_Forwarded_Proto="https")) == secure


HOST = "game.example:8080"
PLAIN = GatewayConfig(server_name="Forest", host="", data_dir="", names=("game.example",))
BEHIND_PROXY = GatewayConfig(
    server_name="Forest", host="", data_dir="", trusted_proxies=("127.0.0.1", "10.1.0.0/16")
)


@pytest.mark.parametrize(
    ("origin", "own"),
    [
        ("http://game.example:8080", True),
        ("http://GAME.example:8080", True),
        ("https://game.example:8080", False),
        ("http://game.example", False),
        ("http://elsewhere.example:8080", False),
        ("http://game.example:8080.elsewhere.example", False),
        ("http://[", False),
        ("null", False),
        ("", False),
    ],
)
def test_only_its_own_page_may_open_a_line(origin: str, own: bool) -> None:
    assert OwnPage(PLAIN).opens(request(Origin=origin)) is own


@pytest.mark.parametrize(
    ("peer", "host", "own"),
    [
        ("10.0.0.9", "192.168.1.20:8080", True),
        ("10.0.0.9", "[fd00::20]:8080", True),
        ("10.0.0.9", "nas:8080", True),
        ("10.0.0.9", "nas.local:8080", True),
        ("10.0.0.9", "nas.fritz.box:8080", True),
        ("10.0.0.9", "GAME.example:8080", True),
        ("10.0.0.9", "game.example.:8080", True),
        ("10.0.0.9", "rebound.example:8080", False),
        ("127.0.0.1", "rebound.example:8080", False),
        ("fd00::9", "rebound.example:8080", False),
        ("10.0.0.9", "", False),
        # From outside, the server can be reached without a trick.
        ("8.8.8.8", "at-home.example:8080", True),
    ],
)
def test_a_name_that_was_made_to_lead_here_is_not_its_own(peer: str, host: str, own: bool) -> None:
    """A page whose name is pointed at this machine after it was loaded has that name in both headers."""
    assert OwnPage(PLAIN).opens(request(peer, Host=host, Origin=f"http://{host}")) is own


def test_a_page_that_came_by_tls_is_asked_for_by_tls_only() -> None:
    secure = {"X_Forwarded_Proto": "https", "Origin": "http://game.example:8080"}
    assert not OwnPage(BEHIND_PROXY).opens(request("127.0.0.1", **secure))
    assert OwnPage(BEHIND_PROXY).opens(request("127.0.0.1", **(secure | {"Origin": f"https://{HOST}"})))


def test_a_proxy_on_this_machine_may_speak_tls_for_a_gateway_that_does_not() -> None:
    assert OwnPage(PLAIN).opens(request("127.0.0.1", Origin=f"https://{HOST}"))


def test_only_a_proxy_that_the_host_has_named_says_for_whom_it_asks() -> None:
    forwarded = {"X_Forwarded_For": "192.0.2.1, 198.51.100.7"}
    assert OwnPage(PLAIN).address(request("127.0.0.1", **forwarded)) == "127.0.0.1"
    page = OwnPage(BEHIND_PROXY)
    assert page.address(request("127.0.0.1", **forwarded)) == "198.51.100.7"
    assert page.address(request("127.0.0.1")) == "127.0.0.1"
    assert page.address(request("10.0.0.9", **forwarded)) == "10.0.0.9"
    through_two = {"X_Forwarded_For": "192.0.2.1, 198.51.100.7, 10.1.2.3"}
    assert page.address(request("127.0.0.1", **through_two)) == "198.51.100.7"
    assert page.address(request("127.0.0.1", X_Forwarded_For="nobody")) == "127.0.0.1"
