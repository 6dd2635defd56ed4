"""Rated games through real sockets and a real store: a server is killed at their end, and nothing is lost."""

from tests.integration.conftest import Connect, StartServer
from tests.integration.games import begin, play_out
from tests.scripted import ScriptedClient
from triqueta_protocol.archive import LeaderboardFound, RatedPlayer
from triqueta_protocol.requests import Leaderboard
from triqueta_server.cli import main

CLOCK = {"clock": {"turn": 60}}


async def people(client: ScriptedClient) -> dict[str, RatedPlayer]:
    """The ratings at tables of two, without those of the bots."""
    answer = await client.ask(Leaderboard(id=client.next_id(), game="triqueta", seats_class="2"))
    assert isinstance(answer.found, LeaderboardFound)
    return {line.name: line for line in answer.found.lines if line.level is None}


async def test_a_server_killed_when_a_rated_game_has_ended_has_its_ratings(
    start_server: StartServer, connect: Connect
) -> None:
    server = await start_server()
    ana, bo = await connect(server, "Ana"), await connect(server, "Bo")
    assert await people(ana) == {}
    table = await begin(ana, bo, rated=True, settings=CLOCK)
    await play_out(table, ana, bo)
    told = ana.mirrors[table].room.rating_changes
    names = [seat.name for seat in ana.mirrors[table].room.seats]
    assert len(told) == 2
    await server.kill()
    server = await start_server()
    ana = await connect(server, "Ana", token=ana.token)
    after = await people(ana)
    assert [after[name].rating for name in names] == [one.after for one in told if one is not None]
    assert [after[name].you for name in names] == [True, False]
    assert {line.games for line in after.values()} == {1}
    assert main(["ratings", "--data-dir", str(server.store.parent), "--check"]) == 0
    # The next game goes on from there.
    bo = await connect(server, "Bo", token=bo.token)
    table = await begin(ana, bo, rated=True, settings=CLOCK)
    await play_out(table, ana, bo)
    began = [one.before for one in ana.mirrors[table].room.rating_changes if one is not None]
    assert began == [after[name].rating for name in names]
    assert await server.stop() == 0
    assert main(["ratings", "--data-dir", str(server.store.parent), "--recompute"]) == 0
    assert "Traceback" not in server.log()
