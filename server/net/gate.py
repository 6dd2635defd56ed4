"""Who may connect: counts connections by the address they really come from, before anything else is done."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from websockets.datastructures import Headers

from protocol.internal.guest import ORIGIN_HEADER
from server.address_limits import AddressLimits, Deed
from server.net.arrivals import Arrivals
from server.net.websocket import WebSocket
from server.origins import TrustedProxies, origin_of

LONGEST_QUEUE: Final = 2.0
"""Seconds that a connection may wait until it is listened to."""


class GateConfig(Struct, frozen=True):
    proxies: TrustedProxies = TrustedProxies()
    for_guests: bool = False
    """Only guests' clients come this way, all from this machine: the doors have counted them."""


class Gate:
    """The gate of one listener. ``arrivals`` and ``addresses`` are shared by all listeners of a server."""

    def __init__(
        self,
        config: GateConfig,
        arrivals: Arrivals[WebSocket],
        addresses: AddressLimits,
        guest_origin: Callable[[str], str | None],
    ) -> None:
        """``guest_origin`` reads what a door has sealed: where its guest comes from, None if it is forged."""
        self._config = config
        self._arrivals = arrivals
        self._addresses = addresses
        self._guest_origin = guest_origin

    def admits(self, address: str) -> bool:
        """Whether a connection from this address would not be cut off at once; it is not counted yet."""
        if self._speaks_for_others(address):
            return True
        origin = origin_of(address)
        wait = self._addresses.wait(origin, Deed.CONNECTION)
        self._addresses.give_back(origin, Deed.CONNECTION)
        return wait <= LONGEST_QUEUE

    def arrive(self, socket: WebSocket, address: str) -> float | None:
        """Count a connection from this address: in how many seconds to listen to it, None to cut it off.

        Whoever connects too often waits in a queue with everybody of the same address. It is short: a program
        that waits for its connections goes no faster than they are served, and leaves room for others.
        """
        socket.origin = origin_of(address)
        if self._speaks_for_others(address):
            return 0.0
        return self._count(socket)

    def open(self, socket: WebSocket, headers: Headers) -> float | None:
        """Find out from the HTTP request whose connection it is; the same answer as of ``arrive``."""
        address = socket.remote_address
        if not self._speaks_for_others(address):
            return 0.0
        sealed = headers.get(ORIGIN_HEADER)
        guest = self._guest_origin(sealed) if sealed else None
        if guest is None:
            forwarded_for, forwarded = (headers.get_all(name) for name in ("X-Forwarded-For", "Forwarded"))
            guest = self._config.proxies.client_of(address, forwarded_for, forwarded)
        socket.origin = origin_of(guest)
        return self._count(socket)

    def release(self, socket: WebSocket) -> None:
        """It has said who it is, or is gone."""
        self._arrivals.remove(socket, socket.origin)

    def _speaks_for_others(self, address: str) -> bool:
        return self._config.for_guests or self._config.proxies.trusts(address)

    def _count(self, socket: WebSocket) -> float | None:
        wait = self._addresses.wait(socket.origin, Deed.CONNECTION)
        if wait > LONGEST_QUEUE:
            self._addresses.give_back(socket.origin, Deed.CONNECTION)
            return None
        late = self._arrivals.add(socket, socket.origin)
        if late is not None:
            late.transport.abort()
        return wait
