"""Newcomers at a port: counted from the first packet on, and nobody can take all the room."""

import asyncio
import logging
import resource
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager

import pytest

from triqueta_server.cannot_start import StartupError
from triqueta_server.limits.budgets import Buckets
from triqueta_server.limits.declared import PendingLimits, Rate
from triqueta_server.limits.pending import PendingConnections
from triqueta_server.listening import listen


class Silent(asyncio.Protocol):
    """A server that says nothing and waits."""


@asynccontextmanager
async def gateway(pending: PendingConnections, host: str = "127.0.0.1") -> AsyncIterator[int]:
    sockets = listen(host, 0, pending)
    loop = asyncio.get_running_loop()
    servers = [await loop.create_server(Silent, sock=each) for each in sockets]
    yield sockets[0].getsockname()[1]
    for server in servers:
        server.close()


async def call(port: int, source: str = "127.0.0.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))


async def refused(port: int) -> None:
    with pytest.raises(ConnectionResetError):
        await (await call(port))[0].read()


async def until(true: Callable[[], bool]) -> None:
    while not true():  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0.005)


async def test_no_more_from_one_address_than_allowed() -> None:
    pending = PendingConnections("gateway", PendingLimits(connections=10, per_address=2))
    async with gateway(pending) as port:
        lines = [await call(port) for _ in range(2)]
        for _ in range(2):
            await refused(port)
        other, friend = await call(port, "127.0.0.2")
        await until(lambda: len(pending) == 3)
        assert not other.at_eof()
        assert pending.cut_off == 2
        for _, writer in [*lines, (other, friend)]:
            writer.close()
        await until(lambda: len(pending) == 0)
        _, again = await call(port)
        await until(lambda: len(pending) == 1)
        again.close()


async def test_a_full_gateway_opens_for_the_next_at_the_cost_of_the_crowd() -> None:
    pending = PendingConnections("gateway", PendingLimits(connections=4, per_address=3))
    async with gateway(pending) as port:
        crowd = [await call(port, "127.0.0.2") for _ in range(3)]
        first = await call(port, "127.0.0.3")
        await until(lambda: len(pending) == 4)
        second = await call(port, "127.0.0.4")
        assert await crowd[0][0].read() == b"", "the oldest of those who are most has to go"
        await until(lambda: len(pending) == 4)
        for reader, writer in (*crowd[1:], first, second):
            assert not reader.at_eof()
            writer.close()
        crowd[0][1].close()


