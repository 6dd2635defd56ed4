"""The listening socket: few connections at a time, and those that are not wanted are gone at once."""

import asyncio
import socket

import pytest

from triqueta_server.cannot_start import StartupError
from triqueta_server.limits.declared import PendingLimits
from triqueta_server.limits.pending import PendingConnections
from triqueta_server.listening import ACCEPTED_PER_TURN, ListeningSocket, listen

HOME, STRANGERS = "127.0.0.1", "127.0.0.2"


def bind(host: str, port: int, per_address: int = 100) -> list[ListeningSocket]:
    return listen(host, port, PendingConnections("port", PendingLimits(per_address=per_address)))


def come(port: int, address: str) -> socket.socket:
    return socket.create_connection((HOME, port), source_address=(address, 0))


async def test_strangers_are_reset_and_others_accepted() -> None:
    [listening] = bind(HOME, 0, per_address=1)
    with listening:
        port = listening.getsockname()[1]
        comers = [come(port, STRANGERS), come(port, STRANGERS), come(port, HOME), come(port, STRANGERS)]
        accepted = [listening.accept() for _ in range(2)]
        assert [address[0] for _, address in accepted] == [STRANGERS, HOME]
        with pytest.raises(BlockingIOError):
            listening.accept()
        for stranger in (comers[1], comers[3]):
            with pytest.raises(ConnectionResetError):
                stranger.recv(1)
        for connection, _ in accepted:
            connection.close()
        for one in comers:
            one.close()


async def test_a_turn_of_the_loop_takes_in_a_few() -> None:
    [listening] = bind(HOME, 0)
    with listening:
        comers = [come(listening.getsockname()[1], HOME) for _ in range(ACCEPTED_PER_TURN + 3)]
        for turn in (ACCEPTED_PER_TURN, 3):
            for _ in range(turn):
                listening.accept()[0].close()
            with pytest.raises(BlockingIOError):
                listening.accept()
        for one in comers:
            one.close()


async def test_an_event_loop_accepts_few_in_a_turn_and_counts_each_out() -> None:
    """The loop does both through the socket, which it need not."""
    pending = PendingConnections("port", PendingLimits(per_address=100))
    [listening] = listen(HOME, 0, pending)
    ended = asyncio.Semaphore(0)

    class Served(asyncio.Protocol):
        def connection_lost(self, exc: Exception | None) -> None:
            ended.release()

    server = await asyncio.get_running_loop().create_server(Served, sock=listening)
    many = 2 * ACCEPTED_PER_TURN + 1
    comers = [come(listening.getsockname()[1], HOME) for _ in range(many)]
    turns = []
    while len(pending) < many:
        before = len(pending)
        await asyncio.sleep(0)
        turns.append(len(pending) - before)
    assert max(turns) == ACCEPTED_PER_TURN
    for one in comers:
        one.close()
    for _ in comers:
        await ended.acquire()
    await asyncio.sleep(0)
    assert not len(pending)
    server.close()
    await server.wait_closed()


async def test_every_address_of_a_name_has_a_socket() -> None:
    sockets = bind("", 0)
    families = {one.family for one in sockets}
    for one in sockets:
        one.close()
    assert socket.AF_INET in families
    assert len(sockets) == len(families)


async def test_a_port_that_is_taken_leaves_nothing_open() -> None:
    [first] = bind(HOME, 0)
    with first, pytest.raises(StartupError, match="in use"):
        bind(HOME, first.getsockname()[1])
    await asyncio.sleep(0)
