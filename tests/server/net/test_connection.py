"""A client that has to wait and goes away is gone at once, whatever it has asked before."""

import asyncio
from collections.abc import Iterable
from typing import cast

from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.codec import encode
from triqueta_protocol.requests import Hello, Lobby
from triqueta_protocol.version import PROTOCOL
from triqueta_server.limits.budgets import Budgets
from triqueta_server.limits.declared import BUSY, Limits, Rate
from triqueta_server.limits.request_rate import FloodControl
from triqueta_server.net.connection import Connection, Flushing
from triqueta_server.net.websocket import WebSocket
from triqueta_server.tables.state.player import Player

FOR_EVER = 1e6


class Socket:
    """As much of a WebSocket as a connection uses."""

    origin = "192.0.2.1"
    exchange = None
    farewell = None
    peer = "192.0.2.1:4321"

    def __init__(self) -> None:
        self.went_on = asyncio.Event()
        self.held = 0

    def hold(self) -> None:
        self.went_on.clear()
        self.held += 1

    def go_on(self) -> None:
        self.went_on.set()

    def write(self, frames: Iterable[bytes]) -> None:
        pass


async def greeted(server: FakeServer, allowed: tuple[float, float]) -> tuple[Connection, Socket, Player]:
    """A connection that has said hello, from an address that may ask for so much."""
    loop, socket = asyncio.get_running_loop(), Socket()
    server.lobby.services.budgets = Budgets(Limits(requests=Rate(*allowed).times(1 / BUSY)), loop.time)
    flood = FloodControl(Rate(FOR_EVER, FOR_EVER), loop.time)
    link = Connection(
        cast("WebSocket", socket),
        server.handshake,
        server.dispatcher,
        flood,
        Flushing(),
        lambda: None,
        FOR_EVER,
    )
    link.receive(encode(Hello(version=PROTOCOL, name="Ana")))
    await socket.went_on.wait()
    [ana] = server.lobby.players.values()
    assert ana.client.link is link
    return link, socket, ana


async def test_whoever_leaves_the_line_is_gone() -> None:
    server = FakeServer()
    link, socket, ana = await greeted(server, (1 / FOR_EVER, 25.0))
    for number in range(1, 9):
        link.receive(encode(Lobby(id=number)))
    await asyncio.sleep(0)
    assert socket.held == 2, "after the hello, and for the request that has to wait"
    link.lost()
    while ana.client.link is not None:  # noqa: ASYNC110 - nothing else tells of it
        await asyncio.sleep(0)
    assert ana.client.answers.next_id < 9


async def test_what_needs_no_waiting_is_done_before_it_is_gone() -> None:
    """Somebody who takes a last decision and closes the program has taken it."""
    server = FakeServer()
    link, _socket, ana = await greeted(server, (FOR_EVER, FOR_EVER))
    for number in range(1, 4):
        link.receive(encode(Lobby(id=number)))
    link.lost()
    assert ana.client.answers.next_id == 4
    assert ana.client.link is None


async def test_what_comes_while_something_has_to_wait_follows_in_order() -> None:
    server = FakeServer()
    link, socket, ana = await greeted(server, (1000.0, 25.0))
    for number in range(1, 9):
        link.receive(encode(Lobby(id=number)))
    await socket.went_on.wait()
    assert ana.client.answers.next_id == 9
    link.lost()
    assert ana.client.link is None
