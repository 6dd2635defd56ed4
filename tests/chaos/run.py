"""One run: companies play while accidents happen, then everything is looked at."""

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.chaos.accidents import BESIDES, Scene, ServerWithClock, power_cut
from tests.chaos.clock_server import VARIABLE
from tests.chaos.company import Company
from tests.chaos.relay import Relay
from tests.integration.conftest import ROOMY
from tests.integration.records import all_replays, stored_games
from tests.integration.steadfast import Place, Steadfast
from tests.integration.truth import (
    assert_ended,
    assert_saw_the_end,
    assert_told_the_truth,
    by_table_and_player,
)
from tests.serving import ServerProcess

OPTIONS = (*ROOMY, "--max-tables", "5000", "--max-connections", "5000")


@dataclass(frozen=True)
class Plan:
    folder: Path
    kills: int
    tables: int
    seed: int
    every: float = 4.0
    """Seconds between two accidents, about."""
    pause: float = 0.3
    """Seconds a player thinks at most."""
    delay: float = 0.3
    """Seconds a packet on the bad line is late at most."""
    all_kinds: bool = False
    """Whether every other accident happens once, too, before the power cuts."""


@dataclass(frozen=True)
class Findings:
    """What came of a run that found nothing wrong."""

    accidents: Counter[str]
    games: int
    decisions: int
    """That clients were told are stored."""
    returns: int
    """How often a player came back."""
    naps: int
    """How often a game was stopped for tonight."""


async def run(plan: Plan, say: Callable[[str], None] = lambda _line: None) -> Findings:
    """Raises ``AssertionError`` (or a group of them) if anything that was promised does not hold."""
    clock = plan.folder / "clock"
    plan.folder.mkdir(parents=True, exist_ok=True)
    clock.write_text("0")
    os.environ[VARIABLE] = str(clock)
    server: ServerProcess = await ServerWithClock.start(plan.folder, *OPTIONS)
    rng = Random(plan.seed)
    place = Place(server)
    relay = Relay(lambda: place.server.port, rng, plan.delay)
    line = f"ws://127.0.0.1:{await relay.listen()}"
    enough = asyncio.Event()
    companies = [
        Company(
            place,
            number,
            Random(f"{plan.seed} {number}"),
            enough,
            line if number % 3 == 0 else None,
            plan.pause,
        )
        for number in range(plan.tables)
    ]

    async def restart() -> ServerProcess:
        return await ServerWithClock.start(plan.folder, *OPTIONS, port=server.port)

    def playing() -> list[Steadfast]:
        return [player for company in companies for game in company.games[-1:] for player in game.players]

    scene = Scene(place, relay, rng, restart, clock, playing)
    happened: Counter[str] = Counter()
    await all_of(*(company.play() for company in companies), _accidents(scene, plan, happened, enough, say))
    await relay.close()
    assert await place.server.stop() == 0
    return _verdict(place.server, companies, happened)


async def all_of(*work: Coroutine[Any, Any, None]) -> None:
    """Wait for all; the first failure ends them, also those that do not let themselves be cancelled."""
    tasks = [asyncio.create_task(one) for one in work]
    done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    for task in pending:
        task.cancel()
    if pending:
        await asyncio.wait(pending, timeout=5)
    for task in done:
        task.result()


async def _accidents(
    scene: Scene, plan: Plan, happened: Counter[str], enough: asyncio.Event, say: Callable[[str], None]
) -> None:
    first = list(BESIDES) if plan.all_kinds else []
    while happened["power_cut"] < plan.kills:
        await asyncio.sleep(plan.every * scene.rng.uniform(0.2, 1.8))
        accident = power_cut if scene.rng.random() < 0.6 else scene.rng.choice(BESIDES)
        if first:
            accident = first.pop()
        happened[accident.__name__] += 1
        say(f"{accident.__name__.replace('_', ' ')}; {scene.place.accepted} decisions so far")
        await accident(scene)
    scene.clock.write_text("0")
    enough.set()


def _verdict(server: ServerProcess, companies: list[Company], happened: Counter[str]) -> Findings:
    log = server.log()
    assert "Traceback" not in log, log
    played = by_table_and_player(all_replays(server, stored_games(server)))
    games = [game for company in companies for game in company.games]
    decisions = 0
    for game in games:
        stored = played[game.table, game.players[0].player]
        assert_ended(stored)
        for player in game.players:
            assert_told_the_truth(player, stored)
            decisions += len(player.accepted)
        for seen in game.ends:
            assert_saw_the_end(seen, stored)
    returns = sum(company.returns for company in companies)
    naps = sum(player.naps for game in games for player in game.players)
    return Findings(happened, len(games), decisions, returns, naps)
