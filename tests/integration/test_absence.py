"""Somebody is gone from a real table: a bot plays, a killed server remembers it, and the owner comes back."""

from pathlib import Path

from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from triqueta_protocol.requests import Ready, Start
from triqueta_protocol.table_events import BotSatIn


async def begun(server: ServerProcess) -> tuple[str, ScriptedClient, ScriptedClient]:
    ana = await ScriptedClient.connect(server.url, "Ana")
    bo = await ScriptedClient.connect(server.url, "Bo")
    table = await ana.create(settings={"seats": 2}, options={"start": 1})
    await bo.join(table)
    await bo.ask(Ready(id=bo.next_id(), table=table))
    await ana.ask(Start(id=ana.next_id(), table=table))
    return table, ana, bo


async def test_a_bot_plays_and_the_owner_comes_back_over_killed_servers(tmp_path: Path) -> None:
    first = await ServerProcess.start(tmp_path, "--grace", "0.2")
    table, ana, bo = await begun(first)
    await first.kill()
    second = await ServerProcess.start(tmp_path, "--grace", "0.2", port=first.port)
    ana = await ScriptedClient.connect(second.url, "Ana", token=ana.token)
    room = (await ana.join(table)).room
    assert [one.seat for one in room.away] == [1]
    await ana.until(lambda: BotSatIn(1, "gone") in ana.happened)
    await ana.until(lambda: ana.must_decide(table))
    await second.kill()
    third = await ServerProcess.start(tmp_path, port=first.port)
    bo = await ScriptedClient.connect(third.url, "Bo", token=bo.token)
    assert (await bo.join(table)).room.seats[1].player == bo.welcome.player
    await bo.until(lambda: bo.mirrors[table].room.seats[1].level is None)
    await bo.close()
    await third.stop()
