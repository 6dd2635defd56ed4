"""Word goes out in order and after the commit; many tables share one; a full disk loses nothing."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from weakref import ref

import pytest

from tests.server.store.samples import ANA, a_game, a_move, limit_pages, moves
from triqueta_protocol.errors import Code, RefusalError
from triqueta_server.store.errors import Cause, StoreBrokenError, StoreStalledError
from triqueta_server.store.journal import Journal
from triqueta_server.store.records import Record
from triqueta_server.store.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path / "store.db")
    yield store
    store.close()


@pytest.fixture
def commits(store: Store) -> list[str]:
    """Every COMMIT that SQLite carries out."""
    seen: list[str] = []
    store._connection.set_trace_callback(lambda sql: seen.append(sql) if sql == "COMMIT" else None)
    return seen


@asynccontextmanager
async def running(journal: Journal) -> AsyncIterator[Journal]:
    journal.start()
    yield journal
    await journal.close()


def numbers(store: Store, game: str = "g1") -> list[int]:
    found = store.game(game)
    assert found is not None
    return [entry.n for entry in found.entries]


async def test_callbacks_run_in_the_order_of_adding_and_after_the_commit(store: Store) -> None:
    told: list[int] = []
    stored_when_told: list[bool] = []
    loop_thread = threading.get_ident()

    def tell(n: int) -> None:
        assert threading.get_ident() == loop_thread
        told.append(n)
        # The journal writes nothing while it calls back, so the file can be looked at from here.
        stored_when_told.append(n in numbers(store))

    async with running(Journal(store)) as journal:
        journal.add(a_game())
        for n in range(1, 51):
            journal.add(a_move("g1", n), partial(tell, n))
    assert told == list(range(1, 51))
    assert all(stored_when_told)


async def test_many_tables_share_few_commits(store: Store, commits: list[str]) -> None:
    tables = [f"g{number}" for number in range(200)]
    finished: list[str] = []

    async with running(Journal(store)) as journal:
        all_finished = asyncio.Event()

        def play_on(game: str, n: int) -> None:
            if n <= 10:
                journal.add(a_move(game, n), lambda: play_on(game, n + 1))
            else:
                finished.append(game)
                if len(finished) == len(tables):
                    all_finished.set()

        for game in tables:
            journal.add(a_game(game, game))
            play_on(game, 1)
        await all_finished.wait()
    assert finished == tables
    assert len(commits) == 10


async def test_what_is_added_during_a_commit_waits_for_the_next_one(store: Store, commits: list[str]) -> None:
    async with running(Journal(store)) as journal:
        first_is_stored = asyncio.Event()
        journal.add(a_game(), first_is_stored.set)
        await first_is_stored.wait()
        commits.clear()
        go_on = threading.Event()
        writer_is_held = asyncio.create_task(journal.run(go_on.wait))
        last_is_stored = asyncio.Event()
        for n in range(1, 101):
            journal.add(a_move("g1", n), last_is_stored.set if n == 100 else None)
            await asyncio.sleep(0)
        assert not last_is_stored.is_set()
        go_on.set()
        await writer_is_held
        await last_is_stored.wait()
    assert len(commits) == 2
    assert numbers(store) == list(range(1, 101))


async def test_closing_stores_everything_and_calls_back(store: Store) -> None:
    told: list[str] = []
    journal = Journal(store)
    journal.add(a_game(), lambda: told.append("added before the start"))
    journal.start()
    for n in range(1, 1001):
        journal.add(a_move("g1", n))
    journal.add(ANA, lambda: journal.add(a_move("g1", 1001), lambda: told.append("added by a callback")))
    await journal.close()
    assert told == ["added before the start", "added by a callback"]
    assert numbers(store) == list(range(1, 1002))


async def test_reads_take_turns_with_writes(store: Store) -> None:
    async with running(Journal(store)) as journal:
        stored = asyncio.Event()
        journal.add(ANA, stored.set)
        await stored.wait()
        assert await journal.run(store.player, ANA.credential) == ANA


async def test_a_callback_that_fails_does_not_keep_word_from_the_others(store: Store) -> None:
    problems: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: problems.append(context["exception"]))
    fault = RuntimeError("a table's own fault")

    def fail() -> None:
        raise fault

    told: list[str] = []
    async with running(Journal(store)) as journal:
        journal.add(a_game(), fail)
        journal.add(a_move("g1", 1), lambda: told.append("same batch"))
    assert problems == [fault]
    assert told == ["same batch"]


async def test_a_full_disk_stalls_until_there_is_room_and_nothing_is_lost(store: Store) -> None:
    heard: list[object] = []
    stalled = asyncio.Event()

    def on_stall(stall: StoreStalledError | None) -> None:
        heard.append(stall and stall.cause)
        if stall:
            stalled.set()

    async with running(Journal(store, on_stall=on_stall, retry_every=0.01)) as journal:
        journal.add(a_game())
        await _stored(journal, ANA)
        await journal.run(limit_pages, store, 1)
        for n in range(1, 2001):
            journal.add(a_move("g1", n), partial(heard.append, n))
        await stalled.wait()
        attempts = await journal.run(_attempts, store, asyncio.get_running_loop())
        for n in range(2001, 2101):
            journal.add(a_move("g1", n), partial(heard.append, n))
        for _ in range(3):
            await attempts.acquire()
        assert heard == [Cause.FULL]
        assert await journal.run(numbers, store) == []
        await journal.run(limit_pages, store, 2**30)
    assert heard == [Cause.FULL, None, *range(1, 2101)]
    assert numbers(store) == list(range(1, 2101))


async def test_what_is_read_too_late_is_refused(store: Store) -> None:
    async with running(Journal(store)) as journal:
        assert await journal.run(store.player, ANA.credential) is None
    with pytest.raises(RefusalError) as caught:
        await journal.run(store.player, ANA.credential)
    assert caught.value.code == Code.SERVER_CLOSING


async def test_closing_on_a_full_disk_says_so(store: Store) -> None:
    stalled = asyncio.Event()
    told: list[str] = []
    journal = Journal(store, on_stall=lambda now: stalled.set(), retry_every=3600)
    journal.start()
    journal.add(a_game())
    await _stored(journal, ANA)
    await journal.run(limit_pages, store, 1)
    for record in moves("g1", 2000):
        journal.add(record, lambda: told.append("stored"))
    await stalled.wait()
    with pytest.raises(StoreStalledError):
        await journal.close()
    assert told == []
    assert numbers(store) == []


async def test_room_that_is_made_before_closing_is_used(store: Store) -> None:
    stalled = asyncio.Event()
    journal = Journal(store, on_stall=lambda now: stalled.set(), retry_every=3600)
    journal.start()
    journal.add(a_game())
    await _stored(journal, ANA)
    await journal.run(limit_pages, store, 1)
    for record in moves("g1", 2000):
        journal.add(record)
    await stalled.wait()
    await journal.run(limit_pages, store, 2**30)
    await journal.close()
    assert numbers(store) == list(range(1, 2001))


async def test_a_broken_store_is_told_once_and_nobody_hears_of_what_was_not_stored(store: Store) -> None:
    told: list[str] = []
    faults: list[Exception] = []
    broken = asyncio.Event()

    def on_broken(error: Exception) -> None:
        faults.append(error)
        broken.set()

    journal = Journal(store, on_broken=on_broken)
    journal.start()
    store._connection.execute("DROP TABLE entry")
    journal.add(a_game("g2"))
    journal.add(a_move("g2", 1), lambda: told.append("an entry without a table for it"))
    await broken.wait()
    journal.add(a_game(), lambda: told.append("too late"))
    with pytest.raises(StoreBrokenError):
        await journal.close()
    assert [type(fault) for fault in faults] == [StoreBrokenError]
    assert told == []
    assert not store._connection.execute("SELECT * FROM game").fetchall()


async def _stored(journal: Journal, record: Record) -> None:
    stored = asyncio.Event()
    journal.add(record, stored.set)
    await stored.wait()


def _attempts(store: Store, loop: asyncio.AbstractEventLoop) -> asyncio.Semaphore:
    """Released once for each transaction that begins from now on."""
    attempts = asyncio.Semaphore(0)

    def seen(sql: str) -> None:
        if sql.startswith("BEGIN"):
            loop.call_soon_threadsafe(attempts.release)

    store._connection.set_trace_callback(seen)
    return attempts


async def test_a_record_that_the_store_refuses_costs_its_own_game_only(store: Store) -> None:
    told: list[str] = []
    refused: list[str] = []
    broken: list[Exception] = []

    async with running(Journal(store, on_broken=broken.append)) as journal:

        def add(record: Record, name: str) -> None:
            journal.add(record, partial(told.append, name), lambda _error: refused.append(name))

        journal.add(a_game("g1"))
        journal.add(a_game("g2", table="BARN"))
        add(a_move("g1", 1), "g1 1")
        add(a_move("g2", 1), "g2 1")
        add(a_move("g1", 1), "g1 again")
        add(a_move("g2", 2), "g2 2")
        await asyncio.sleep(0)
        add(a_move("g1", 2), "g1 late")
    assert not broken
    assert sorted(told) == ["g2 1", "g2 2"]
    assert sorted(refused) == ["g1 1", "g1 again", "g1 late"]
    assert numbers(store, "g2") == [1, 2]
    assert store.game("g1") is None


async def test_after_a_refusal_a_game_goes_on_from_what_is_stored(store: Store) -> None:
    async with running(Journal(store)) as journal:
        stored, turned_away = asyncio.Event(), asyncio.Event()
        journal.add(a_game())
        journal.add(a_move("g1", 1), stored.set)
        await stored.wait()
        journal.add(a_move("g1", 1), None, lambda _error: turned_away.set())
        await turned_away.wait()
        journal.add(a_move("g1", 2))
    assert numbers(store) == [1, 2]


async def test_what_is_stored_is_let_go_of(store: Store) -> None:
    """Whoever waited for a record would stay in memory until the next one, and its table with it."""

    class Waiting:
        def __init__(self) -> None:
            self.told = asyncio.Event()

        def tell(self) -> None:
            self.told.set()

    async with running(Journal(store)) as journal:
        waiting = Waiting()
        gone, told = ref(waiting), waiting.told
        journal.add(a_game(), waiting.tell)
        del waiting
        await told.wait()
        await journal.run(store.check)
        assert gone() is None
