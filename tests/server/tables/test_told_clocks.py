"""Whatever happens at a table, what a client keeps of the clocks is what the server's clocks say."""

from random import Random

import pytest

from tests.server.tables.fake_client import FakeClient, play_on, playing
from tests.server.tables.fake_server import FakeServer
from triqueta_protocol.settings import ClockRule


def shown(client: FakeClient, table: str, told_at: dict[tuple[str, str, int], float]) -> list[float]:
    """The seconds left for each seat that owes a decision, as a client that counts by itself shows them."""
    mirror = client.mirrors[table]
    assert mirror.room.clocks is not None
    key = (client.name, mirror.room.epoch, mirror.clocks_n)
    gone = client.server.services.now() - told_at.setdefault(key, client.server.services.now())
    gone = 0.0 if mirror.room.paused else gone
    return [
        (turn + bank) / 1000 - gone
        for turn, bank in zip(mirror.room.clocks.turn, mirror.room.clocks.bank, strict=True)
        if turn is not None
    ]


@pytest.mark.parametrize("luck", range(6))
async def test_every_viewer_counts_as_the_server_does(luck: int) -> None:
    server, rng = FakeServer(), Random(luck)
    table, clients = await playing(server, "Ana", "Bo", "Cy", clock=ClockRule(turn=60, bank=300))
    eve = await FakeClient(server, "Eve").arrive()
    await eve.watch(table)
    told_at: dict[tuple[str, str, int], float] = {}
    for _ in range(60):
        server.advance(rng.choice([0.0, 0.5, 3.0]))
        match rng.randrange(6):
            case 0:
                await play_on(table, clients, 1)
            case 1:
                server.advance(7.0)  # nobody is in a hurry to talk
                await rng.choice(clients).say(table, "well, well")
            case 2:
                fay = await FakeClient(server, f"Fay {len(told_at)}").arrive()
                await fay.watch(table)
                await fay.leave(table)
            case 3:
                clients[1].vanish()
                await clients[1].arrive()
                await clients[1].resume(table)
            case 4:
                server.lobby.set_stalled(True)
                server.advance(5.0)
                server.lobby.set_stalled(False)
                server.settle()
        clock = server.table(table).match.clock  # type: ignore[union-attr]
        assert clock is not None
        reading = clock.reading(server.services.now())
        real = [
            (turn + bank) / 1000
            for turn, bank in zip(reading.turn, reading.bank, strict=True)
            if turn is not None
        ]
        for client in (*clients, eve):
            assert shown(client, table, told_at) == pytest.approx(real, abs=0.01)
