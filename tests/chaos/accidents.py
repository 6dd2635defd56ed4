"""What happens to a server under load, one thing after the other."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.chaos.relay import Relay
from tests.integration.disks import Quota
from tests.integration.steadfast import Place, Steadfast
from tests.serving import ServerProcess


class ServerWithClock(ServerProcess):
    MODULE = "tests.chaos.clock_server"


@dataclass
class Scene:
    """Where accidents happen."""

    place: Place
    relay: Relay
    rng: Random
    restart: Callable[[], Awaitable[ServerProcess]]
    clock: Path
    """Holds by how many seconds the server's time of day is off."""
    playing: Callable[[], list[Steadfast]]
    """Those who are at a table."""


async def power_cut(scene: Scene) -> None:
    """kill -9, and another server in its place."""
    await scene.place.crash()
    scene.place.reopen(await scene.restart())


async def cut_lines(scene: Scene) -> None:
    """All connections over the bad line end without a close."""
    scene.relay.cut()


async def killed_clients(scene: Scene) -> None:
    """Some people's programs are killed, and they start them again: all that is left of them is a token."""
    players = scene.playing()
    for player in scene.rng.sample(players, (len(players) + 2) // 3):
        player.kill()


async def full_disk(scene: Scene) -> None:
    """Nothing can be written for a while."""
    quota = Quota()
    quota.fill(scene.place.server)
    await asyncio.sleep(0.5 + scene.rng.random() * 2)
    quota.make_room(scene.place.server)


async def held_database(scene: Scene) -> None:
    """Another program locks the database for a while."""

    def hold(seconds: float) -> None:
        connection = sqlite3.connect(scene.place.server.store, timeout=5, isolation_level=None)
        try:
            connection.execute("BEGIN IMMEDIATE")
            time.sleep(seconds)
            connection.execute("ROLLBACK")
        finally:
            connection.close()

    await asyncio.to_thread(hold, 0.5 + scene.rng.random() * 2)


async def clock_jump(scene: Scene) -> None:
    """The machine's time of day is set forward or back by up to two days."""
    scene.clock.write_text(str(scene.rng.uniform(-172_800, 172_800)))


async def stop_and_start(scene: Scene) -> None:
    """The host stops the server in good order, and starts it again."""
    scene.place.close()
    assert await scene.place.server.stop() == 0
    scene.place.reopen(await scene.restart())


Accident = Callable[[Scene], Awaitable[None]]

BESIDES: tuple[Accident, ...] = (
    cut_lines,
    killed_clients,
    full_disk,
    held_database,
    clock_jump,
    stop_and_start,
)
"""What happens between power cuts."""
