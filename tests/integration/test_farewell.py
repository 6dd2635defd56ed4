"""How a server ends: it says so, keeps everything, and the games go on when it is back."""

import asyncio
import signal
import sqlite3
from contextlib import closing

import psutil
import pytest

from tests import PATIENCE
from tests.integration.choosers import eager
from tests.integration.conftest import GENEROUS, Connect, StartServer
from tests.integration.games import begin, on_turn, play_out, watch
from tests.integration.wires import bare_port, bare_socket, status_of_end
from tests.serving import ServerProcess
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Bye
from triqueta_protocol.requests import Leave


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "Ctrl+C"])
async def test_everybody_is_told_and_the_game_goes_on(
    start_server: StartServer, connect: Connect, how: signal.Signals
) -> None:
    first = await start_server(*GENEROUS)
    ana, bo, eve = [await connect(first, name) for name in ("Ana", "Bo", "Eve")]
    table = await begin(ana, bo, bots=1, options={"start": 2})  # the bot begins, so its process is there
    await watch(eve, table)
    mover = await on_turn(table, ana, bo)
    await mover.act(table, {"do": "draw"})
    token_in_hand = mover.mine(table).drawn
    workers = psutil.Process(first.pid).children()
    async with bare_socket(first) as stranger:
        assert await first.stop(how) == 0
        assert await status_of_end(stranger) == 1012
    for client in (ana, bo, eve):
        await client.ended()
        assert client.bye == Bye(code=Code.SERVER_CLOSING, again=True)
        assert client.socket.close_code == 1012
    _, left = await asyncio.to_thread(psutil.wait_procs, workers, timeout=PATIENCE)
    assert not left

    second = await start_server(*GENEROUS, port=first.port)
    ana2, bo2 = await connect(second, "Ana", token=ana.token), await connect(second, "Bo", token=bo.token)
    for client in (ana2, bo2):
        assert [seat.table for seat in client.welcome.seats] == [table]
        await client.join(table)
    back = ana2 if mover is ana else bo2
    assert back.mine(table).drawn == token_in_hand
    await play_out(table, ana2, bo2)
    assert "Traceback" not in second.log()


async def test_strangers_do_not_keep_a_server_from_ending(start_server: StartServer) -> None:
    server = await start_server("--greet-within", "86400")
    async with bare_port(server) as (reader, writer), bare_port(server) as (silent, _):
        writer.write(b"GET / HT")
        await writer.drain()
        assert await server.stop() == 0
        assert await reader.read() == b""
        assert await silent.read() == b""


async def test_bots_in_the_middle_of_a_thought(start_server: StartServer, connect: Connect) -> None:
    """Tables that only bots are left at never rest, so the end always comes in the middle of something."""
    server = await start_server(*GENEROUS)
    host = await connect(server, "Ana")
    tables = [await begin(host, bots=4) for _ in range(8)]
    for table in tables:
        await host.ask(Leave(id=host.next_id(), table=table))
    assert await server.stop() == 0
    assert "Traceback" not in server.log()
    assert "ERROR" not in server.log()


async def test_an_embedded_server_ends_with_its_input(start_server: StartServer, connect: Connect) -> None:
    server = await start_server("--embedded")
    ana = await connect(server, "Ana")
    assert server.process.stdin is not None
    server.process.stdin.close()
    assert await server.ended() == 0
    await ana.ended()
    assert ana.bye == Bye(code=Code.SERVER_ENDED, again=False)


async def test_a_server_that_is_not_embedded_needs_no_input(server: ServerProcess, connect: Connect) -> None:
    assert server.process.stdin is not None
    server.process.stdin.close()
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    await play_out(await begin(ana, bo), ana, bo, choose=eager(1))


async def test_a_broken_store_ends_the_server_with_a_word(
    start_server: StartServer, connect: Connect
) -> None:
    server = await start_server(*GENEROUS)
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    table = await begin(ana, bo)
    mover = await on_turn(table, ana, bo)
    with closing(sqlite3.connect(server.store)) as vandal, vandal:
        vandal.execute("DROP TABLE entry")
    with pytest.raises(ConnectionError):
        await mover.act(table, {"do": "draw"})
    assert mover.bye == Bye(code=Code.SERVER_CLOSING, again=True)
    assert not mover.mine(table).drawn, "what was not stored was not told"
    assert await server.ended() == 1
    assert "store broken" in server.log()
    assert "Traceback" not in server.log()
