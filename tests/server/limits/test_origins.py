"""Whose connection it is: one address, one network, or whom a proxy names that is believed."""

from ipaddress import ip_network

import pytest

from triqueta_server.limits.origins import TrustedProxies, origin_of, trusted_network

PROXIES = TrustedProxies((ip_network("127.0.0.1/32"), ip_network("10.0.0.0/8"), ip_network("fd00::/8")))


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002"),
        ("2001:db8:1:2:ffff::1", "2001:0db8:0001:0002"),
        ("fe80::1%eth0", "fe80:0000:0000:0000"),
        ("", ""),
    ],
)
def test_one_machine_or_one_network_is_one_address(address: str, origin: str) -> None:
    assert origin_of(address) == origin


@pytest.mark.parametrize(
    ("peer", "forwarded_for", "client"),
    [
        ("192.0.2.7", ["203.0.113.9"], "192.0.2.7"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["made up, 203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["6.6.6.6, 203.0.113.9, 10.1.2.3"], "203.0.113.9"),
        ("127.0.0.1", ["6.6.6.6", "203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["203.0.113.9:4711"], "203.0.113.9"),
        ("fd00::1", ["[2001:db8::9]:4711"], "2001:db8::9"),
        ("127.0.0.1", ["2001:db8::9"], "2001:db8::9"),
        ("127.0.0.1", ["unknown"], "127.0.0.1"),
        ("127.0.0.1", ["10.9.9.9"], "10.9.9.9"),
    ],
)
def test_a_proxy_is_believed_if_it_is_trusted(peer: str, forwarded_for: list[str], client: str) -> None:
    assert PROXIES.client_of(peer, forwarded_for) == client


@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        (["for=203.0.113.9"], "203.0.113.9"),
        (['by=10.0.0.1;For="[2001:db8::9]:4711";proto=https'], "2001:db8::9"),
        (["for=6.6.6.6, for=203.0.113.9;host=x"], "203.0.113.9"),
        (["for=_hidden"], "127.0.0.1"),
        (["proto=https"], "127.0.0.1"),
    ],
)
def test_the_standard_header_is_read_where_the_usual_one_is_missing(
    forwarded: list[str], client: str
) -> None:
    assert PROXIES.client_of("127.0.0.1", [], forwarded) == client
    assert PROXIES.client_of("127.0.0.1", ["198.51.100.7"], forwarded) == "198.51.100.7"


def test_nobody_is_trusted_unasked() -> None:
    assert TrustedProxies().client_of("127.0.0.1", ["203.0.113.9"]) == "127.0.0.1"


@pytest.mark.parametrize("text", ["proxy.example.org", "10.0.0.0/99", ""])
def test_what_is_no_network_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="network"):
        trusted_network(text)