async def test_whoever_says_nothing_is_hung_up_on(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    pending = PendingConnections("gateway", PendingLimits(within=0.05))
    async with gateway(pending) as port:
        reader, writer = await call(port)
        assert await reader.read() == b""
        writer.close()
    assert "address=127.0.0.1 reason=too_late" in caplog.text


async def test_a_clock_that_is_held_does_not_run_out_until_it_is_wound_again() -> None:
    pending = PendingConnections("gateway", PendingLimits())
    async with gateway(pending) as port:
        reader, writer = await call(port)
        await until(lambda: len(pending) == 1)
        peer = writer.get_extra_info("sockname")
        pending.wait(peer, 0.01)
        pending.hold(peer)
        await asyncio.sleep(0.1)
        assert len(pending) == 1
        pending.wait(peer, 0.01)
        assert await reader.read() == b""
        writer.close()


async def test_whoever_has_settled_is_not_counted_and_not_hung_up_on() -> None:
    pending = PendingConnections("gateway", PendingLimits(per_address=1))
    async with gateway(pending) as port:
        reader, writer = await call(port)
        await until(lambda: len(pending) == 1)
        settled = writer.get_extra_info("sockname")
        pending.leave(settled)
        other, second = await call(port)
        await until(lambda: len(pending) == 1)
        for each in (settled, second.get_extra_info("sockname")):
            pending.wait(each, 0.01)
        assert await other.read() == b""
        assert not reader.at_eof()
        for each in (writer, second):
            each.close()


async def test_a_proxy_stands_for_many() -> None:
    pending = PendingConnections("gateway", PendingLimits(per_address=1), speaks_for_many="127.0.0.1".__eq__)
    async with gateway(pending) as port:
        lines = [await call(port) for _ in range(5)]
        await until(lambda: len(pending) == 5)
        for _, writer in lines:
            writer.close()


async def test_where_connections_come_at_a_bounded_rate_the_oldest_of_an_address_gives_way() -> None:
    rate = Buckets(Rate(1.0, 100.0), lambda: 0.0)
    pending = PendingConnections("game", PendingLimits(connections=10, per_address=2), rate=rate)
    async with gateway(pending) as port:
        other, friend = await call(port, "127.0.0.2")
        lines = [await call(port) for _ in range(4)]
        for reader, _ in lines[:2]:
            assert await reader.read() == b""
        await until(lambda: len(pending) == 3)
        assert not any(reader.at_eof() for reader in (other, lines[2][0], lines[3][0]))
        for _, writer in [*lines, (other, friend)]:
            writer.close()


async def test_what_comes_too_often_waits_in_a_queue_and_then_is_reset_and_others_are_not() -> None:
    rate = Buckets(Rate(1.0, 2.0), lambda: 0.0)
    pending = PendingConnections("game", PendingLimits(), rate=rate, queue=2.0)
    async with gateway(pending) as port:
        lines = [await call(port) for _ in range(4)]
        for _ in range(2):
            await refused(port)
        delays = [pending.delay(writer.get_extra_info("sockname")) for _, writer in lines]
        assert delays == [0.0, 0.0, 1.0, 2.0]
        _, friend = await call(port, "127.0.0.2")
        await until(lambda: len(pending) == 5)
        assert pending.delay(friend.get_extra_info("sockname")) == 0.0
        for writer in [*(writer for _, writer in lines), friend]:
            writer.close()


async def test_a_proxys_connection_counts_for_the_address_it_names() -> None:
    rate = Buckets(Rate(1.0, 2.0), lambda: 0.0)
    limits = PendingLimits(per_address=2)
    pending = PendingConnections("game", limits, rate=rate, queue=1.0, speaks_for_many="127.0.0.1".__eq__)
    async with gateway(pending) as port:
        lines = [await call(port) for _ in range(5)]
        await until(lambda: len(pending) == 5)
        peers = [writer.get_extra_info("sockname") for _, writer in lines]
        assert [pending.identify(peer, "203.0.113.9") for peer in peers[:4]] == [0.0, 0.0, 1.0, None]
        assert await lines[0][0].read() == b"", "the first of three from there"
        assert pending.identify(peers[4], "203.0.113.10") == 0.0
        assert not lines[4][0].at_eof()
        for _, writer in lines:
            writer.close()
        await until(lambda: len(pending) == 0)
        assert not pending._from


async def test_every_address_of_the_machine_with_one_port() -> None:
    with ExitStack() as until_the_end:
        sockets = [
            until_the_end.enter_context(each)
            for each in listen("", 0, PendingConnections("gateway", PendingLimits()))
        ]
        assert len({each.getsockname()[1] for each in sockets}) == 1
        assert sockets[0].family == socket.AF_INET
        if socket.has_ipv6 and len(sockets) > 1:
            assert sockets[1].family == socket.AF_INET6


async def test_a_taken_port_is_said_in_words() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(
            StartupError, match=rf"^cannot listen on 127\.0\.0\.1:{port}: Address already in use$"
        ):
            listen("127.0.0.1", port, PendingConnections("gateway", PendingLimits()))


@contextmanager
def few_files_left(spare: int) -> Iterator[None]:
    """Let this process open only so many files more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with socket.socket() as next_one:
        resource.setrlimit(resource.RLIMIT_NOFILE, (next_one.fileno() + spare, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def test_a_process_without_files_says_so_once_a_second(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    async with gateway(PendingConnections("gateway", PendingLimits(per_address=1000))) as port:
        clients = [socket.socket() for _ in range(30)]
        began = time.monotonic()
        with few_files_left(4):
            for each in clients:
                each.setblocking(False)
                each.connect_ex(("127.0.0.1", port))
            await until(lambda: bool(caplog.records))
            await asyncio.sleep(0.3)
            seconds = time.monotonic() - began
        said = [record for record in caplog.records if "out of system resource" in record.getMessage()]
        for each in clients:
            each.close()
    assert 1 <= len(said) <= 1 + seconds
