"""What counts as one address when connections, guests or guesses are counted."""

from ipaddress import IPv6Address, ip_address


def origin_of(address: str) -> str:
    """A machine, or with IPv6 the /64 network that one line is given."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        return str(known.ipv4_mapped or known.exploded[:19])
    return str(known)
