"""Addresses as people type them."""

import pytest

from triqueta_tui.session.address import Address, BadAddressError, parse_address


@pytest.mark.parametrize(
    ("typed", "address", "url", "shown"),
    [
        ("example.org", Address("example.org"), "ws://example.org:4455", "example.org"),
        (" 192.168.1.20:9000 ", Address("192.168.1.20", 9000), "ws://192.168.1.20:9000", "192.168.1.20:9000"),
        ("::1", Address("::1"), "ws://[::1]:4455", "[::1]"),
        ("[fe80::1]:80", Address("fe80::1", 80), "ws://[fe80::1]:80", "[fe80::1]:80"),
        ("ws://hearth:4455", Address("hearth"), "ws://hearth:4455", "hearth"),
        (
            "WSS://Example.org",
            Address("example.org", 443, True),
            "wss://example.org:443",
            "wss://example.org:443",
        ),
        (
            "wss://example.org:8443/triqueta/",
            Address("example.org", 8443, True, "/triqueta"),
            "wss://example.org:8443/triqueta",
            "wss://example.org:8443/triqueta",
        ),
    ],
)
def test_an_address_is_understood_and_shown_shortly(
    typed: str, address: Address, url: str, shown: str
) -> None:
    assert parse_address(typed) == address
    assert address.url == url
    assert str(address) == shown


def test_what_is_shown_is_understood_again() -> None:
    for address in (Address("::1", 1), Address("a.b"), Address("a", 7, True, "/x")):
        assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "two words",
        "http://example.org",
        "host:port",
        "host:99999",
        "host:0",
        "a@b",
        "[::1",
        "-x",
        "h?q=1",
        "a/../\x1b",
    ],
)
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(BadAddressError):
        parse_address(typed)
