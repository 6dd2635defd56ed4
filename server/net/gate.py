"""Who may connect: counts connections by the address they really come from, before anything else is done."""

from collections.abc import Callable

from msgspec import Struct
from websockets.datastructures import Headers

from protocol.internal.guest import ORIGIN_HEADER
from server.address_limits import AddressLimits, Deed
from server.net.arrivals import Arrivals
from server.net.bounded_socket import BoundedSocket
from server.origins import TrustedProxies, origin_of


class GateConfig(Struct, frozen=True):
    proxies: TrustedProxies = TrustedProxies()
    for_guests: bool = False
    """Only guests' clients come this way, all from this machine: the doors have counted them."""


class Gate:
    """The gate of one listener. ``arrivals`` and ``addresses`` are shared by all listeners of a server."""

    def __init__(
        self,
        config: GateConfig,
        arrivals: Arrivals[BoundedSocket],
        addresses: AddressLimits,
        guest_origin: Callable[[str], str | None],
    ) -> None:
        """``guest_origin`` reads what a door has sealed: where its guest comes from, None if it is forged."""
        self._config = config
        self._arrivals = arrivals
        self._addresses = addresses
        self._guest_origin = guest_origin

    def arrive(self, socket: BoundedSocket, address: str) -> bool:
        """Count a connection from this address; false if it is to be cut off."""
        socket.origin = origin_of(address)
        if not self._speaks_for_others(address):
            if not self._addresses.try_spend(socket.origin, Deed.CONNECTION):
                return False
            self._hold(socket)
        return True

    def open(self, socket: BoundedSocket, headers: Headers) -> bool:
        """Find out from the HTTP request whose connection it is; false if it is to be refused."""
        address = str((socket.remote_address or ("",))[0])
        if not self._speaks_for_others(address):
            return True
        sealed = headers.get(ORIGIN_HEADER)
        guest = self._guest_origin(sealed) if sealed else None
        if guest is None:
            forwarded_for, forwarded = (headers.get_all(name) for name in ("X-Forwarded-For", "Forwarded"))
            guest = self._config.proxies.client_of(address, forwarded_for, forwarded)
        socket.origin = origin_of(guest)
        if not self._addresses.try_spend(socket.origin, Deed.CONNECTION):
            return False
        self._hold(socket)
        return True

    def release(self, socket: BoundedSocket) -> None:
        """It has said who it is, or is gone."""
        self._arrivals.remove(socket, socket.origin)

    def _speaks_for_others(self, address: str) -> bool:
        return self._config.for_guests or self._config.proxies.trusts(address)

    def _hold(self, socket: BoundedSocket) -> None:
        late = self._arrivals.add(socket, socket.origin)
        if late is not None:
            late.transport.abort()
