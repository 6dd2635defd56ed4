"""The game over the wire: described by the server, played with a bot, through kill -9, after another."""

import asyncio
from random import Random
from typing import Any

import pytest

from tests.fourth_game import bot
from tests.fourth_game.conftest import Connect, StartServer
from tests.fourth_game.words import AnyAction, Mine, Public
from tests.integration.games import begin
from tests.integration.steadfast import Place, Steadfast, all_play
from tests.scripted import RejectedError, ScriptedClient
from triqueta_protocol.errors import Code
from triqueta_protocol.requests import Act, AddBot, Advise, Configure, History, Ready, Rematch, Start
from triqueta_protocol.settings import TableSettings
from triqueta_protocol.table_events import GameOver


def chooser(luck: int) -> Any:
    rng = Random(luck)

    def choose(public: Public, mine: Mine) -> AnyAction:
        return bot.bold(public, mine, 0, rng)

    return choose


async def test_the_server_describes_the_game(start_server: StartServer, connect: Connect) -> None:
    ana = await connect(await start_server(), "Ana")
    games = {one.game: one for one in ana.welcome.games}
    assert games.keys() == {"triqueta", "triche", "tripitz", "parley"}
    assert games["parley"].seats == (2, 6)
    assert games["parley"].levels == ("meek", "bold")
    assert games["parley"].options["rounds"].values == (1, 2, 3, 4)
    assert "parley/1" in ana.welcome.capabilities


async def test_six_play_with_a_bot_among_them(start_server: StartServer, connect: Connect) -> None:
    server = await start_server()
    players = [await connect(server, f"P{seat}") for seat in range(5)]
    table = await begin(*players, bots=1, level="bold", game="parley", options={"rounds": 4})
    await asyncio.gather(*(one.play(table, chooser(seat)) for seat, one in enumerate(players)))
    ends = [one.mirrors[table].public for one in players]
    assert ends == [ends[0]] * 5
    history = (await players[0].ask(History(id=players[0].next_id(), table=table))).history
    assert history is not None
    assert sum(one["is"] == "settled" for one in history) == 4


async def test_a_power_cut_takes_nothing_back(start_server: StartServer, connect: Connect) -> None:
    place = Place(await start_server())
    games: dict[str, list[Steadfast]] = {}
    for number in range(3):
        clients = [await connect(place.server, f"P{number}{seat}") for seat in range(2)]
        table = await begin(*clients, bots=1, level="meek", game="parley", options={"rounds": 4})
        games[table] = [Steadfast(place, client, chooser(number)) for client in clients]

    async def cut_the_power() -> None:
        for moment in (3, 9):
            await place.until_accepted(moment)
            await place.crash()
            place.reopen(await start_server(port=place.server.port))

    async with asyncio.TaskGroup() as together:
        together.create_task(cut_the_power())
        together.create_task(all_play(games))
    for players in games.values():
        assert all(not player.open for player in players)
        for player in players:
            await player.client.close()


async def test_the_same_people_play_another_game_at_the_same_table(
    start_server: StartServer, connect: Connect
) -> None:
    server = await start_server()
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    table = await begin(ana, bo, game="parley")
    await asyncio.gather(ana.play(table, chooser(1)), bo.play(table, chooser(2)))
    await ana.ask(Rematch(id=ana.next_id(), table=table))
    settings = TableSettings(seats=3, pace=0)
    await ana.ask(Configure(id=ana.next_id(), table=table, settings=settings, game="triqueta"))
    await bo.until(lambda: bo.mirrors[table].room.game == "triqueta")
    assert [seat.name for seat in bo.mirrors[table].room.seats[:2]] == ["Ana", "Bo"]
    await ana.ask(AddBot(id=ana.next_id(), table=table, level="easy"))
    await bo.ask(Ready(id=bo.next_id(), table=table))
    await ana.ask(Start(id=ana.next_id(), table=table))
    await asyncio.gather(*(_play_first(one, table) for one in (ana, bo)))
    assert sum(isinstance(one, GameOver) for one in ana.happened) == 2


async def _play_first(client: ScriptedClient, table: str) -> None:
    await client.play(table, lambda _public, mine: mine.choices[-1].action)


async def test_a_coach_is_asked_over_the_wire(start_server: StartServer, connect: Connect) -> None:
    server = await start_server()
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    table = await begin(ana, bo, game="parley", coach=True)
    assert ana.mirrors[table].room.settings.coach
    answer = await ana.ask(Advise(id=ana.next_id(), table=table))
    assert answer.advice is not None
    assert len(answer.advice.promises) == 12
    offer = answer.advice.promises[0].action
    assert offer["do"] == "offer"
    await ana.ask(Act(id=ana.next_id(), table=table, action=offer))
    with pytest.raises(RejectedError, match=Code.NOT_YOUR_TURN):
        await ana.ask(Advise(id=ana.next_id(), table=table))
