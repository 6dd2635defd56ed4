"""Which addresses a server tells of itself."""

from types import SimpleNamespace

import pytest

from triqueta_server.net.reachable import Reachable, Way, bound_addresses

WAYS = {"play": Way("ws", 4455), "ssh": Way("ssh", 2222)}


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> list[SimpleNamespace]:
    """A machine with a loopback, a network cable, and containers."""
    found = {"lo": "127.0.0.1", "eth0": "192.168.1.20", "docker0": "172.17.0.1"}
    adapters = [
        SimpleNamespace(name=name, ips=[SimpleNamespace(ip=address, network_prefix=24)])
        for name, address in found.items()
    ]
    monkeypatch.setattr("ifaddr.get_adapters", lambda: adapters)
    return adapters


def test_a_server_at_all_addresses_tells_those_that_lead_here() -> None:
    assert Reachable(["0.0.0.0"], WAYS).urls() == {
        "play": ("ws://192.168.1.20:4455",),
        "ssh": ("ssh://192.168.1.20:2222",),
    }


def test_a_server_at_the_loopback_tells_of_nothing_else() -> None:
    assert Reachable(["127.0.0.1"], WAYS).urls()["play"] == ("ws://127.0.0.1:4455",)
    assert Reachable(["::1"], WAYS).urls()["play"] == ("ws://[::1]:4455",)


def test_without_a_network_there_is_the_loopback(machine: list[SimpleNamespace]) -> None:
    del machine[1:]
    assert Reachable(["0.0.0.0"], WAYS).urls()["play"] == ("ws://127.0.0.1:4455",)


def test_interfaces_that_the_host_names_count() -> None:
    assert Reachable(["0.0.0.0"], WAYS, "docker0").urls()["play"] == ("ws://172.17.0.1:4455",)


def test_addresses_are_told_where_discovery_is_off() -> None:
    assert Reachable(["0.0.0.0"], WAYS, "off").urls()["play"] == ("ws://192.168.1.20:4455",)


def test_interfaces_that_come_are_noticed(
    machine: list[SimpleNamespace], monkeypatch: pytest.MonkeyPatch
) -> None:
    cable = machine.pop(1)
    reachable = Reachable(["0.0.0.0"], WAYS, "lo,eth0")
    assert reachable.urls()["play"] == ("ws://127.0.0.1:4455",)
    machine.append(cable)
    assert reachable.urls()["play"] == ("ws://127.0.0.1:4455",)
    monkeypatch.setattr("triqueta_server.net.reachable.LOOK_AGAIN", -1)
    assert reachable.urls()["play"] == ("ws://192.168.1.20:4455",)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("oak.example", "192.168.1.20"), ("wss://oak.example:4455", "wss://192.168.1.20:4455")),
        (("10.0.0.1",), ("wss://192.168.1.20:4455",)),
        ((), ("wss://192.168.1.20:4455",)),
    ],
)
def test_with_a_certificate_those_are_told_for_which_it_is_valid(
    names: tuple[str, ...], told: tuple[str, ...]
) -> None:
    ways = {"play": Way("wss", 4455, names), "ssh": Way("ssh", 2222)}
    urls = Reachable(["0.0.0.0"], ways).urls()
    assert urls == {"play": told, "ssh": ("ssh://192.168.1.20:2222",)}


async def test_where_a_host_listens_is_found_out() -> None:
    assert await bound_addresses("127.0.0.1", 0) == ("127.0.0.1",)
    assert set(await bound_addresses("", 0)) <= {"0.0.0.0", "::"}
