"""Bots think in processes of their own: one that dies takes no game with it."""

import asyncio
from contextlib import suppress

import psutil

from tests.integration.choosers import eager
from tests.integration.conftest import Connect
from tests.integration.games import begin, on_turn, play_out
from tests.integration.pages import metrics
from tests.serving import ServerProcess

KILLS = 4
FAR_TOO_SOON = 0.02
"""Seconds in which no process has even been started."""


def kill_bots(server: ServerProcess) -> int | None:
    """Kill the process the bots think in; returns its id, or None if there is none just now."""
    for child in psutil.Process(server.pid).children():
        with suppress(psutil.NoSuchProcess):
            if "spawn_main" in " ".join(child.cmdline()):
                child.kill()
                return child.pid
    return None


async def test_a_killed_bot_process_is_replaced(server: ServerProcess, connect: Connect) -> None:
    ana = await connect(server, "Ana")
    table = await begin(ana, bots=3, level="normal")
    choose, killed, safe_from = eager(1), set[int](), 0.0
    while len(killed) < KILLS:
        await on_turn(table, ana)
        n = ana.mirrors[table].n
        moved = (await metrics(server))["triqueta_bot_moves_total"]
        moving = asyncio.create_task(ana.act(table, choose(ana.public(table), ana.mine(table))))
        if moved >= safe_from and (worker := kill_bots(server)):
            killed.add(worker)
            # One answer may have been under way; after the second the new process has surely thought.
            safe_from = moved + 2
        await moving
        await ana.until(lambda n=n: ana.mirrors[table].n > n)  # type: ignore[misc]
    await play_out(table, ana, choose=choose)
    for complaint in ("Traceback", "bot gave no action", "no legal action"):
        assert complaint not in server.log()


async def test_a_process_that_keeps_dying_does_not_stop_the_game(
    server: ServerProcess, connect: Connect
) -> None:
    ana = await connect(server, "Ana")
    table = await begin(ana, bots=1, level="normal")
    playing = asyncio.create_task(play_out(table, ana, choose=eager(1)))
    while not playing.done():
        kill_bots(server)
        await asyncio.sleep(FAR_TOO_SOON)
    await playing
    assert (await metrics(server))["triqueta_tables_failed_total"] == 0
