"""The bot of docs/writing-a-bot.md, as a program of its own against the real server."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.integration.conftest import GENEROUS, ROOMY, Connect, StartServer
from tests.integration.pages import metrics
from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from triqueta_protocol.requests import Kick, Rematch, Start

ROOT = Path(__file__).parents[2]
BOT = ROOT / "docs" / "examples" / "bot.py"
PAGE = (ROOT / "docs" / "writing-a-bot.md").read_text(encoding="utf-8")

GAMES: dict[str, dict[str, Any]] = {
    "triqueta": {},
    "triche": {"target": 15},
    "tripitz": {"jokers": True, "short": True},
}


@asynccontextmanager
async def running(server: ServerProcess, name: str, code: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """The bot, which finds none of this project's packages beside it and tries again soon."""
    environment = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    environment |= {"WEBSOCKETS_BACKOFF_INITIAL_DELAY": "0.2", "WEBSOCKETS_BACKOFF_MIN_DELAY": "0.2"}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-P", str(BOT), server.url, name, code,
        env=environment, cwd="/", stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def play_on(person: ScriptedClient, table: str) -> None:
    """The person takes a decision with most points each time, until the game is over."""
    await person.play(table, lambda _public, mine: max(mine.choices, key=lambda one: one.points).action)


def all_ready(host: ScriptedClient, table: str, bots: int) -> Callable[[], bool]:
    return lambda: [seat.ready for seat in host.mirrors[table].room.seats[1:]] == [True] * bots


@pytest.mark.parametrize("game", GAMES)
async def test_it_plays_a_whole_game(shared_server: ServerProcess, connect: Connect, game: str) -> None:
    server = shared_server
    ana = await connect(server, "Ana")
    table = await ana.create(game=game, options=GAMES[game], settings={"seats": 3})
    async with running(server, f"Zed-{game}", table), running(server, f"Yan-{game}", table.lower()):
        await ana.until(all_ready(ana, table, 2))
        seats = ana.mirrors[table].room.seats
        assert [(seat.kind, seat.bot, seat.present) for seat in seats] == [
            ("player", False, True),
            ("player", True, True),
            ("player", True, True),
        ]
        seen = await metrics(server)
        assert (seen["triqueta_players"], seen["triqueta_bots"]) == (1, 2)
        await ana.ask(Start(id=ana.next_id(), table=table))
        await play_on(ana, table)
        assert ana.mirrors[table].room.status == "over"
        if game == "triqueta":
            await ana.ask(Rematch(id=ana.next_id(), table=table))
            await ana.until(all_ready(ana, table, 2))


async def test_it_comes_back_to_a_server_that_was_killed_and_goes_when_it_is_sent_away(
    start_server: StartServer, connect: Connect
) -> None:
    server = await start_server(*GENEROUS)
    ana = await connect(server, "Ana")
    table = await ana.create(settings={"seats": 2}, substitute="never")
    async with running(server, "Zed", table) as bot:
        await ana.until(all_ready(ana, table, 1))
        await ana.ask(Start(id=ana.next_id(), table=table))
        await server.kill()
        # With grace: whoever comes back first is not made host in the other's place.
        server = await start_server(*ROOMY, port=int(server.url.rpartition(":")[2]))
        ana = await connect(server, "Ana", token=ana.token)
        await ana.join(table)
        await ana.until(lambda: ana.mirrors[table].room.seats[1].present)
        assert ana.mirrors[table].room.seats[1].bot
        await play_on(ana, table)
        await ana.ask(Rematch(id=ana.next_id(), table=table))
        await ana.ask(Kick(id=ana.next_id(), table=table, seat=1))
        _, said = await bot.communicate()
    assert (bot.returncode, said.decode().strip()) == (1, f"table {table}: kicked")


async def test_it_says_why_it_gets_no_seat(shared_server: ServerProcess) -> None:
    async with running(shared_server, "Nobody", "NONE") as bot:
        _, said = await bot.communicate()
    assert (bot.returncode, said.decode().strip()) == (1, "no seat at table NONE: unknown_table")


def test_the_page_shows_the_program_as_it_is() -> None:
    """Every piece of Python on the page stands in the example, so that the page cannot fall behind."""
    program = BOT.read_text(encoding="utf-8")
    pieces = [piece.split("```")[0].strip("\n") for piece in PAGE.split("```python\n")[1:]]
    assert pieces
    for piece in pieces:
        assert piece in program
