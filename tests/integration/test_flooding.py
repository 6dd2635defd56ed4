"""Flooding: answered, then slowed, then closed, and nobody else notices."""

import asyncio

import pytest

from tests.integration.conftest import Connect, StartServer
from tests.integration.games import begin, play_out
from tests.integration.pages import metrics
from tests.integration.wires import answer, bare_socket, status_of_end
from tests.scripted import RejectedError
from triqueta_protocol.codec import encode
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Accepted, Bye, Rejected
from triqueta_protocol.requests import Hello, Lobby
from triqueta_protocol.version import PROTOCOL
from triqueta_server.limits.request_rate import BROKEN_COST, PATIENCE, STRIKES

BURST = 10
LIMITS = ("--max-rate", "50", "--max-burst", str(BURST))
FLOOD = 1_000
"""Many more than a client can get answered before it is closed."""


async def test_a_flood_is_answered_then_slowed_then_closed(
    start_server: StartServer, connect: Connect
) -> None:
    server = await start_server(*LIMITS)
    ana = await connect(server, "Ana")
    async with bare_socket(server) as flooder:
        await flooder.send(encode(Hello(version=PROTOCOL, name="Flood")))
        await answer(flooder)
        for identifier in range(1, FLOOD + 1):
            await flooder.send(encode(Lobby(id=identifier, on=False)))
        answers = [await answer(flooder)]
        while not isinstance(answers[-1], Bye):
            answers.append(await answer(flooder))
        assert await status_of_end(flooder) == 1000
        *answers, bye = answers
    accepted = sum(isinstance(one, Accepted) for one in answers)
    assert (await metrics(server))["triqueta_requests_total"] == accepted, "what followed was not carried out"
    assert bye == Bye(code=Code.FLOODING)
    assert all(isinstance(one, Accepted) for one in answers[:BURST])
    refused = [one for one in answers if isinstance(one, Rejected)]
    assert {one.code for one in refused} == {Code.FLOODING}
    assert [one.id for one in answers if isinstance(one, Accepted | Rejected)] == [
        *range(1, len(answers) + 1)
    ]
    # Each time it is slowed, a burst of its debt is forgiven: so many more frames prove the pauses.
    assert len(answers) >= BURST + PATIENCE * BURST + STRIKES * BURST
    assert "flooding client disconnected" in server.log()
    await ana.create()


async def test_broken_frames_weigh_more(start_server: StartServer) -> None:
    server = await start_server(*LIMITS)
    async with bare_socket(server) as flooder:
        await flooder.send(encode(Hello(version=PROTOCOL, name="Flood")))
        await answer(flooder)
        for _ in range(FLOOD):
            await flooder.send(b"\xc1")
        count = 0
        while isinstance(told := await answer(flooder), Rejected):
            assert told.code == Code.NOT_MSGPACK
            count += 1
        assert told == Bye(code=Code.FLOODING)
    assert count <= FLOOD / BROKEN_COST


async def test_others_play_on_beside_a_flood(start_server: StartServer, connect: Connect) -> None:
    server = await start_server("--max-rate", "500", "--max-burst", "400")
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    table = await begin(ana, bo)
    async with bare_socket(server) as flooder:
        await flooder.send(encode(Hello(version=PROTOCOL, name="Flood")))
        for identifier in range(1, 4 * FLOOD + 1):
            await flooder.send(encode(Lobby(id=identifier, on=False)))
        await play_out(table, ana, bo)


async def test_what_was_refused_for_flooding_may_be_sent_again(
    start_server: StartServer, connect: Connect
) -> None:
    server = await start_server("--max-rate", "1", "--max-burst", "2")
    ana = await connect(server, "Ana")
    asked = [Lobby(id=ana.next_id()) for _ in range(3)]
    await asyncio.gather(*(ana.ask(one) for one in asked[:2]))
    with pytest.raises(RejectedError) as caught:
        await ana.ask(asked[2])
    assert caught.value.code == Code.FLOODING
    # A new link begins with a clean slate; the request was neither carried out nor remembered.
    back = await connect(server, "Ana", token=ana.token)
    assert back.welcome.next_id == asked[2].id
    await back.ask(asked[2])


@pytest.mark.parametrize("greeted", [True, False], ids=["greeted", "not greeted"])
@pytest.mark.parametrize("opcode", [0x9, 0xA], ids=["pings", "pongs"])
async def test_endless_control_frames_end_their_connection_and_nobody_waits_for_them(
    start_server: StartServer, connect: Connect, opcode: int, greeted: bool
) -> None:
    server = await start_server()
    ana = await connect(server, "Ana")
    chunk = bytes((0x80 | opcode, 0x80, 0, 0, 0, 0)) * 10_000
    async with bare_socket(server) as flooder:
        if greeted:
            await flooder.send(encode(Hello(version=PROTOCOL, name="Flood")))
            await answer(flooder)
        line = flooder.transport

        async def pour() -> None:
            while not line.is_closing():
                if line.get_write_buffer_size() < len(chunk):
                    line.write(chunk)
                await asyncio.sleep(0)

        pouring = asyncio.create_task(pour())
        await ana.ask(Lobby(id=ana.next_id(), on=False))
        await pouring
