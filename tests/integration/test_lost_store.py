"""A store that is taken away or damaged while games run: nobody is told of a move that is not safe."""

import os
import sqlite3
from contextlib import closing

from protocol.errors import Code
from protocol.happenings import Paused
from tests.integration.conftest import GENEROUS, Connect, StartServer
from tests.integration.games import begin, on_turn, play_out
from tests.integration.pages import page


async def test_a_removed_store_is_written_anew_and_no_move_is_lost(
    start_server: StartServer, connect: Connect
) -> None:
    first = await start_server(*GENEROUS)
    ana, bo = await connect(first, "Ana"), await connect(first, "Bo")
    table = await begin(ana, bo)
    mover = await on_turn(table, ana, bo)
    for file in first.store.parent.glob("triqueta.db*"):
        file.unlink()
    await mover.act(table, {"do": "draw"})
    drawn = mover.mine(table).drawn
    await first.kill()
    second = await start_server(*GENEROUS)
    back, other = [
        await connect(second, "Back", token=player.token) for player in (mover, bo if mover is ana else ana)
    ]
    for player in (back, other):
        await player.join(table)
    assert back.mine(table).drawn == drawn
    await play_out(table, back, other)
    assert "it is whole again, and nothing is lost" in first.log()


async def test_a_damaged_store_pauses_the_games_though_nobody_moves(
    start_server: StartServer, connect: Connect
) -> None:
    server = await start_server(*GENEROUS)
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    table = await begin(ana, bo)
    os.truncate(server.store, 0)
    for player in (ana, bo):
        await player.until(lambda player=player: Paused() in player.happened)  # type: ignore[misc]
        assert player.mirrors[table].room.paused == Code.PAUSED
    assert (await page(server, "/healthz")).status == 503
    assert "games pause: the database was damaged from outside" in server.log()
    assert "stop the server" in server.log()
    assert "Traceback" not in server.log()


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
