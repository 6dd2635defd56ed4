"""The gate: whose connection it is, by the socket, a trusted proxy's word, or a door's seal."""

from ipaddress import ip_network
from typing import Any

from websockets.datastructures import Headers

from protocol.internal.guest import ORIGIN_HEADER
from server.address_limits import AddressLimits, Allowance, Allowances
from server.doors.identity import Identity
from server.net.arrivals import Arrivals
from server.net.gate import Gate, GateConfig
from server.net.websocket import WebSocket
from server.origins import TrustedProxies

DOORS = Identity(b"the doors' secret")


def gate(config: GateConfig) -> Gate:
    limits = AddressLimits(lambda: 0.0, allowances=Allowances(connections=Allowance(1.0, 2.0)))
    return Gate(config, Arrivals[WebSocket](10, 10), limits, DOORS.unsealed)


class Socket:
    """As much of a socket as the gate looks at."""

    def __init__(self, address: str) -> None:
        self.remote_address = address
        self.origin = ""


def origin(at: Gate, **headers: str) -> str:
    one: Any = Socket("127.0.0.1")
    assert at.arrive(one, "127.0.0.1") == 0
    assert at.open(one, Headers({name.replace("_", "-"): value for name, value in headers.items()})) == 0
    return str(one.origin)


def test_a_guest_counts_where_the_door_says_it_comes_from() -> None:
    for_guests = gate(GateConfig(for_guests=True))
    assert origin(for_guests, Triqueta_Guest=DOORS.sealed("203.0.113.9")) == "203.0.113.9"
    assert ORIGIN_HEADER == "Triqueta-Guest"


def test_a_forged_seal_counts_as_this_machine() -> None:
    for_guests = gate(GateConfig(for_guests=True))
    genuine = DOORS.sealed("203.0.113.9")
    assert origin(for_guests, Triqueta_Guest=genuine.replace("203", "204")) == "127.0.0.1"
    assert origin(for_guests, Triqueta_Guest="203.0.113.9") == "127.0.0.1"


def test_at_the_open_port_a_seal_counts_for_nothing() -> None:
    assert origin(gate(GateConfig()), Triqueta_Guest=DOORS.sealed("203.0.113.9")) == "127.0.0.1"


def test_guests_of_one_address_are_no_reason_to_refuse_another() -> None:
    for_guests = gate(GateConfig(for_guests=True))
    waits = []
    for _ in range(6):
        one: Any = Socket("127.0.0.1")
        assert for_guests.arrive(one, "127.0.0.1") == 0
        waits.append(for_guests.open(one, Headers({ORIGIN_HEADER: DOORS.sealed("203.0.113.9")})))
    assert waits == [0, 0, 1, 2, None, None]
    assert origin(for_guests, Triqueta_Guest=DOORS.sealed("203.0.113.10")) == "203.0.113.10"


def test_a_trusted_proxy_is_counted_by_whom_it_names() -> None:
    proxied = gate(GateConfig(TrustedProxies((ip_network("127.0.0.0/8"),))))
    assert origin(proxied, X_Forwarded_For="203.0.113.9") == "203.0.113.9"
    assert origin(proxied, Forwarded="for=203.0.113.10") == "203.0.113.10"
    assert origin(gate(GateConfig()), X_Forwarded_For="203.0.113.9") == "127.0.0.1"


def test_whoever_connects_too_often_waits_and_then_is_cut_off_and_others_are_not() -> None:
    at = gate(GateConfig())
    sockets: list[Any] = [Socket("192.0.2.1") for _ in range(6)]
    admitted = [(at.admits("192.0.2.1"), at.arrive(one, "192.0.2.1")) for one in sockets]
    assert admitted == [(True, 0), (True, 0), (True, 1), (True, 2), (False, None), (False, None)]
    other: Any = Socket("192.0.2.2")
    assert at.arrive(other, "192.0.2.2") == 0
