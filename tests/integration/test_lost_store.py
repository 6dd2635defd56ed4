"""A store that is removed or damaged: no move is confirmed that is not safe."""

import sqlite3
from contextlib import closing

from tests.integration.conftest import GENEROUS, Connect, StartServer
from tests.integration.games import begin, on_turn, play_out
from tests.integration.pages import page
from triqueta_protocol.errors import Code
from triqueta_protocol.table_events import Paused


async def test_a_removed_store_pauses_the_games_though_nobody_moves(
    start_server: StartServer, connect: Connect
) -> None:
    server = await start_server(*GENEROUS)
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    table = await begin(ana, bo)
    away = server.store.with_name("away.db")
    server.store.rename(away)
    for player in (ana, bo):
        await player.until(lambda player=player: Paused() in player.happened)  # type: ignore[misc]
        assert player.mirrors[table].room.paused == Code.PAUSED
    assert (await page(server, "/healthz")).status == 503
    assert (
        f"games paused error=a file of the store is gone: {server.store}: put the right file back"
        in server.log()
    )
    assert "Traceback" not in server.log()
    away.rename(server.store)
    await ana.until(lambda: ana.mirrors[table].room.paused is None)
    await play_out(table, ana, bo)


async def test_moves_survive_a_removed_log_and_a_restart(start_server: StartServer, connect: Connect) -> None:
    first = await start_server(*GENEROUS)
    ana, bo = await connect(first, "Ana"), await connect(first, "Bo")
    table = await begin(ana, bo)
    mover = await on_turn(table, ana, bo)
    await mover.act(table, {"do": "draw"})
    drawn = mover.mine(table).drawn
    first.store.with_name(first.store.name + "-wal").unlink()
    for player in (ana, bo):
        await player.until(lambda player=player: Paused() in player.happened)  # type: ignore[misc]
    assert "restart the server" in first.log()
    assert await first.stop() == 0
    second = await start_server(*GENEROUS)
    back, other = [
        await connect(second, "Back", token=player.token) for player in (mover, bo if mover is ana else ana)
    ]
    for player in (back, other):
        await player.join(table)
    assert back.mine(table).drawn == drawn
    await play_out(table, back, other)


async def test_text_in_the_store_that_is_none_costs_one_game(
    start_server: StartServer, connect: Connect
) -> None:
    first = await start_server(*GENEROUS)
    ana, bo, cy, di = [await connect(first, name) for name in ("Ana", "Bo", "Cy", "Di")]
    damaged, sound = await begin(ana, bo), await begin(cy, di)
    assert await first.stop() == 0
    with closing(sqlite3.connect(first.store)) as connection, connection:
        connection.execute(
            "UPDATE game SET game = CAST(x'ff' AS TEXT) || game WHERE table_code = ?", (damaged,)
        )
    second = await start_server(*GENEROUS)
    assert f"the game at table {damaged} is damaged in the store (its beginning)" in second.log()
    assert "Traceback" not in second.log()
    players = [await connect(second, "Back", token=player.token) for player in (cy, di)]
    for player in players:
        await player.join(sound)
    await play_out(sound, *players)
