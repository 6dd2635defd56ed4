"""Whole games of every size, the designer's variant for two, a rematch, and a clock that nobody minds."""

import pytest

from tests.integration.choosers import eager
from tests.integration.conftest import Connect
from tests.integration.games import begin, play_out
from tests.serving import ServerProcess
from triqueta_protocol.requests import History, Ready, Rematch, Start
from triqueta_protocol.table_events import BotSatIn, GameOver, TimeRanOut


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
async def test_a_whole_game(shared_server: ServerProcess, connect: Connect, seats: int) -> None:
    players = [await connect(shared_server, f"P{seat}") for seat in range(seats)]
    table = await begin(*players)
    await play_out(table, *players, choose=eager(seats))
    end = players[0].public(table)
    assert end.scores is not None
    assert len(end.scores) == seats
    over = next(one for one in players[0].happened if isinstance(one, GameOver))
    assert over.winners == tuple(seat for seat, score in enumerate(end.scores) if score.rank == 1)


@pytest.mark.parametrize("bots", [1, 4])
async def test_a_whole_game_against_bots(shared_server: ServerProcess, connect: Connect, bots: int) -> None:
    ana = await connect(shared_server, "Ana")
    table = await begin(ana, bots=bots, level="normal")
    await play_out(table, ana, choose=eager(bots))


async def test_the_variant_for_two(shared_server: ServerProcess, connect: Connect) -> None:
    ana, bo = await connect(shared_server, "Ana"), await connect(shared_server, "Bo")
    table = await begin(ana, bo, options={"variant": "dorra"})
    assert ana.mirrors[table].room.options["variant"] == "dorra"
    await play_out(table, ana, bo, choose=eager(7))
    history = (await ana.ask(History(id=ana.next_id(), table=table))).history
    assert history is not None
    drew = [one for one in history if one["is"] == "drew"]
    assert any(one.get("count") == 2 for one in drew)
    assert sum(ana.public(table).boxed) == sum(one["is"] == "boxed" for one in history) > 0


async def test_the_variant_for_two_against_a_bot(shared_server: ServerProcess, connect: Connect) -> None:
    ana = await connect(shared_server, "Ana")
    table = await begin(ana, bots=1, level="normal", options={"variant": "dorra"})
    await play_out(table, ana, choose=eager(3))
    assert "no legal action" not in shared_server.log()


async def test_a_rematch_with_the_seats_moved_on(shared_server: ServerProcess, connect: Connect) -> None:
    ana, bo = await connect(shared_server, "Ana"), await connect(shared_server, "Bo")
    table = await begin(ana, bo)
    await play_out(table, ana, bo)
    await ana.ask(Rematch(id=ana.next_id(), table=table, rotate=True))
    await bo.until(lambda: bo.mirrors[table].room.status == "waiting")
    assert (ana.mirrors[table].seat, bo.mirrors[table].seat) == (1, 0)
    await bo.ask(Ready(id=bo.next_id(), table=table))
    await ana.ask(Start(id=ana.next_id(), table=table))
    await play_out(table, ana, bo)
    assert ana.mirrors[table].room.games == 2
    assert sum(isinstance(one, GameOver) for one in ana.happened) == 2


async def test_the_same_seed_is_the_same_game(shared_server: ServerProcess, connect: Connect) -> None:
    ana, bo = await connect(shared_server, "Ana"), await connect(shared_server, "Bo")
    histories = []
    for _ in range(2):
        table = await begin(ana, bo, seed="a knot of three")
        await play_out(table, ana, bo)
        told = (await ana.ask(History(id=ana.next_id(), table=table))).history
        assert told is not None
        # Seals differ: each has a salt of its own.
        histories.append([one for one in told if one["is"] not in ("game_began", "game_over")])
    assert histories[0] == histories[1]


@pytest.mark.slow
async def test_a_player_who_never_answers_is_played_for(server: ServerProcess, connect: Connect) -> None:
    """The shortest clock there is; the one who is silent stays linked all the time."""
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    table = await begin(ana, bo, settings={"clock": {"turn": 5, "bank": 0}}, options={"start": 1})
    await ana.play(table, eager(1))
    ran_out = [one for one in ana.happened if isinstance(one, TimeRanOut)]
    assert ran_out == [TimeRanOut(1, in_a_row) for in_a_row in (1, 2, 3)]
    assert [one for one in ana.happened if isinstance(one, BotSatIn)] == [BotSatIn(1, "clock")]
    await bo.until(lambda: bo.is_over(table))
    assert bo.public(table) == ana.public(table)
    assert bo.mirrors[table].room.clocks is not None
