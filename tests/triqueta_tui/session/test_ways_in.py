"""Where others are sent, whoever asks: a host, somebody who joined, a guest at a gateway."""

import pytest

from triqueta_tui.session.ways_in import ServerAddresses, is_loopback, ways_in

LAN = {
    "play": ("ws://192.168.1.20:4455", "ws://10.8.0.2:4455"),
    "ssh": ("ssh://192.168.1.20:2222", "ssh://10.8.0.2:2222"),
    "web": ("http://192.168.1.20:8080", "http://10.8.0.2:8080"),
}
ALONE = {"play": ("ws://127.0.0.1:4455",), "web": ("http://127.0.0.1:8080",)}
PUBLIC = {"play": "wss://game.example.org/play", "web": "https://game.example.org"}


@pytest.mark.parametrize("arrival", ["ws://127.0.0.1:4455", "ssh://127.0.0.1:2222", "http://localhost:8080"])
def test_whoever_is_at_the_servers_machine_tells_its_addresses(arrival: str) -> None:
    assert ways_in(ServerAddresses(local=LAN), arrival) == LAN


@pytest.mark.parametrize(
    ("arrival", "kind"),
    [
        ("ws://192.168.1.20:4455", "play"),
        ("ssh://192.168.1.20:2222", "ssh"),
        ("http://192.168.1.20:8080", "web"),
    ],
)
def test_whoever_came_from_the_network_tells_how_first(arrival: str, kind: str) -> None:
    assert ways_in(ServerAddresses(local=LAN), arrival) == LAN | {kind: (arrival,)}


def test_a_name_that_led_here_leads_to_the_other_gateways_too() -> None:
    assert ways_in(ServerAddresses(local=LAN), "ws://oak.example:4455") == {
        "play": ("ws://oak.example:4455",),
        "ssh": ("ssh://oak.example:2222",),
        "web": ("http://oak.example:8080",),
    }


@pytest.mark.parametrize("arrival", ["ws://127.0.0.1:4455", "http://10.0.0.9:8080", "ssh://192.168.1.20:22"])
def test_what_the_host_says_counts_before_everything_else(arrival: str) -> None:
    told = ways_in(ServerAddresses(public=PUBLIC, local={"ssh": LAN["ssh"]}), arrival)
    assert {kind: told[kind] for kind in PUBLIC} == {kind: (url,) for kind, url in PUBLIC.items()}
    assert not is_loopback(told["ssh"][0])


def test_behind_a_proxy_nobody_is_told_of_a_loopback() -> None:
    told = ways_in(ServerAddresses(local=ALONE), "https://game.example.org")
    assert told == {"web": ("https://game.example.org",)}


def test_without_a_network_the_loopback_is_better_than_nothing() -> None:
    assert ways_in(ServerAddresses(local=ALONE), "ws://127.0.0.1:4455") == ALONE


@pytest.mark.parametrize(
    "said",
    [
        "",
        "http://oak:4455",
        "ws://",
        "ws://oak:99999",
        "ws://a b",
        "ws://oak;rm -rf ~",
        "ws://oak\x1b[2J",
        "ws://[::1",
        "ws://ana:secret@oak",
    ],
)
def test_nonsense_that_a_server_says_is_not_shown(said: str) -> None:
    assert ways_in(ServerAddresses(public={"play": said}), "ws://oak:4455") == {}
    assert ways_in(ServerAddresses(local={"play": (said,)}), "ws://127.0.0.1:4455") == {}


def test_not_more_addresses_are_told_than_anybody_would_try() -> None:
    many = tuple(f"ws://10.0.0.{number}:4455" for number in range(1, 30))
    assert len(ways_in(ServerAddresses(local={"play": many}), "ws://127.0.0.1:4455")["play"]) == 4
