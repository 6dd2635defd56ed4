"""A full disk: the pause is told, nothing is lost, and the game goes on when there is room."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.integration.conftest import GENEROUS, Connect, StartServer
from tests.integration.disks import Disk, quota, small_disk
from tests.integration.games import begin, on_turn, play_out
from tests.integration.pages import metrics, page
from tests.integration.records import replays, stored_games
from tests.scripted import RejectedError
from triqueta_protocol.errors import Code
from triqueta_protocol.events import Bye
from triqueta_protocol.requests import Act, AddBot, Start
from triqueta_protocol.table_events import Paused, WentOn

DRAW = {"do": "draw"}


@pytest.fixture(params=[small_disk, quota], ids=["no space left", "files may not grow"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    """Where the servers of a test keep their data."""
    kind: Callable[[Path], AbstractContextManager[Disk]] = request.param
    with kind(tmp_path / "data") as made:
        yield made


async def test_a_full_disk_pauses_the_game(disk: Disk, start_server: StartServer, connect: Connect) -> None:
    server = await start_server(*GENEROUS)
    ana, bo, cy = [await connect(server, name) for name in ("Ana", "Bo", "Cy")]
    table = await begin(ana, bo)
    waiting_room = await cy.create(settings={"seats": 2})
    await cy.ask(AddBot(id=cy.next_id(), table=waiting_room))
    mover = await on_turn(table, ana, bo)
    disk.fill(server)
    move = mover.send(Act(id=mover.next_id(), table=table, action=DRAW))
    for player in (ana, bo):
        await player.until(lambda player=player: Paused() in player.happened)  # type: ignore[misc]
        assert player.mirrors[table].room.paused == Code.PAUSED
    assert not move.done(), "what is not stored is not answered"
    assert not mover.mine(table).drawn, "and not told"
    with pytest.raises(RejectedError) as caught:
        await mover.act(table, {"do": "take", "row": 0})
    assert caught.value.code == Code.PAUSED
    assert (await page(server, "/healthz")).status == 503
    assert (await metrics(server))["triqueta_store_stalled"] == 1
    with pytest.raises(RejectedError) as caught:
        await cy.ask(Start(id=cy.next_id(), table=waiting_room))
    assert caught.value.code == Code.PAUSED
    await bo.create()  # what needs no storing is still done

    disk.make_room(server)
    await move
    for player in (ana, bo):
        await player.until(lambda player=player: WentOn() in player.happened)  # type: ignore[misc]
        assert player.mirrors[table].room.paused is None
    await mover.until(lambda: bool(mover.mine(table).drawn))
    assert (await page(server, "/healthz")).status == 200
    await play_out(table, ana, bo)
    await cy.ask(Start(id=cy.next_id(), table=waiting_room))
    ids = stored_games(server)
    assert await server.stop() == 0
    game = replays(server, ids)[table]
    assert not game.position.owing
    assert game.public == ana.public(table)
    assert "Traceback" not in server.log()


async def test_a_server_that_ends_with_its_disk_full(
    disk: Disk, start_server: StartServer, connect: Connect
) -> None:
    first = await start_server(*GENEROUS)
    ana, bo = await connect(first, "Ana"), await connect(first, "Bo")
    table = await begin(ana, bo)
    mover = await on_turn(table, ana, bo)
    disk.fill(first)
    request = Act(id=mover.next_id(), table=table, action=DRAW)
    move = mover.send(request)
    await mover.until(lambda: Paused() in mover.happened)
    await first.stop()
    await mover.ended()
    assert mover.bye == Bye(code=Code.SERVER_CLOSING, again=True)
    with pytest.raises(ConnectionError):
        await move
    assert "last moves not saved" in first.log()

    disk.make_room(first)
    second = await start_server(*GENEROUS)
    back = await connect(second, "Back", token=mover.token)
    back.skip_to(mover.next_id())
    await back.ask(request)
    other = await connect(second, "Other", token=(bo if mover is ana else ana).token)
    for player in (back, other):
        await player.join(table)
    assert len(back.mine(table).drawn) == 1
    await play_out(table, back, other)


async def test_a_server_that_ends_as_soon_as_there_is_room(
    disk: Disk, start_server: StartServer, connect: Connect
) -> None:
    server = await start_server(*GENEROUS)
    ana = await connect(server, "Ana")
    table = await begin(ana, bots=1, options={"start": 0})
    await on_turn(table, ana)
    disk.fill(server)
    move = ana.send(Act(id=ana.next_id(), table=table, action={"do": "take", "row": 0}))
    await ana.until(lambda: Paused() in ana.happened)
    disk.make_room(server)
    assert await server.stop() == 0
    await move  # what waited for the disk was saved and answered before the goodbye
    await ana.ended()
    assert ana.public(table).takers[0] == 0
    # The move made it a bot's turn, and bots were about to go home.
    assert "Traceback" not in server.log()
    second = await start_server(*GENEROUS)
    back = await connect(second, "Ana", token=ana.token)
    await back.join(table)
    await play_out(table, back)
