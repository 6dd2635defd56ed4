"""Strangers at the game's port: from one address they take neither all places nor everybody's time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from tests.integration.conftest import Connect, StartServer
from tests.integration.games import begin
from tests.integration.wires import answer
from tests.serving import ServerProcess
from triqueta_protocol.codec import encode
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Accepted, FromServer, Refused, Rejected, Welcome
from triqueta_protocol.requests import Hello, History, Lobby
from triqueta_protocol.version import PROTOCOL

HOME, STRANGERS, ELSEWHERE = "127.0.0.1", "127.0.0.2", "127.0.0.3"
"""All of these are this machine, and are different addresses."""


@asynccontextmanager
async def socket_from(
    server: ServerProcess, address: str = HOME, headers: dict[str, str] | None = None
) -> AsyncIterator[ClientConnection]:
    link = await connect(
        server.url,
        compression=None,
        proxy=None,
        ping_interval=None,
        local_addr=(address, 0),
        additional_headers=headers,
    )
    try:
        yield link
    finally:
        link.transport.abort()
        await link.wait_closed()


async def greeted(link: ClientConnection, name: str, **more: str | None) -> FromServer:
    await link.send(encode(Hello(version=PROTOCOL, name=name, **more)))  # type: ignore[arg-type]
    return await answer(link)


async def test_strangers_who_hold_all_places_do_not_keep_an_owner_out(
    start_server: StartServer, connect: Connect
) -> None:
    server = await start_server("--max-connections", "8", "--max-connections-per-address", "4")
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    await begin(ana, bo)
    token = ana.token
    await ana.close()
    await bo.close()
    held = []
    for address in (STRANGERS, ELSEWHERE):
        for number in range(4):
            link = await _kept(server, address)
            assert isinstance(await greeted(link, f"Eve {address[-1]}{number}"), Welcome)
            held.append(link)
    async with socket_from(server, STRANGERS) as one_more:
        refused = await greeted(one_more, "Eve")
        assert isinstance(refused, Refused)
        assert refused.code == Code.SERVER_FULL
    # From whatever address, also the strangers' own.
    for address in (HOME, STRANGERS, ELSEWHERE):
        async with socket_from(server, address) as back:
            welcome = await greeted(back, "Ana", token=token)
            assert isinstance(welcome, Welcome)
            assert len(welcome.seats) == 1
    for link in held:
        link.transport.abort()
        await link.wait_closed()


async def _kept(server: ServerProcess, address: str) -> ClientConnection:
    return await connect(server.url, compression=None, proxy=None, local_addr=(address, 0))


async def test_silent_connections_make_room_for_whoever_comes(start_server: StartServer) -> None:
    server = await start_server("--max-connections-per-address", "20", "--greet-within", "600")
    silent = [await _kept(server, STRANGERS) for _ in range(30)]
    async with socket_from(server, STRANGERS) as link:
        assert isinstance(await greeted(link, "Bo"), Welcome)
    for oldest in silent[:10]:
        with pytest.raises(ConnectionClosed):
            await oldest.recv()
    for link in silent:
        link.transport.abort()
        await link.wait_closed()


async def test_connections_of_one_address_wait_in_a_short_queue(start_server: StartServer) -> None:
    server = await start_server("--max-connections-per-address", "8")
    told = await asyncio.gather(*(_kept(server, STRANGERS) for _ in range(120)), return_exceptions=True)
    cut_off = [one for one in told if isinstance(one, OSError | WebSocketException)]
    # Sixteen at once, not quite four a second then, and two seconds' worth of them in the queue.
    assert len(cut_off) >= 10
    async with socket_from(server, ELSEWHERE) as link:
        assert isinstance(await greeted(link, "Bo"), Welcome)
    # Whoever comes after them waits, and is let in.
    async with socket_from(server, STRANGERS) as link:
        assert isinstance(await greeted(link, "Cy"), Welcome)
    for one in told:
        if not isinstance(one, BaseException):
            one.transport.abort()
            await one.wait_closed()


async def test_whom_a_trusted_proxy_names_is_counted(start_server: StartServer) -> None:
    server = await start_server("--max-connections-per-address", "1", "--trusted-proxy", HOME)
    ana, bo = ({"X-Forwarded-For": f"6.6.6.6, 203.0.113.{at}"} for at in (1, 2))
    async with socket_from(server, headers=ana) as first, socket_from(server, headers=bo) as second:
        assert isinstance(await greeted(first, "Ana"), Welcome)
        assert isinstance(await greeted(second, "Bo"), Welcome)
        async with socket_from(server, headers=ana) as third:
            refused = await greeted(third, "Cy")
            assert isinstance(refused, Refused)
            assert refused.code == Code.ADDRESS_BUSY
            await third.wait_closed()
            assert third.close_code == 1013
        with pytest.raises(InvalidStatus) as too_often:
            await come_and_go(server, ana, 20)
        assert too_often.value.response.status_code == 429


async def come_and_go(server: ServerProcess, headers: dict[str, str], times: int) -> None:
    for _ in range(times):
        async with socket_from(server, headers=headers):
            pass


async def test_nobody_else_is_believed_about_an_address(start_server: StartServer) -> None:
    server = await start_server("--max-connections-per-address", "1", "--trusted-proxy", "10.0.0.0/8")
    async with socket_from(server) as first:
        assert isinstance(await greeted(first, "Ana"), Welcome)
        async with socket_from(server, headers={"X-Forwarded-For": "203.0.113.2"}) as second:
            refused = await greeted(second, "Bo")
            assert isinstance(refused, Refused)
            assert refused.code == Code.ADDRESS_BUSY


async def test_guessing_the_server_s_password_locks_nobody_out(start_server: StartServer) -> None:
    server = await start_server(password="sesame")

    async def guess(number: int) -> None:
        while True:
            async with socket_from(server) as link:
                refused = await greeted(link, f"Eve {number}", password="knot")
                assert isinstance(refused, Refused)
                assert refused.code == Code.WRONG_PASSWORD

    guessing = [asyncio.create_task(guess(number)) for number in range(2)]
    for number in range(10):
        async with socket_from(server) as link:
            assert isinstance(await greeted(link, f"Friend {number}", password="sesame"), Welcome)
    assert not any(task.done() for task in guessing)
    for task in guessing:
        task.cancel()
    await asyncio.wait(guessing)


async def test_requests_count_by_what_they_cost(start_server: StartServer) -> None:
    server = await start_server()
    async with socket_from(server) as link:
        await greeted(link, "Eve")
        for identifier in range(1, 11):
            await link.send(encode(History(id=identifier, table="NONE")))
        told = [await answer(link) for _ in range(10)]
        assert all(isinstance(one, Rejected) for one in told)
        codes = [one.code for one in told if isinstance(one, Rejected)]
        assert codes == [Code.NOT_AT_TABLE] * 4 + [Code.FLOODING] * 6


async def test_the_requests_of_one_address_wait_for_each_other(start_server: StartServer) -> None:
    server = await start_server("--max-rate", "10", "--max-burst", "10")
    async with AsyncExitStack() as stack:
        links = [await stack.enter_async_context(socket_from(server, STRANGERS)) for _ in range(12)]
        for number, link in enumerate(links):
            await greeted(link, f"Eve {number}")
        began = asyncio.get_running_loop().time()

        async def ask(link: ClientConnection) -> None:
            for identifier in range(1, 11):
                await link.send(encode(Lobby(id=identifier, on=False)))
            for _ in range(10):
                assert isinstance(await answer(link), Accepted)

        await asyncio.gather(*map(ask, links))
        # Eight times as much as one connection may send: eighty at once, then eighty a second.
        assert asyncio.get_running_loop().time() - began >= (120 - 80) / 80
