"""Proxies in front of the server, and for whom they say that they ask."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network


class TrustedProxies:
    """Believes what a proxy says about a client only if the host has named the proxy."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        """``named`` are addresses or networks; raises ``ValueError``."""
        self._networks = tuple(ip_network(each, strict=False) for each in named)

    def trusts(self, address: str) -> bool:
        known = _address(address)
        return known is not None and any(known in each for each in self._networks)

    def client(self, peer: str, forwarded_for: str) -> str:
        """The client's address, from the peer's and the ``X-Forwarded-For`` that it sent.

        Each proxy adds its own peer at the end. So it is the last address that is no trusted proxy's: what
        stands before it anybody may have made up.
        """
        client = peer
        for said in reversed(forwarded_for.split(",")):
            if not self.trusts(client) or _address(said) is None:
                break
            client = said.strip()
        return client


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        known = ip_address(text.strip().partition("%")[0])
    except ValueError:
        return None
    return getattr(known, "ipv4_mapped", None) or known
