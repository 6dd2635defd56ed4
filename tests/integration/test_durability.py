"""Power cuts in the middle of twenty games: no accepted move is lost, none acts twice, all games end."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil

from tests import PATIENCE
from tests.integration.choosers import eager
from tests.integration.conftest import GENEROUS, Connect, StartServer
from tests.integration.games import WAITS, begin
from tests.integration.pages import until_metrics
from tests.integration.records import replays, stored_games
from tests.integration.steadfast import Place, Steadfast, all_play
from tests.integration.truth import assert_ended, assert_saw_the_end, assert_told_the_truth
from tests.scripted import ScriptedClient
from triqueta_protocol.requests import History
from triqueta_server.store.integrity import begin_chain, extend_chain
from triqueta_server.store.reading import SELECT_GAME, unverified

TABLES = [(2, 0), (3, 0), (4, 0), (1, 1), (2, 1), (1, 3), (2, 2), (3, 1), (2, 0), (1, 2)] * 2
"""People and bots at each table."""


async def test_two_power_cuts(start_server: StartServer, connect: Connect) -> None:
    moments = (100, 250)
    place = Place(await start_server(*GENEROUS))
    games: dict[str, list[Steadfast]] = {}
    for people, bots in TABLES:
        clients = [await connect(place.server, "P") for _ in range(people)]
        table = await begin(*clients, bots=bots, **WAITS)
        games[table] = [Steadfast(place, client, eager(len(games), draws=0.4)) for client in clients]
    ids = stored_games(place.server)
    assert len(ids) == len(TABLES)

    async def cut_the_power() -> None:
        for moment in moments:
            await place.until_accepted(moment)
            bots_at_work = psutil.Process(place.server.pid).children()
            assert bots_at_work
            await place.crash()
            together.create_task(all_gone(bots_at_work))
            place.reopen(await start_server(*GENEROUS, port=place.server.port))

    async with asyncio.TaskGroup() as together:
        together.create_task(cut_the_power())
        together.create_task(all_play(games))
    assert max(player.lives for players in games.values() for player in players) == 1 + len(moments)
    histories = {table: await history(players[0].client, table) for table, players in games.items()}
    assert any(histories.values())
    assert await place.server.stop() == 0
    assert "Traceback" not in place.server.log()

    played = replays(place.server, ids)
    assert played.keys() == games.keys()
    for table, players in games.items():
        assert_ended(played[table])
        assert histories[table] in (None, played[table].what)
        for player in players:
            assert_told_the_truth(player, played[table])
            if table in player.client.mirrors:
                assert_saw_the_end(player.client.public(table), played[table])
    for players in games.values():
        for player in players:
            await player.client.close()


async def test_a_game_of_long_ago_sleeps_through_the_start_and_waits_for_its_players(
    start_server: StartServer, connect: Connect
) -> None:
    server = await start_server(*GENEROUS)
    ana = await connect(server, "Ana")
    table = await begin(ana, bots=1, options={"start": 0})
    await ana.act(table, {"do": "draw"})
    await server.kill()
    make_older(server.store, 3600)
    server = await start_server(*GENEROUS, "--max-tables", "1")
    # It is closed when it has been stored that it sleeps.
    await until_metrics(server, lambda now: now['triqueta_tables{status="playing"}'] == 0)
    back = await connect(server, "Ana", token=ana.token)
    assert [seat.table for seat in back.welcome.seats] == [table]
    await back.join(table)
    assert back.public(table).drawn == 1


def make_older(path: Path, seconds: float) -> None:
    """Move all games of a store into the past, with the hashes they would have had."""
    with closing(sqlite3.connect(path)) as store, store:
        store.execute("UPDATE entry SET at = at - ?", (seconds,))
        store.execute("UPDATE game SET begun_at = begun_at - ?", (seconds,))
        for row in store.execute(SELECT_GAME).fetchall():
            seq, (game, _) = row[0], unverified(store, row)
            step = begin_chain(game.record)
            store.execute("UPDATE game SET chain = ? WHERE seq = ?", (step, seq))
            for entry in game.entries:
                step = extend_chain(step, entry)
                store.execute("UPDATE entry SET chain = ? WHERE game = ? AND n = ?", (step, seq, entry.n))


async def all_gone(bots: list[psutil.Process]) -> None:
    """Bots do not outlive their server."""
    _, left = await asyncio.to_thread(psutil.wait_procs, bots, timeout=PATIENCE)
    assert not left


async def history(client: ScriptedClient, table: str) -> list[Any] | None:
    """The game as the server tells it; None if it ended before a crash and its table is gone."""
    if not client.linked or table not in client.mirrors:
        return None
    told = (await client.ask(History(id=client.next_id(), table=table))).history
    assert told is not None
    return [one for one in told if one["is"] not in ("game_began", "game_over")]
