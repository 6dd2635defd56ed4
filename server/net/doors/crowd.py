"""How many guests are here, in all and from each address."""

from collections import Counter
from ipaddress import IPv6Address, ip_address

from server.net.doors.orders import GuestLimits
from server.net.doors.sentences import Sentence


class Crowd:
    """Counts who comes and goes."""

    def __init__(self, limits: GuestLimits) -> None:
        self._limits = limits
        self._from: Counter[str] = Counter()

    def enter(self, address: str) -> Sentence | None:
        """Let somebody in, to be seen out with ``leave``; or say why not."""
        origin = _origin(address)
        if self._from.total() >= self._limits.guests:
            return Sentence.FULL
        if self._from[origin] >= self._limits.per_address:
            return Sentence.FULL_FROM_YOU
        self._from[origin] += 1
        return None

    def leave(self, address: str) -> None:
        """Somebody who was let in is gone."""
        origin = _origin(address)
        self._from[origin] -= 1
        if not self._from[origin]:
            del self._from[origin]

    def __len__(self) -> int:
        return self._from.total()


def _origin(address: str) -> str:
    """Whom an address stands for: one machine, or with IPv6 the network that a household is given."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv6Address) and known.ipv4_mapped is None:
        return known.exploded[:19]
    return str(known.ipv4_mapped or known) if isinstance(known, IPv6Address) else str(known)
