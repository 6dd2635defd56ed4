"""Files of an open store that are removed or replaced: no move is confirmed that a restart would not find."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.store.samples import a_game, a_move, moves
from triqueta_server.store.errors import Cause, StoreRefusedError, StoreStalledError
from triqueta_server.store.journal import Journal
from triqueta_server.store.store import Store

Accident = Callable[[Path], object]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "store.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    store = Store.open(path)
    store.write([a_game(), *moves("g1", 300)])
    yield store
    store.close()


def entries(store: Store) -> list[int]:
    game = store.game("g1")
    assert game is not None
    return [entry.n for entry in game.entries]


def on_the_disk(path: Path, to: Path) -> list[int]:
    """The moves that a server would find after a power cut."""
    to.mkdir()
    for ending in ("", "-wal", ".tally"):
        if Path(f"{path}{ending}").exists():
            shutil.copy(f"{path}{ending}", to)
    store = Store.open(to / path.name)
    try:
        return entries(store)
    finally:
        store.close()


def beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def empty_folder(path: Path) -> None:
    for file in path.parent.iterdir():
        file.unlink()


def foreign(path: Path) -> Path:
    other = path.with_name("other.db")
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE recipe (title TEXT)")
    return other


def replace_with_copy(file: Path) -> None:
    other = file.with_name("x")
    shutil.copy(file, other)
    other.replace(file)


ACCIDENTS: dict[str, tuple[Cause, Accident]] = {
    "the database removed": (Cause.MISSING, Path.unlink),
    "the log removed": (Cause.MISSING, lambda path: beside(path, "-wal").unlink()),
    "the lock removed": (Cause.MISSING, lambda path: beside(path, ".lock").unlink()),
    "everything in the folder removed": (Cause.MISSING, empty_folder),
    "the folder moved": (Cause.MISSING, lambda path: path.parent.rename(path.parent.with_name("x"))),
    "another database moved over it": (Cause.REPLACED, lambda path: foreign(path).replace(path)),
    "a copy moved over it": (Cause.REPLACED, replace_with_copy),
    "another log moved over it": (Cause.REPLACED, lambda path: replace_with_copy(beside(path, "-wal"))),
}


@pytest.mark.parametrize(("cause", "accident"), ACCIDENTS.values(), ids=list(ACCIDENTS))
def test_no_move_is_accepted_after_an_accident(
    path: Path, store: Store, cause: Cause, accident: Accident
) -> None:
    accident(path)
    for _ in range(2):
        with pytest.raises(StoreStalledError) as stalled:
            store.write([a_move("g1", 301)])
        assert stalled.value.cause is cause
        assert str(path) in str(stalled.value)
        with pytest.raises(StoreStalledError):
            store.check()


@pytest.mark.parametrize("ending", ["-wal", "-shm", ".lock", ".tally"])
def test_a_restart_heals_what_lies_beside_the_database(path: Path, ending: str) -> None:
    store = Store.open(path)
    store.write([a_game(), *moves("g1", 300)])
    beside(path, ending).unlink()
    store.close()
    store = Store.open(path)
    try:
        assert entries(store) == list(range(1, 301))
        store.write([a_move("g1", 301)])
    finally:
        store.close()


def test_games_go_on_when_the_folder_is_back(path: Path, store: Store, tmp_path: Path) -> None:
    away = path.parent.with_name("away")
    path.parent.rename(away)
    with pytest.raises(StoreStalledError, match="put the right file back"):
        store.check()
    away.rename(path.parent)
    store.write([a_move("g1", 301)])
    assert on_the_disk(path, tmp_path / "copy") == list(range(1, 302))


def test_games_go_on_when_the_right_database_is_back(path: Path, store: Store, tmp_path: Path) -> None:
    away = path.with_name("away.db")
    path.rename(away)
    foreign(path).replace(path)
    with pytest.raises(StoreStalledError):
        store.check()
    with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as other:
        assert other.execute("SELECT count(*) FROM recipe").fetchone() == (0,), "it is left alone"
    away.replace(path)
    store.write([a_move("g1", 301)])
    assert on_the_disk(path, tmp_path / "copy") == list(range(1, 302))


def test_a_batch_that_was_committed_while_the_file_went_away_is_not_written_twice(
    path: Path, store: Store, tmp_path: Path
) -> None:
    away = path.parent.with_name("away")
    batch = [a_move("g1", 301)]
    store._connection.set_trace_callback(
        lambda statement: path.parent.rename(away) if statement == "COMMIT" else None
    )
    with pytest.raises(StoreStalledError):
        store.write(batch)
    store._connection.set_trace_callback(None)
    with pytest.raises(StoreStalledError):
        store.write(batch)
    away.rename(path.parent)
    store.write(batch)
    assert on_the_disk(path, tmp_path / "copy") == list(range(1, 302))


def test_other_programs_may_read_and_write(path: Path, store: Store) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("UPDATE player SET name = 'x'")
        other.execute("CREATE TABLE note (text TEXT)")
        store.write([a_move("g1", 301)])
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        store.write([a_move("g1", 302)])
        other.execute("VACUUM")
        store.write([a_move("g1", 303)])
    store.write([a_move("g1", 304)])
    assert entries(store) == list(range(1, 305))


def test_a_second_server_is_refused_while_the_store_is_open(path: Path, store: Store) -> None:
    store.write([a_move("g1", 301)])
    with pytest.raises(StoreRefusedError, match="Another server"):
        Store.open(path)


async def test_an_idle_store_is_checked(path: Path, store: Store) -> None:
    stalls: asyncio.Queue[StoreStalledError | None] = asyncio.Queue()
    journal = Journal(store, on_stall=stalls.put_nowait, check_every=0.01)
    journal.start()
    away = path.parent.with_name("away")
    path.parent.rename(away)
    stall = await stalls.get()
    assert stall is not None
    assert stall.cause is Cause.MISSING
    away.rename(path.parent)
    assert await stalls.get() is None
    await journal.close()
