"""A client that connects again takes the place of its own old link and goes on where it was."""

from tests.integration.conftest import Connect
from tests.integration.games import begin, on_turn, play_out
from tests.integration.pages import metrics
from tests.integration.wires import deaf_socket
from tests.serving import ServerProcess
from triqueta_protocol.codec import encode
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Bye
from triqueta_protocol.requests import Create, Resume
from triqueta_protocol.table_events import BotSatIn, LinkBack, LinkLost


async def test_the_new_link_takes_over(server: ServerProcess, connect: Connect) -> None:
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    table = await begin(ana, bo)
    await on_turn(table, ana, bo)
    old = bo.mirrors[table]
    again = await connect(server, "Bo", token=bo.token)
    await bo.ended()
    assert bo.bye == Bye(code=Code.EVICTED)
    assert bo.socket.close_code == 1000
    assert again.welcome.player == bo.welcome.player
    assert [seat.table for seat in again.welcome.seats] == [table]

    again.mirrors[table] = old
    await again.ask(Resume(id=again.next_id(), table=table, epoch=old.room.epoch, last=old.n))
    await play_out(table, ana, again)
    numbers = [n for _, n in again.numbers]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert LinkLost(1) not in ana.happened, "a change of links is nobody else's business"


async def test_a_link_that_takes_over_and_dies_leaves_an_absent_seat(
    server: ServerProcess, connect: Connect
) -> None:
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    table = await begin(ana, bo)
    again = await connect(server, "Bo", token=bo.token)
    await bo.ended()
    await again.vanish()
    await ana.until(lambda: LinkLost(1) in ana.happened)
    await ana.until(lambda: BotSatIn(1, "gone") in ana.happened)
    await play_out(table, ana)


async def test_the_evicted_link_takes_nothing_along(server: ServerProcess, connect: Connect) -> None:
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    table = await begin(ana, bo)
    again = await connect(server, "Bo", token=bo.token)
    await again.join(table)
    await bo.ended()
    third = await connect(server, "Bo", token=bo.token)
    await again.ended()
    await third.join(table)
    await play_out(table, ana, third)
    assert LinkLost(1) not in ana.happened
    assert LinkBack(1) not in ana.happened


async def test_an_evicted_link_is_no_longer_obeyed(server: ServerProcess, connect: Connect) -> None:
    ana = await connect(server, "Ana")
    async with deaf_socket(server, "Ana", token=ana.token) as old:
        await connect(server, "Ana", token=ana.token)
        await old.send(encode(Create(id=9_000, game="triqueta")))  # it has not heard yet
        old.transport.resume_reading()
        await old.wait_closed()
    assert (await metrics(server))["triqueta_requests_total"] == 0
