"""My games, statistics and being forgotten on a real server, also after kill -9."""

from pathlib import Path
from random import Random

from tests.integration.conftest import StartServer
from tests.integration.games import begin, play_out
from tests.scripted import ScriptedClient
from tests.server.archive.club import Person, play, records
from triqueta_protocol.archive import Forgotten, GamesFound, StatisticsFound
from triqueta_protocol.errors import Code
from triqueta_protocol.login import hash_token
from triqueta_protocol.requests import ForgetMe, Games, Statistics
from triqueta_server.store.records import Credential, PlayerRecord
from triqueta_server.store.store import Store

TOKENS = {"Anastasia": "a" * 48, "Boniface": "b" * 48}
ANA, BO = (Person(hash_token(token)[:6].hex(), name) for name, token in TOKENS.items())


def filled_store(path: Path) -> None:
    store = Store.open(path)
    store.write(
        [
            PlayerRecord(one.id, Credential("token", hash_token(TOKENS[one.name])), one.name, 5.0)
            for one in (ANA, BO)
        ]
    )
    for number, kind in enumerate(("triqueta", "triche", "tripitz")):
        played = play(kind, 2, Random(number))
        store.write(records(played, f"old{number}", (ANA, BO), 1e9 + 86_400 * number, table=kind))
    store.close()


async def listed(client: ScriptedClient) -> GamesFound:
    found = (await client.ask(Games(id=client.next_id()))).found
    assert isinstance(found, GamesFound)
    return found


async def test_stored_games_and_new_ones_are_listed_and_outlive_kill_9(
    start_server: StartServer, tmp_path: Path
) -> None:
    filled_store(tmp_path / "data" / "triqueta.db")
    server = await start_server()
    ana, bo = [await ScriptedClient.connect(server.url, name, token) for name, token in TOKENS.items()]
    assert [game.id for game in (await listed(ana)).games] == ["old2", "old1", "old0"]
    table = await begin(ana, bo)
    assert (await listed(ana)).total == 3, "what runs is not in the list"
    await play_out(table, ana, bo)
    before = await listed(ana)
    assert before.total == 4
    points = [seat.points for seat in before.games[0].seats]
    await server.kill()

    after = await start_server()
    ana, bo = [await ScriptedClient.connect(after.url, name, token) for name, token in TOKENS.items()]
    assert await listed(ana) == before
    counted = (await ana.ask(Statistics(id=ana.next_id()))).found
    assert isinstance(counted, StatisticsFound)
    assert [(one.game, one.games) for one in counted.games] == [
        ("triche", 1),
        ("tripitz", 1),
        ("triqueta", 2),
    ]
    assert counted.games[2].points[-1] == points[0]
    assert counted.games[0].against[0].name == "Boniface"

    answer = await ana.ask(ForgetMe(id=ana.next_id()))
    assert isinstance(answer.found, Forgotten)
    await ana.ended()
    assert ana.bye is not None
    assert ana.bye.code == Code.FORGOTTEN
    assert [[seat.name for seat in game.seats] for game in (await listed(bo)).games] == [["", "Boniface"]] * 4
    everything = b"".join(file.read_bytes() for file in sorted((tmp_path / "data").glob("triqueta.db*")))
    assert b"Boniface" in everything
    assert b"Anastasia" not in everything
    somebody = await ScriptedClient.connect(after.url, "Anastasia", TOKENS["Anastasia"])
    assert (await listed(somebody)).total == 0
    for client in (bo, somebody):
        await client.close()
    assert await after.stop() == 0
    assert "Traceback" not in after.log()
