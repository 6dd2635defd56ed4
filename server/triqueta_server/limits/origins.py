"""Where a connection comes from: what counts as one address, and which proxies are believed."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from msgspec import Struct

_PORT: Final = re.compile(r"^(\d+\.\d+\.\d+\.\d+|\[[^\]]+\])(:\d+)?$")
_FORWARDED_FOR: Final = re.compile(r'(?:^|;)\s*for\s*=\s*("[^"]*"|[^;,\s]+)', re.IGNORECASE)


@lru_cache(maxsize=1 << 12)
def origin_of(address: str) -> str:
    """What counts as one address: a machine, or with IPv6 the /64 network that one connection is given."""
    known = _parsed(address)
    if known is None:
        return address
    return known.exploded[:19] if isinstance(known, IPv6Address) else str(known)


class TrustedProxies(Struct, frozen=True):
    """Networks whose machines are believed when they say for whom they ask."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()

    def trusts(self, address: str) -> bool:
        known = _parsed(address)
        return known is not None and any(known in network for network in self.networks)

    def client_of(self, peer: str, forwarded_for: Sequence[str], forwarded: Sequence[str] = ()) -> str:
        """Whose connection it is: the peer's, or that of the last machine before the trusted proxies.

        ``forwarded_for`` and ``forwarded`` are the values of the headers ``X-Forwarded-For`` and
        ``Forwarded``; the second is read only if the first is missing. Each proxy appends whom it was asked
        by, so everything to the left of the first machine that is not trusted may be made up.
        """
        hops = _entries(forwarded_for) or [_for(entry) for entry in _entries(forwarded)]
        while hops and self.trusts(peer):
            named = _parsed(_without_port(hops.pop()))
            if named is None:
                break
            peer = str(named)
        return peer


def trusted_network(text: str) -> IPv4Network | IPv6Network:
    """A network from an address or an address with a mask; raises ``ValueError``."""
    return ip_network(text.strip(), strict=False)


def _entries(values: Iterable[str]) -> list[str]:
    return [entry.strip() for value in values for entry in value.split(",") if entry.strip()]


def _for(entry: str) -> str:
    found = _FORWARDED_FOR.search(entry)
    return found[1].strip('"') if found else ""


def _without_port(text: str) -> str:
    found = _PORT.match(text)
    return found[1].strip("[]") if found else text


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return (known.ipv4_mapped or known) if isinstance(known, IPv6Address) else known
