"""Which pages may open a line to the game, and whom a request is counted for."""

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from server.doors.config import DoorConfig
from server.doors.web.own_page import OwnPage

HOST = "game.example:8080"
PLAIN = DoorConfig(server_name="Forest", host="", data_dir="", names=("game.example",))
BEHIND_PROXY = DoorConfig(
    server_name="Forest", host="", data_dir="", trusted_proxies=("127.0.0.1", "10.1.0.0/16")
)


def request(peer: str = "10.0.0.9", **headers: str) -> web.Request:
    """A request with these headers; underscores stand for hyphens."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    made = make_mocked_request("GET", "/", headers={"Host": HOST, **named})
    return made.clone(remote=peer)


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


def test_a_proxy_on_this_machine_may_speak_tls_for_a_door_that_does_not() -> None:
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
