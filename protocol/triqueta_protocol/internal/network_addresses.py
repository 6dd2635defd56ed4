"""Finds the addresses of this machine that other machines on the network can use."""

from collections.abc import Iterable
from enum import IntEnum
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from triqueta_protocol.internal.defaults import LAN_OFF

if TYPE_CHECKING:
    from ifaddr import Adapter

NOWHERE: Final = "127.0.0.1"
"""The address of a machine without a network."""

_INSIDE: Final = (
    *("br-", "cali", "cni", "docker", "flannel", "incus", "kube", "lxc", "lxd"),
    *("podman", "vboxnet", "veth", "virbr", "vmnet"),
)
"""Name prefixes of interfaces to containers and virtual machines on this machine."""

_TUNNELS: Final = ("gpd", "nordlynx", "ppp", "proton", "tailscale", "tap", "tun", "utun", "wg", "zt")
"""Name prefixes of interfaces to VPNs."""


class Interface(Struct, frozen=True):
    name: str
    address: str
    prefix: int = 24
    """The length of the network prefix, in bits."""


class Rank(IntEnum):
    """How likely another machine can use an address, the likeliest first."""

    NETWORK = 0
    TUNNEL = 1
    IPV6 = 2
    """Hard to type: only if there is nothing shorter."""
    SELF_ASSIGNED = 3
    INSIDE = 4
    LOOPBACK = 5


def interfaces_to_tell(adapters: Iterable["Adapter"], wish: str = "") -> tuple[Interface, ...]:
    """The interfaces whose addresses friends are told: those to use, and all where discovery is off."""
    return interfaces_of(adapters, "" if wish.strip().casefold() == LAN_OFF else wish)


def interfaces_of(adapters: Iterable["Adapter"], wish: str = "") -> tuple[Interface, ...]:
    """The interfaces to use: all, or those chosen by address or name."""
    wished = {word.strip() for word in wish.split(",")}
    every = [
        Interface(adapter.name, one.ip if isinstance(one.ip, str) else one.ip[0], one.network_prefix)
        for adapter in adapters
        for one in adapter.ips
    ]
    return tuple(one for one in every if not wish.strip() or {one.name, one.address} & wished)


def listened_at(interfaces: Iterable[Interface], bound: Iterable[str]) -> tuple[Interface, ...]:
    """The interfaces at which a program can be reached that listens at these addresses."""
    listening = [ip_address(address) for address in bound]
    return tuple(
        one
        for one in interfaces
        if any(
            ip == ip_address(one.address)
            or (ip.is_unspecified and ip.version == ip_address(one.address).version)
            for ip in listening
        )
    )


def addresses_for_friends(interfaces: Iterable[Interface], route: str = "") -> tuple[str, ...]:
    """The addresses by which other machines may reach this one, the best first.

    ``route`` is this machine's address on its default route. Addresses that are probably useless are omitted
    unless there is nothing else.
    """
    ranked = sorted(
        (
            (rank, one.address != route, one.address)
            for one in interfaces
            if (rank := rank_of(one)) is not None
        ),
        key=lambda each: each[:2],
    )
    if not ranked:
        return (NOWHERE,)
    worst = max(ranked[0][0], Rank.TUNNEL)
    return tuple(dict.fromkeys(address for rank, _, address in ranked if rank <= worst))


def multicast_at(interfaces: Iterable[Interface]) -> tuple[str, ...]:
    """One address of each interface, for announcing and discovery."""
    ranked = [(rank, one) for one in interfaces if (rank := rank_of(one)) is not None]
    outside = [(rank, one) for rank, one in ranked if rank is not Rank.INSIDE] or ranked
    chosen: dict[str, str] = {}
    for _, one in sorted(outside, key=lambda each: each[0]):
        if one.address != "::1":
            chosen.setdefault(one.name, one.address)
    return tuple(chosen.values())


def nearest_first(addresses: Iterable[str], interfaces: Iterable[Interface]) -> tuple[str, ...]:
    """Another machine's addresses, those in a network of this machine first."""
    networks = [ip_network(f"{one.address}/{one.prefix}", strict=False) for one in interfaces]

    def far(address: str) -> bool:
        ip = ip_address(address.partition("%")[0])
        return not any(ip in network for network in networks if network.version == ip.version)

    return tuple(sorted(addresses, key=far))


def rank_of(interface: Interface) -> Rank | None:
    """How useful an address is; None if it means nothing elsewhere, like link-local IPv6."""
    ip = ip_address(interface.address)
    if ip.is_loopback:
        return Rank.LOOPBACK
    if ip.version == 6 and ip.is_link_local:
        return None
    if interface.name.startswith(_INSIDE):
        return Rank.INSIDE
    if ip.is_link_local:
        return Rank.SELF_ASSIGNED
    if ip.version == 6:
        return Rank.IPV6
    return Rank.TUNNEL if interface.name.startswith(_TUNNELS) else Rank.NETWORK
