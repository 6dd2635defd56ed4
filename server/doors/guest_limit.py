"""How many guests may be in at once, in all and from each address."""

from collections import Counter
from ipaddress import IPv6Address, ip_address

from server.doors.config import GuestLimits
from server.doors.messages import Message


class GuestCounter:
    def __init__(self, limits: GuestLimits) -> None:
        self._limits = limits
        self._from: Counter[str] = Counter()

    def enter(self, address: str) -> Message | None:
        """Count a guest in, to be counted out with ``leave``; or say why the guest may not come in."""
        origin = origin_of(address)
        if self._from.total() >= self._limits.guests:
            return Message.FULL
        if self._from[origin] >= self._limits.per_address:
            return Message.FULL_FROM_YOU
        self._from[origin] += 1
        return None

    def leave(self, address: str) -> None:
        origin = origin_of(address)
        self._from[origin] -= 1
        if not self._from[origin]:
            del self._from[origin]

    def __len__(self) -> int:
        return self._from.total()


def origin_of(address: str) -> str:
    """What counts as one address: a machine, or with IPv6 the /64 network that one connection is given."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        return str(known.ipv4_mapped or known.exploded[:19])
    return str(known)
