"""Clients that do not read: each is dropped alone and may come back, and nobody waits for it."""

import asyncio
import signal
import ssl
from itertools import count
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection

from tests.integration.certificates import make_certificate
from tests.integration.choosers import eager
from tests.integration.conftest import GENEROUS, Connect, StartServer
from tests.integration.games import begin, on_turn, play_out
from tests.integration.pages import until_metrics
from tests.integration.wires import deaf_socket
from tests.scripted import ScriptedClient
from triqueta_protocol.codec import encode
from triqueta_protocol.requests import Join, Lobby
from triqueta_protocol.table_events import LinkLost

VIEWS = 2_000
"""Whole views of a table, asked for at once: more than a megabyte."""

ROOM = ("--max-rate", "1000000", "--max-connections-per-address", "100000", "--grace", "0")


def ask_for_views(deaf: ClientConnection, table: str, times: int = 1) -> None:
    """Ask to see the table again and again; the answers are what is not read."""
    for identifier in range(1_000, 1_000 + VIEWS):
        deaf.protocol.send_binary(encode(Join(id=identifier + VIEWS * times, table=table)))
    deaf.transport.write(b"".join(deaf.protocol.data_to_send()))


async def ask_until_dropped(deaf: ClientConnection, table: str, bystander: ScriptedClient) -> None:
    """How much the system buffers nobody knows: ask for more until the seat is seen to be empty."""
    for times in count():
        if LinkLost(1) in bystander.happened:
            return
        ask_for_views(deaf, table, times)
        await bystander.ask(Lobby(id=bystander.next_id(), on=False))


@pytest.mark.parametrize("secure", [False, True], ids=["plain", "TLS"])
async def test_views_that_are_not_read(
    start_server: StartServer, connect: Connect, tmp_path: Path, secure: bool
) -> None:
    certificate = make_certificate(tmp_path)
    tls: ssl.SSLContext | None = certificate.trust if secure else None
    server = await start_server(*ROOM, *(certificate.options if secure else ()))
    ana, bo, cy, di = [await connect(server, name, tls=tls) for name in ("Ana", "Bo", "Cy", "Di")]
    table, other = await begin(ana, bo), await begin(cy, di)
    async with deaf_socket(server, "Bo", token=bo.token, tls=tls) as deaf:
        await asyncio.gather(ask_until_dropped(deaf, table, ana), play_out(other, cy, di, choose=eager(1)))
    assert server.log().count("slow consumer disconnected") == 1
    back = await connect(server, "Bo", token=bo.token, tls=tls)
    await back.join(table)
    await play_out(table, ana, back)


async def test_pongs_that_are_not_read(start_server: StartServer, connect: Connect) -> None:
    server = await start_server(*GENEROUS)
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    table = await begin(ana, bo)
    async with deaf_socket(server, "Bo", token=bo.token) as deaf:
        for _ in range(40_000):
            deaf.protocol.send_ping(bytes(125))
        deaf.transport.write(b"".join(deaf.protocol.data_to_send()))
        await ana.until(lambda: LinkLost(1) in ana.happened)
    back = await connect(server, "Bo", token=bo.token)
    await back.join(table)
    await play_out(table, ana, back)


async def test_a_server_ends_though_somebody_does_not_read(
    start_server: StartServer, connect: Connect
) -> None:
    server = await start_server(*ROOM, "--max-backlog", "1000000")
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    table = await begin(ana, bo)
    await on_turn(table, ana, bo)
    async with deaf_socket(server, "Bo", token=bo.token) as deaf:
        for times in range(5):
            ask_for_views(deaf, table, times)
        await until_metrics(server, lambda now: now["triqueta_requests_total"] > 5 * VIEWS)
        assert await server.stop(signal.SIGTERM) == 0
    assert ana.bye is not None
    assert "slow consumer" not in server.log()
