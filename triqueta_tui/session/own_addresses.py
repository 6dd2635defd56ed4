"""This machine's addresses on the network."""

import contextlib
import os
import socket

from triqueta_protocol.internal.defaults import LAN_VARIABLE
from triqueta_protocol.internal.network_addresses import NOWHERE, addresses_for_friends, interfaces_of


def own_addresses() -> tuple[str, ...]:
    """This machine's addresses for friends on the same network, the best first; loopback if there is none."""
    import ifaddr

    interfaces = interfaces_of(ifaddr.get_adapters(), os.environ.get(LAN_VARIABLE, ""))
    return addresses_for_friends(interfaces, own_host())


def own_host() -> str:
    """This machine's address on the route to the internet."""
    for family, somewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            # Connecting a datagram socket only looks up the route: nothing is sent.
            probe.connect((somewhere, 9))
            return str(probe.getsockname()[0])
    return NOWHERE
