"""Games between scripted clients: begun in a line, played to the end in another."""

import asyncio
from functools import partial
from typing import Any

from tests.integration.choosers import Chooser, hasty
from tests.scripted import ScriptedClient
from triqueta_protocol.requests import AddBot, Ready, Start, Watch

WAITS: dict[str, Any] = {"substitute": "never"}
"""For ``begin``: no bot decides for those whose link is cut, however slow their return is."""


async def begin(
    host: ScriptedClient, *guests: ScriptedClient, bots: int = 0, level: str = "easy", **fields: Any
) -> str:
    """A running game of these players, in the order of their seats, and of bots; returns the table's code."""
    fields["settings"] = {"seats": max(2, 1 + len(guests) + bots)} | fields.get("settings", {})
    table = await host.create(**fields)
    for guest in guests:
        await guest.join(table, fields.get("password"))
        await guest.ask(Ready(id=guest.next_id(), table=table))
    for _ in range(bots):
        await host.ask(AddBot(id=host.next_id(), table=table, level=level))
    await host.ask(Start(id=host.next_id(), table=table))
    everybody = (host, *guests)
    await asyncio.gather(*(one.until(partial(is_running, one, table)) for one in everybody))
    return table


def is_running(client: ScriptedClient, table: str) -> bool:
    """Whether the client has been told that the table's game has begun."""
    mirror = client.mirrors[table]
    return mirror.room.status == "playing" and mirror.public is not None


async def play_out(table: str, *players: ScriptedClient, choose: Chooser = hasty) -> None:
    """Everybody plays until the game is over, and all saw the same end of it."""
    await asyncio.gather(*(player.play(table, choose) for player in players))
    ends = [player.public(table) for player in players]
    assert all(end.scores is not None and end == ends[0] for end in ends)


async def on_turn(table: str, *players: ScriptedClient) -> ScriptedClient:
    """Whoever of the players owes a decision; waits for it to come up."""
    ready = [asyncio.create_task(player.until(partial(player.must_decide, table))) for player in players]
    try:
        await asyncio.wait(ready, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in ready:
            task.cancel()
        await asyncio.gather(*ready, return_exceptions=True)
    return next(player for player in players if player.must_decide(table))


async def watch(client: ScriptedClient, table: str, password: str | None = None) -> None:
    """Look on at a table."""
    await client.ask(Watch(id=client.next_id(), table=table, password=password))
    await client.until(lambda: table in client.mirrors)
