"""Where people reach this server: the addresses its host has named, or else this machine's own."""

import asyncio
import contextlib
import socket
import time
from collections.abc import Iterable, Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

from msgspec import Struct

from triqueta_protocol.internal.network_addresses import (
    addresses_for_friends,
    interfaces_to_tell,
    listened_at,
)

LOOK_AGAIN: Final = 5.0
"""Seconds for which the addresses that were found last count."""

_SOMEWHERE: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Unassigned addresses, for asking the system which interface it would use."""


class Way(Struct, frozen=True):
    """One kind of way in."""

    scheme: str
    port: int
    names: tuple[str, ...] = ()
    """The hosts for which its certificate is valid; without any, the machine's addresses are told."""


class Reachable:
    """The addresses of a running server, for those who want to tell others."""

    def __init__(self, bound: Iterable[str], ways: Mapping[str, Way], interfaces: str = "") -> None:
        """``bound`` are the addresses it listens at, ``interfaces`` those that count (empty: all)."""
        self._bound = tuple(bound)
        self._ways = dict(ways)
        self._interfaces = interfaces
        self._found: tuple[str, ...] = ()
        self._looked: float | None = None

    def urls(self) -> dict[str, tuple[str, ...]]:
        """By kind of way, the best first. Loopback is told only if there is nothing else."""
        now = time.monotonic()
        if self._looked is None or now - self._looked > LOOK_AGAIN:
            self._found, self._looked = self._look(), now
        return {
            kind: tuple(_url(way.scheme, host, way.port) for host in _hosts(self._found, way.names))
            for kind, way in self._ways.items()
        }

    def _look(self) -> tuple[str, ...]:
        """Interfaces come and go, so they are asked again now and then."""
        if all(ip_address(one).is_loopback for one in self._bound):
            return self._bound

        import ifaddr  # noqa: PLC0415 - only where it is used

        interfaces = interfaces_to_tell(ifaddr.get_adapters(), self._interfaces)
        return addresses_for_friends(listened_at(interfaces, self._bound), _route())


async def bound_addresses(host: str, port: int) -> tuple[str, ...]:
    """What a server listens at that was told to listen at this host."""
    found = await asyncio.get_running_loop().getaddrinfo(
        host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )
    return tuple(dict.fromkeys(str(each[4][0]).partition("%")[0] for each in found))


def _hosts(addresses: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
    """With a certificate only those for which it is valid, or friends would be warned."""
    certified = {name: _address(name) for name in names}
    valid = [name for name, address in certified.items() if address is None]
    valid += [one for one in addresses if _address(one) in certified.values()]
    return tuple(valid) or addresses


def _url(scheme: str, host: str, port: int) -> str:
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def _address(name: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(name)
    except ValueError:
        return None


def _route() -> str:
    """This machine's address on the default route."""
    for family, somewhere in _SOMEWHERE:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            # Connecting a datagram socket only looks up the route: nothing is sent.
            probe.connect((somewhere, 9))
            return str(probe.getsockname()[0])
    return ""
