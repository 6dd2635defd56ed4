"""What a host may say of where the server is reached."""

from collections.abc import Callable

import pytest

from triqueta_protocol.internal.public_addresses import (
    BadPublicAddressError,
    public_ssh,
    public_url,
    public_web,
)


@pytest.mark.parametrize(
    ("read", "typed", "meant"),
    [
        (public_url, "wss://game.example.org/play/", "wss://game.example.org/play"),
        (public_url, "ws://192.0.2.7:4456", "ws://192.0.2.7:4456"),
        (public_ssh, "game.example.org", "ssh://game.example.org:2222"),
        (public_ssh, "game.example.org:22", "ssh://game.example.org:22"),
        (public_ssh, "ssh://game.example.org:22", "ssh://game.example.org:22"),
        (public_ssh, "2001:db8::1", "ssh://[2001:db8::1]:2222"),
        (public_ssh, "[2001:db8::1]:22", "ssh://[2001:db8::1]:22"),
        (public_web, "https://game.example.org/", "https://game.example.org"),
        (public_web, "http://[2001:db8::1]:8080", "http://[2001:db8::1]:8080"),
    ],
)
def test_addresses_are_read_as_they_are_meant(read: Callable[[str], str], typed: str, meant: str) -> None:
    assert read(typed) == meant


@pytest.mark.parametrize(
    ("read", "typed"),
    [
        (public_url, "game.example.org"),
        (public_url, "https://game.example.org"),
        (public_url, "ws://"),
        (public_url, "ws://ana@oak"),
        (public_url, "ws://oak/?a=b"),
        (public_url, "ws://oak:0"),
        (public_url, "ws://oak:x"),
        (public_url, "ws://o ak"),
        (public_ssh, "oak/path"),
        (public_ssh, "-oProxyCommand=x"),
        (public_ssh, "ana@oak"),
        (public_web, "https://oak/triqueta"),
        (public_web, "ws://oak"),
    ],
)
def test_what_is_no_address_is_refused(read: Callable[[str], str], typed: str) -> None:
    with pytest.raises(BadPublicAddressError):
        read(typed)
