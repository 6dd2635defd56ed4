"""Triché over the wire: people, a bot and a watcher, through kill -9, and the shuffle checked by a viewer."""

import asyncio
import hashlib
from random import Random
from typing import Any

import pytest

from tests.integration.conftest import GENEROUS, Connect, StartServer
from tests.integration.games import WAITS, begin, watch
from tests.integration.steadfast import Place, Steadfast, all_play
from triqueta_protocol.games.triche import AnyAction, Mine, Public
from triqueta_protocol.table_events import GameOver
from triqueta_server.bots.triche import LEVELS
from triqueta_server.bots.triche.legal_moves import random_action
from triqueta_tui.games.triche.shuffle_check import TricheShuffleCheck
from triqueta_tui.session.view import TableView


def chooser(luck: int, level: str | None = None) -> Any:
    rng = Random(luck)

    def choose(public: Public, mine: Mine) -> AnyAction:
        if level is not None:
            action: AnyAction = LEVELS[level](public, mine, luck, rng)
            return action
        return random_action(rng.choice(mine.choices), rng)

    return choose


@pytest.mark.parametrize("expansion", [False, True])
async def test_a_game_with_a_bot_and_a_watcher_is_seen_to_be_fair(
    start_server: StartServer, connect: Connect, expansion: bool
) -> None:
    server = await start_server(*GENEROUS)
    ana, bo, eve = [await connect(server, name) for name in ("Ana", "Bo", "Eve")]
    options = {"expansion": expansion, "target": 15}
    table = await begin(ana, bo, bots=1, level="normal", game="triche", options=options, settings={"pace": 0})
    await watch(eve, table)
    await asyncio.gather(ana.play(table, chooser(0, "normal")), bo.play(table, chooser(1)))
    await eve.until(lambda: eve.mirrors[table].room.status == "over")
    ends = [one.mirrors[table].public for one in (ana, bo, eve)]
    assert ends == [ends[0]] * 3
    now = TableView.of(ana.mirrors[table])
    assert now is not None
    check = TricheShuffleCheck()
    check.see(now, tuple(ana.happened))
    [over] = [one for one in ana.happened if isinstance(one, GameOver)]
    assert now.room.shuffle is not None
    assert hashlib.sha256(over.seed + over.salt).digest() == now.room.shuffle.commitment
    verdict = check.verdict(now)
    assert verdict is not None
    assert verdict.fair
    assert verdict.seen == 27 * len(now.public.rounds) + 1


async def test_a_power_cut_takes_nothing_back(start_server: StartServer, connect: Connect) -> None:
    place = Place(await start_server(*GENEROUS))
    games: dict[str, list[Steadfast]] = {}
    for number in range(2):
        clients = [await connect(place.server, "P") for _ in range(2)]
        options = {"expansion": bool(number), "target": 15}
        table = await begin(*clients, bots=1, game="triche", options=options, **WAITS)
        games[table] = [Steadfast(place, client, chooser(seat)) for seat, client in enumerate(clients)]

    async def cut_the_power() -> None:
        for moment in (15, 60):
            await place.until_accepted(moment)
            await place.crash()
            place.reopen(await start_server(*GENEROUS, port=place.server.port))

    async with asyncio.TaskGroup() as together:
        together.create_task(cut_the_power())
        together.create_task(all_play(games))
    for players in games.values():
        assert all(not player.open for player in players)
        for player in players:
            await player.client.close()
