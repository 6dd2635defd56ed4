"""Files that are taken away under a running store: put back where that is possible, told where it is not."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from server.store import opening, watch
from server.store.failures import Cause, StoreRefused, StoreStalled
from server.store.journal import Journal
from server.store.store import Store
from tests.server.store.samples import a_game, a_move, moves

Accident = Callable[[Path], object]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "store.db"


@pytest.fixture(autouse=True)
def _always_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests do not wait for an accident to be a moment old."""
    monkeypatch.setattr(watch, "FRESH", 0.0)


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    store = Store.open(path)
    store.write([a_game(), *moves("g1", 300)])
    yield store
    store.close()


def on_the_disk(path: Path, to: Path) -> list[int]:
    """The moves that a server would find after a power cut."""
    to.mkdir()
    for ending in ("", "-wal", ".tally"):
        if Path(f"{path}{ending}").exists():
            shutil.copy(f"{path}{ending}", to)
    store = Store.open(to / path.name)
    try:
        game = store.game("g1")
        assert game is not None
        return [entry.n for entry in game.entries]
    finally:
        store.close()


def log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def empty_folder(path: Path) -> None:
    for file in path.parent.iterdir():
        file.unlink()


def move_over(path: Path) -> None:
    other = path.with_name("x")
    shutil.copy(path, other)
    other.replace(log_of(path))


HEALED: dict[str, Accident] = {
    "the database removed": Path.unlink,
    "the log removed": lambda path: log_of(path).unlink(),
    "the index of the log removed": lambda path: path.with_name(path.name + "-shm").unlink(),
    "everything in the folder removed": empty_folder,
    "another log moved over it": move_over,
}


@pytest.mark.parametrize("accident", HEALED.values(), ids=list(HEALED))
def test_what_was_taken_away_is_put_back(
    path: Path, store: Store, tmp_path: Path, accident: Accident
) -> None:
    accident(path)
    store.write([a_move("g1", 301)])
    assert on_the_disk(path, tmp_path / "after a power cut") == list(range(1, 302))
    store.write([a_move("g1", 302)])
    assert on_the_disk(path, tmp_path / "after another") == list(range(1, 303))
    with pytest.raises(StoreRefused, match="Another server"):
        Store.open(path)


def foreign(path: Path) -> Path:
    other = path.with_name("other.db")
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE recipe (title TEXT)")
    return other


STALLED: dict[str, tuple[Cause, Accident]] = {
    "moved away with its folder": (
        Cause.MISSING,
        lambda path: path.parent.rename(path.parent.with_name("x")),
    ),
    "another moved over it": (Cause.REPLACED, lambda path: foreign(path).replace(path)),
    "cut to nothing": (Cause.DAMAGED, lambda path: os.truncate(path, 0)),
    "cut in half": (Cause.DAMAGED, lambda path: os.truncate(path, 4096)),
    "another copied over it": (Cause.DAMAGED, lambda path: shutil.copy(foreign(path), path)),
    "its log cut to nothing": (Cause.DAMAGED, lambda path: os.truncate(log_of(path), 0)),
    "zeros written over it": (Cause.DAMAGED, lambda path: path.write_bytes(bytes(path.stat().st_size))),
}


@pytest.mark.parametrize(("cause", "accident"), STALLED.values(), ids=list(STALLED))
def test_what_cannot_be_put_back_is_noticed_before_the_next_move_is_accepted(
    path: Path, store: Store, cause: Cause, accident: Accident
) -> None:
    accident(path)
    for _ in range(2):
        with pytest.raises(StoreStalled) as stalled:
            store.write([a_move("g1", 301)])
        assert stalled.value.cause is cause
        with pytest.raises(StoreStalled):
            store.check()


def test_a_folder_that_comes_back_is_gone_on_with(path: Path, store: Store, tmp_path: Path) -> None:
    away = path.parent.with_name("away")
    path.parent.rename(away)
    with pytest.raises(StoreStalled, match="put it back"):
        store.check()
    away.rename(path.parent)
    store.write([a_move("g1", 301)])
    assert on_the_disk(path, tmp_path / "copy") == list(range(1, 302))


def test_what_was_open_is_kept_when_another_file_takes_its_place(path: Path, store: Store) -> None:
    foreign(path).replace(path)
    with pytest.raises(StoreStalled, match=r"is kept in .*store\.db\.rescued-"):
        store.check()
    [rescued] = path.parent.glob("store.db.rescued-*")
    with closing(sqlite3.connect(rescued)) as kept:
        assert kept.execute("SELECT count(*) FROM entry").fetchone() == (300,)
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT count(*) FROM recipe").fetchone() == (0,), "it is left alone"
    with pytest.raises(StoreStalled):
        store.check()
    assert len(list(path.parent.glob("store.db.rescued-*"))) == 1


def test_a_database_that_comes_back_is_gone_on_with(path: Path, store: Store, tmp_path: Path) -> None:
    away = path.with_name("away.db")
    path.rename(away)
    foreign(path).replace(path)
    with pytest.raises(StoreStalled):
        store.check()
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
    with pytest.raises(StoreStalled):
        store.write(batch)
    store._connection.set_trace_callback(None)
    with pytest.raises(StoreStalled):
        store.write(batch)
    away.rename(path.parent)
    store.write(batch)
    assert on_the_disk(path, tmp_path / "copy") == list(range(1, 302))


def test_other_programs_that_write_in_good_order_are_no_accident(path: Path, store: Store) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("UPDATE player SET name = 'x'")
        other.execute("CREATE TABLE note (text TEXT)")
        store.write([a_move("g1", 301)])
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        store.write([a_move("g1", 302)])
    store.write([a_move("g1", 303)])
    game = store.game("g1")
    assert game is not None
    assert len(game.entries) == 303


async def test_a_store_to_which_nothing_is_written_is_looked_at(path: Path, store: Store) -> None:
    heard: asyncio.Queue[StoreStalled | None] = asyncio.Queue()
    journal = Journal(store, on_stall=heard.put_nowait, look_every=0.01)
    journal.start()
    away = path.parent.with_name("away")
    path.parent.rename(away)
    stall = await heard.get()
    assert stall is not None
    assert stall.cause is Cause.MISSING
    away.rename(path.parent)
    assert await heard.get() is None
    await journal.close()


def test_a_large_store_that_was_touched_is_looked_at_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "CHECKED_AT_ONCE", 0)
    path = tmp_path / "store.db"
    store = Store.open(path)
    try:
        store.write([a_game("g1")])
        store.check_whole()
        with closing(sqlite3.connect(path)) as other, other:
            other.execute("CREATE TABLE other (id)")
        store.check()
        assert not store.is_checked
        store.check_whole()
        store.write([a_game("g2", "T2")])
        assert store.is_checked
    finally:
        store.close()
