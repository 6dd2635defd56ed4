"""A whole game over the real server: four seats, a bot, a watcher, and a player who loses the link."""

import asyncio
import hashlib

from tests.integration.choosers import eager
from tests.integration.conftest import Connect
from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from triqueta_protocol.games.triqueta import Public, deal
from triqueta_protocol.requests import AddBot, Ready, Resume, Start, Watch
from triqueta_protocol.table_events import GameBegan, GameOver, LinkBack, LinkLost


async def test_four_seats_a_bot_a_watcher_and_a_lost_link(server: ServerProcess, connect: Connect) -> None:
    ana, bo, cy, eve = [await connect(server, name) for name in ("Ana", "Bo", "Cy", "Eve")]
    table = await ana.create(settings={"seats": 4})
    await ana.ask(AddBot(id=ana.next_id(), table=table, level="normal"))
    for guest in (bo, cy):
        await guest.join(table)
        await guest.ask(Ready(id=guest.next_id(), table=table))
    await eve.ask(Watch(id=eve.next_id(), table=table))
    await ana.ask(Start(id=ana.next_id(), table=table))

    playing = [asyncio.create_task(player.play(table, eager(n))) for n, player in enumerate((ana, bo))]
    await cy.until(lambda: cy.must_decide(table))
    seen = cy.mirrors[table].n
    await cy.vanish()
    await ana.until(lambda: LinkLost(3) in ana.happened)

    back = await connect(server, "Cy", token=cy.token)
    assert [seat.table for seat in back.welcome.seats] == [table]
    back.mirrors[table] = cy.mirrors[table]
    epoch = cy.mirrors[table].room.epoch
    await back.ask(Resume(id=back.next_id(), table=table, epoch=epoch, last=seen))
    await ana.until(lambda: LinkBack(3) in ana.happened)
    await asyncio.gather(*playing, back.play(table, eager(3)))
    await eve.until(lambda: eve.is_over(table))

    everybody = (ana, bo, back, eve)
    _all_saw_the_same_scoresheet(table, everybody)
    for client in everybody:
        _numbers_without_gaps(client)
    _the_watcher_saw_no_secrets(table, eve)
    _the_shuffle_was_the_promised_one(table, eve)


def _all_saw_the_same_scoresheet(table: str, clients: tuple[ScriptedClient, ...]) -> None:
    views = [client.public(table) for client in clients]
    assert views[0].scores is not None
    assert all(view == views[0] for view in views)
    assert any(column.rank == 1 for column in views[0].scores)


def _numbers_without_gaps(client: ScriptedClient) -> None:
    numbers = [n for _, n in client.numbers]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def _the_watcher_saw_no_secrets(table: str, watcher: ScriptedClient) -> None:
    assert watcher.mirrors[table].mine is None
    assert all(b"face_down" not in frame or b"choices" not in frame for frame in watcher.frames)


def _the_shuffle_was_the_promised_one(table: str, client: ScriptedClient) -> None:
    began = next(one for one in client.happened if isinstance(one, GameBegan))
    over = next(one for one in client.happened if isinstance(one, GameOver))
    assert hashlib.sha256(over.seed + over.salt).digest() == began.commitment
    order, rock = deal(over.seed, 4)
    assert sorted(order) == sorted(animal for animal in range(6) for _ in range(10))
    first = client.public(table)
    assert isinstance(first, Public)
    assert rock in range(4)
