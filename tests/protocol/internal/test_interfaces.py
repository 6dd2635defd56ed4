"""Which addresses friends are told, from given interfaces."""

import pytest
from ifaddr import IP, Adapter

from triqueta_protocol.internal.defaults import LAN_OFF
from triqueta_protocol.internal.network_addresses import (
    Interface,
    addresses_for_friends,
    interfaces_of,
    listened_at,
    multicast_at,
    nearest_first,
)

LOOPBACK = Interface("lo", "127.0.0.1", 8)
LOOPBACK6 = Interface("lo", "::1", 128)
WIRE = Interface("eth0", "192.168.1.20")
WIFI = Interface("wlan0", "10.0.0.7")
DOCKER = Interface("docker0", "172.17.0.1", 16)
COMPOSE = Interface("br-8f2b1c", "172.18.0.1", 16)
VPN = Interface("wg0", "10.8.0.2")
SELF_ASSIGNED = Interface("eth1", "169.254.10.3", 16)
GLOBAL6 = Interface("eth0", "2001:db8:1::20", 64)
LINK6 = Interface("eth0", "fe80::1", 64)


@pytest.mark.parametrize(
    ("interfaces", "route", "told"),
    [
        ([LOOPBACK, WIRE], "192.168.1.20", ["192.168.1.20"]),
        ([LOOPBACK, WIRE, DOCKER, COMPOSE], "192.168.1.20", ["192.168.1.20"]),
        ([LOOPBACK, WIRE, WIFI], "10.0.0.7", ["10.0.0.7", "192.168.1.20"]),
        ([LOOPBACK, WIRE, WIFI], "192.168.1.20", ["192.168.1.20", "10.0.0.7"]),
        ([VPN, WIRE], "10.8.0.2", ["192.168.1.20", "10.8.0.2"]),
        ([LOOPBACK, VPN], "10.8.0.2", ["10.8.0.2"]),
        ([WIRE, GLOBAL6, LINK6], "192.168.1.20", ["192.168.1.20"]),
        ([LOOPBACK, LINK6, GLOBAL6], "", ["2001:db8:1::20"]),
        ([LOOPBACK, SELF_ASSIGNED, WIRE], "", ["192.168.1.20"]),
        ([LOOPBACK, SELF_ASSIGNED, DOCKER], "", ["169.254.10.3"]),
        ([LOOPBACK, DOCKER], "172.17.0.1", ["172.17.0.1"]),
        ([LOOPBACK, LOOPBACK6], "", ["127.0.0.1", "::1"]),
        ([LINK6], "", ["127.0.0.1"]),
        ([], "", ["127.0.0.1"]),
        ([WIRE, WIRE], "", ["192.168.1.20"]),
    ],
)
def test_friends_are_told_what_can_lead_them_here(
    interfaces: list[Interface], route: str, told: list[str]
) -> None:
    assert list(addresses_for_friends(interfaces, route)) == told


@pytest.mark.parametrize(
    ("interfaces", "at"),
    [
        ([LOOPBACK, WIRE, WIFI], ["192.168.1.20", "10.0.0.7", "127.0.0.1"]),
        ([WIRE, Interface("eth0", "192.168.1.21"), GLOBAL6, LINK6], ["192.168.1.20"]),
        ([LOOPBACK, DOCKER, COMPOSE], ["127.0.0.1"]),
        ([DOCKER], ["172.17.0.1"]),
        ([LOOPBACK6, GLOBAL6], ["2001:db8:1::20"]),
        ([LOOPBACK, SELF_ASSIGNED], ["169.254.10.3", "127.0.0.1"]),
        ([LOOPBACK6], []),
        ([], []),
    ],
)
def test_each_interface_that_leads_out_is_announced_on_once(
    interfaces: list[Interface], at: list[str]
) -> None:
    assert list(multicast_at(interfaces)) == at


@pytest.mark.parametrize(
    ("bound", "reached"),
    [
        (["0.0.0.0"], [LOOPBACK, WIRE, WIFI]),
        (["0.0.0.0", "::"], [LOOPBACK, WIRE, WIFI, GLOBAL6]),
        (["::"], [GLOBAL6]),
        (["127.0.0.1"], [LOOPBACK]),
        (["10.0.0.7"], [WIFI]),
        (["192.168.9.9"], []),
    ],
)
def test_a_server_is_reached_only_where_it_listens(bound: list[str], reached: list[Interface]) -> None:
    assert list(listened_at([LOOPBACK, WIRE, WIFI, GLOBAL6], bound)) == reached


def test_addresses_in_a_network_of_ours_are_tried_first() -> None:
    ours = [WIFI, GLOBAL6]
    theirs = ["172.17.0.1", "2001:db8:1::9", "fe80::9%2", "10.0.0.9"]
    assert nearest_first(theirs, ours) == ("2001:db8:1::9", "10.0.0.9", "172.17.0.1", "fe80::9%2")


ADAPTERS = [
    Adapter("lo", "lo", [IP("127.0.0.1", 8, "lo"), IP(("::1", 0, 0), 128, "lo")]),
    Adapter("eth0", "eth0", [IP("192.168.1.20", 24, "eth0"), IP(("2001:db8:1::20", 0, 2), 64, "eth0")]),
]


@pytest.mark.parametrize(
    ("wish", "found"),
    [
        ("", [LOOPBACK, LOOPBACK6, WIRE, GLOBAL6]),
        ("  ", [LOOPBACK, LOOPBACK6, WIRE, GLOBAL6]),
        ("eth0", [WIRE, GLOBAL6]),
        ("127.0.0.1, 192.168.1.20", [LOOPBACK, WIRE]),
        ("wlan7", []),
        (LAN_OFF, []),
    ],
)
def test_a_person_can_say_which_interfaces_count(wish: str, found: list[Interface]) -> None:
    assert list(interfaces_of(ADAPTERS, wish)) == found
