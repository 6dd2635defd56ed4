"""The listening socket: few connections at a time, and those that are not wanted are gone at once."""

import asyncio
import socket
from collections.abc import Callable

import pytest

from server.admission import Admission, AdmissionLimits
from server.cannot_start import CannotStart
from server.listening import ACCEPTED_PER_TURN, ListeningSocket, listen

HOME, STRANGERS = "127.0.0.1", "127.0.0.2"


def bind(host: str, port: int, admits: Callable[[str], bool]) -> list[ListeningSocket]:
    return listen(host, port, Admission("port", AdmissionLimits(per_address=100)), admits)


def come(port: int, address: str) -> socket.socket:
    return socket.create_connection((HOME, port), source_address=(address, 0))


async def test_strangers_are_reset_and_others_accepted() -> None:
    [listening] = bind(HOME, 0, lambda address: address != STRANGERS)
    with listening:
        port = listening.getsockname()[1]
        comers = [come(port, STRANGERS), come(port, HOME), come(port, STRANGERS)]
        connection, address = listening.accept()
        assert address[0] == HOME
        with pytest.raises(BlockingIOError):
            listening.accept()
        for stranger in (comers[0], comers[2]):
            with pytest.raises(ConnectionResetError):
                stranger.recv(1)
        connection.close()
        for one in comers:
            one.close()


async def test_a_turn_of_the_loop_takes_in_a_few() -> None:
    [listening] = bind(HOME, 0, lambda _address: True)
    with listening:
        comers = [come(listening.getsockname()[1], HOME) for _ in range(ACCEPTED_PER_TURN + 3)]
        for turn in (ACCEPTED_PER_TURN, 3):
            for _ in range(turn):
                listening.accept()[0].close()
            with pytest.raises(BlockingIOError):
                listening.accept()
        for one in comers:
            one.close()


async def test_every_address_of_a_name_has_a_socket() -> None:
    sockets = bind("", 0, lambda _address: True)
    families = {one.family for one in sockets}
    for one in sockets:
        one.close()
    assert socket.AF_INET in families
    assert len(sockets) == len(families)


async def test_a_port_that_is_taken_leaves_nothing_open() -> None:
    [first] = bind(HOME, 0, lambda _address: True)
    with first, pytest.raises(CannotStart, match="in use"):
        bind(HOME, first.getsockname()[1], lambda _address: True)
    await asyncio.sleep(0)
