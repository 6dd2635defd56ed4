"""Games in PostgreSQL: what is refused, what a lost connection leaves open, and crashes of either side."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from server.store.failures import RecordRefused, StoreInUse, StoreStalled
from server.store.records import GameEnd, Record
from server.store.store import Store
from tests.bench.on_postgres.cluster import Cluster, missing, running_cluster
from tests.integration.choosers import eager
from tests.integration.conftest import GENEROUS
from tests.integration.games import WAITS, begin
from tests.integration.records import replay
from tests.integration.steadfast import Place, Steadfast, all_play
from tests.integration.truth import assert_ended, assert_told_the_truth
from tests.scripted import ScriptedClient
from tests.server.store.samples import ANA, a_game, a_move, moves

if missing():
    pytest.skip(missing(), allow_module_level=True)

import psycopg

from tests.bench.on_postgres import store as postgres_store
from tests.bench.on_postgres.server import PostgresServer
from tests.bench.on_postgres.store import DSN_VARIABLE, PostgresStore

StartServer = Callable[..., Awaitable[PostgresServer]]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture
def store(cluster: Cluster, tmp_path: Path) -> Iterator[PostgresStore]:
    """A server's games, of which there are none yet."""
    store = PostgresStore(cluster.dsn, str(tmp_path))
    yield store
    store.close()


@pytest.fixture
async def start_server(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[StartServer]:
    monkeypatch.setenv(DSN_VARIABLE, cluster.dsn)
    running: list[PostgresServer] = []

    async def start(folder: str = "server", port: int = 0) -> PostgresServer:
        server = await PostgresServer.start(tmp_path / folder, *GENEROUS, port=port)
        running.append(server)
        return server

    yield start
    for server in running:
        await server.kill()


def test_it_answers_as_the_sqlite_store_does(store: PostgresStore, tmp_path: Path) -> None:
    batches: list[list[Record]] = [
        [ANA, a_game("g1", "KNOT"), *moves("g1", 7)],
        [a_game("g2", "KNRT", players=("ana", "bo")), *moves("g2", 3), a_move("g1", 8)],
        [GameEnd("g1", 2000.0, b"result"), a_game("g3", "KNOT", 2), a_move("g3", 1)],
    ]
    sqlite = Store.open(tmp_path / "games.db")
    for batch in batches:
        store.write(batch)
        sqlite.write(batch)
    for since in (0.0, 1002.5, 1500.0, 3000.0):
        assert list(store.last_games(since)) == list(sqlite.last_games(since))
        assert store.moves_of("ana", since) == sqlite.moves_of("ana", since)
    for one in ("g1", "g2", "g3", "g4"):
        assert store.game(one) == sqlite.game(one)
    for code in ("KNOT", "KNRT", "NONE"):
        assert store.unfinished_at(code) == sqlite.unfinished_at(code)
    assert store.tables_in_use() == sqlite.tables_in_use()
    assert store.unfinished_of("ana") == sqlite.unfinished_of("ana")
    for known in (ANA.token_hash, ANA.token_hash[:8], b"nobody"):
        assert store.player(known) == sqlite.player(known)
    sqlite.close()


@pytest.mark.parametrize("refused", [a_move("unknown", 1), a_move("r1", 2), a_game("r1")])
def test_a_record_that_does_not_fit_is_refused_and_the_next_one_is_not(
    store: PostgresStore, refused: Record
) -> None:
    if store.game("r1") is None:
        store.write([a_game("r1"), *moves("r1", 2)])
    before = store.game("r1")
    assert before is not None
    n = len(before.entries) + 1
    with pytest.raises(RecordRefused):
        store.write([a_move("r1", n), refused])
    assert store.game("r1") == before
    store.write([a_move("r1", n)])


def test_two_servers_do_not_play_the_same_games(
    store: PostgresStore, tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store, "IN_USE_AFTER", 1)
    with pytest.raises(StoreInUse):
        PostgresStore(cluster.dsn, str(tmp_path))


@pytest.mark.parametrize("committed", [True, False])
def test_after_a_lost_connection_a_batch_is_written_once(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch, committed: bool
) -> None:
    game = f"lost {committed}"
    store.write([a_game(game)])
    connection = store._connection
    whole = connection.pipeline

    @contextmanager
    def cut() -> Iterator[None]:
        """The line breaks before anything is sent, or before the answer has come."""
        monkeypatch.undo()
        if committed:
            with whole():
                yield
        connection.close()
        raise psycopg.OperationalError("the line is cut")

    monkeypatch.setattr(connection, "pipeline", cut)
    batch = moves(game, 3)
    with pytest.raises(StoreStalled):
        store.write(batch)
    store.write(batch)
    store.write([a_move(game, 4)])
    stored = store.game(game)
    assert stored is not None
    assert [entry.n for entry in stored.entries] == [1, 2, 3, 4]


async def test_no_accepted_move_is_lost_when_the_server_or_postgresql_is_killed(
    start_server: StartServer, cluster: Cluster
) -> None:
    place = Place(await start_server())
    games: dict[str, list[Steadfast]] = {}
    for people, bots in [(2, 0), (3, 0), (1, 1), (4, 0)] * 2:
        clients = [
            await ScriptedClient.connect(place.server.url, f"P {len(games)} {seat}") for seat in range(people)
        ]
        table = await begin(*clients, bots=bots, **WAITS)
        games[table] = [Steadfast(place, client, eager(len(games), draws=0.4)) for client in clients]

    async def accidents() -> None:
        await place.until_accepted(60)
        await place.crash()
        place.reopen(await start_server(port=place.server.port))
        await place.until_accepted(120)
        await asyncio.to_thread(cluster.crash)
        await asyncio.to_thread(cluster.start)

    async with asyncio.TaskGroup() as together:
        together.create_task(accidents())
        together.create_task(all_play(games))
    assert "games pause" in place.server.log()
    assert await place.server.stop() == 0
    assert "Traceback" not in place.server.log()
    store = PostgresStore(cluster.dsn, str(place.server.store.parent))
    played = {game.record.table: replay(game) for game in store.last_games(0.0)}
    store.close()
    assert played.keys() == games.keys()
    for table, players in games.items():
        assert_ended(played[table])
        for player in players:
            assert_told_the_truth(player, played[table])
            await player.client.close()


async def test_players_are_known_to_all_servers_of_a_database_and_tables_to_their_own(
    start_server: StartServer,
) -> None:
    one, two = await start_server("one"), await start_server("two")
    ana = await ScriptedClient.connect(one.url, "Ana")
    table = await begin(ana, bots=1, options={"start": 0})
    elsewhere = await ScriptedClient.connect(two.url, "Ana", token=ana.token)
    assert elsewhere.welcome.player == ana.welcome.player
    assert elsewhere.welcome.seats == ()
    await one.kill()
    await two.kill()
    two, one = await start_server("two"), await start_server("one")
    back = await ScriptedClient.connect(one.url, "Ana", token=ana.token)
    assert [seat.table for seat in back.welcome.seats] == [table]
    elsewhere = await ScriptedClient.connect(two.url, "Ana", token=ana.token)
    assert elsewhere.welcome.seats == ()
    for client in (ana, back, elsewhere):
        await client.close()
