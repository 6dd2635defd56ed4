"""A client that has to wait and goes away is gone at once, whatever it has asked before."""

import asyncio
from typing import Any, cast

from protocol.codec import encode
from protocol.requests import Hello, Lobby
from protocol.version import PROTOCOL
from server.address_limits import AddressLimits, Allowance, Allowances
from server.net.bounded_socket import BoundedSocket
from server.net.connection import Connection
from server.net.flood_control import FloodControl
from tests.server.tables.fake_server import FakeServer

FOR_EVER = 1e6


class Socket:
    """A WebSocket from which so many requests have come."""

    origin = "192.0.2.1"
    meeting = None
    farewell = None
    remote_address = (origin, 4321)

    def __init__(self, requests: int) -> None:
        self._frames = [encode(Hello(version=PROTOCOL, name="Ana"))]
        self._frames += [encode(Lobby(id=number)) for number in range(1, 1 + requests)]
        self.lost = asyncio.Event()
        self.all_read = asyncio.Event()

    async def recv(self) -> bytes:
        return self._frames.pop(0)

    def __aiter__(self) -> "Socket":
        return self

    async def __anext__(self) -> bytes:
        if not self._frames:
            self.all_read.set()
            await self.lost.wait()
            raise StopAsyncIteration
        return self._frames.pop(0)

    async def wait_closed(self) -> None:
        await self.lost.wait()

    def write(self, frames: Any) -> None:
        pass


def serving(socket: Socket, server: FakeServer, allowed: Allowance) -> "asyncio.Task[None]":
    loop = asyncio.get_running_loop()
    addresses = AddressLimits(loop.time, allowances=Allowances(work=allowed, seated_work=allowed))
    flood = FloodControl(FOR_EVER, None, loop.time)
    link = Connection(
        cast("BoundedSocket", socket), server.handshake, flood, addresses, lambda: None, FOR_EVER
    )
    return asyncio.create_task(link.run())


async def test_whoever_leaves_the_line_is_gone() -> None:
    server, socket = FakeServer(), Socket(requests=8)
    running = serving(socket, server, Allowance(1 / FOR_EVER, 25.0))
    while not server.lobby.players:  # noqa: ASYNC110 - nothing else tells of it
        await asyncio.sleep(0)
    [ana] = server.lobby.players.values()
    assert ana.link is not None
    socket.lost.set()
    await running
    assert ana.link is None


async def test_what_needs_no_waiting_is_still_done() -> None:
    """Somebody who takes a last decision and closes the program has taken it."""
    server, socket = FakeServer(), Socket(requests=3)
    socket.lost.set()
    await serving(socket, server, Allowance(FOR_EVER, FOR_EVER))
    [ana] = server.lobby.players.values()
    assert ana.answers.next_id == 4
