"""Damage that SQLite does not see: the game it befell is named and left out, all others are as they were."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.store.samples import a_game, a_move, moves
from triqueta_server.store.errors import DamagedGameError
from triqueta_server.store.records import GameEnd, Loss
from triqueta_server.store.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with a game of each kind."""
    path = tmp_path / "store.db"
    store = Store.open(path)
    store.write([a_game("g1", "T1"), a_game("g2", "T2"), *moves("g1", 5), *moves("g2", 3)])
    store.write([*(a_move("g1", n) for n in range(6, 9)), a_game("g3", "T3"), *moves("g3", 2)])
    store.write([GameEnd("g3", 2000.0, b"result")])
    store.close()
    return path


def tamper(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        assert connection.execute(statement).rowcount == 1


def read(path: Path) -> tuple[list[str], list[str]]:
    """The games that are as they were, and the sentences about the others."""
    damaged: list[DamagedGameError] = []
    store = Store.open(path)
    try:
        games = [game.record.id for game in store.last_games(0.0, damaged.append)]
    finally:
        store.close()
    return games, [str(damage) for damage in damaged]


@pytest.mark.parametrize(
    ("statement", "where"),
    [
        ("UPDATE entry SET body = x'00' WHERE game = 1 AND n = 3", "entry 3 of 8"),
        ("UPDATE entry SET at = at + 1 WHERE game = 1 AND n = 8", "entry 8 of 8"),
        ("UPDATE entry SET seat = 4 WHERE game = 1 AND n = 1", "entry 1 of 8"),
        ("UPDATE entry SET player = 'bo' WHERE game = 1 AND n = 1", "entry 1 of 8"),
        ("UPDATE entry SET player = CAST(x'ff' AS TEXT) WHERE game = 1 AND n = 1", "entry 1 of 8"),
        ("UPDATE entry SET kind = CAST(x'6d6f76ff' AS TEXT) WHERE game = 1 AND n = 2", "entry 2 of 8"),
        ("UPDATE entry SET request = NULL WHERE game = 1 AND n = 4", "entry 4 of 8"),
        ("UPDATE entry SET n = 9 WHERE game = 1 AND n = 4", "entry 4 of 8"),
        ("UPDATE entry SET body = x'00', chain = x'00' WHERE game = 1 AND n = 8", "entry 8 of 8"),
        ("DELETE FROM entry WHERE game = 1 AND n = 4", "entry 4 of 7"),
        ("UPDATE game SET seed = x'01' WHERE seq = 1", "its beginning"),
        ("UPDATE game SET setup = x'01' WHERE seq = 1", "its beginning"),
        ("UPDATE game_players SET player = 'bo' WHERE game = 1 AND seat = 0", "its beginning"),
    ],
)
def test_a_changed_game_is_named_and_the_others_are_kept(path: Path, statement: str, where: str) -> None:
    tamper(path, statement)
    assert read(path) == (["g2", "g3"], [f"the game at table T1 is damaged in the store ({where})"])


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE game SET result = x'00' WHERE seq = 3",
        "UPDATE game SET ended_at = 1.0 WHERE seq = 3",
        "DELETE FROM entry WHERE game = 3 AND n = 2",
    ],
)
def test_the_end_covers_the_whole_game(path: Path, statement: str) -> None:
    tamper(path, statement)
    assert read(path) == (["g1", "g2"], ["the game at table T3 is damaged in the store (its end)"])


def test_a_table_s_code_that_is_no_text_is_no_reason_to_stop(path: Path) -> None:
    tamper(path, "UPDATE game SET table_code = CAST(x'54ff31' AS TEXT) WHERE seq = 1")
    games, damaged = read(path)
    assert games == ["g2", "g3"]
    assert "T\ufffd1" in damaged[0]


def test_whoever_returns_to_a_damaged_game_is_told(path: Path) -> None:
    tamper(path, "UPDATE entry SET body = x'00' WHERE game = 2 AND n = 3")
    store = Store.open(path)
    try:
        with pytest.raises(DamagedGameError):
            store.unfinished_at("T2")
        found = store.unfinished_at("T1")
        assert found is not None
        assert len(found.entries) == 8
    finally:
        store.close()


def test_a_game_that_goes_on_after_a_restart_is_one_chain(path: Path) -> None:
    for n in (4, 5):
        store = Store.open(path)
        store.write([a_move("g2", n)])
        store.close()
    assert read(path)[1] == []
    tamper(path, "UPDATE entry SET body = x'00' WHERE game = 2 AND n = 5")
    assert read(path)[1] == ["the game at table T2 is damaged in the store (entry 5 of 5)"]


# A log that was cut


def crashed(path: Path, to: Path, damage: Callable[[bytes], bytes]) -> Path:
    """What is on the disk after a killed server whose log was damaged."""
    store = Store.open(path)
    store.write([a_move("g1", 9), a_move("g2", 4)])
    store.write([a_move("g1", 10), a_game("g4", "T4"), a_move("g4", 1)])
    to.mkdir()
    for ending in ("", "-wal", ".tally"):
        shutil.copy(f"{path}{ending}", to)
    store.close()
    log = to / f"{path.name}-wal"
    log.write_bytes(damage(log.read_bytes()))
    return to / path.name


@pytest.mark.parametrize(
    ("damage", "losses", "games"),
    [
        pytest.param(lambda log: log, (), 0, id="none"),
        pytest.param(lambda log: log[:-100], (Loss("T1", 9, 10),), 1, id="the last commit"),
        pytest.param(
            lambda log: log[:-100] + bytes(100), (Loss("T1", 9, 10),), 1, id="the last commit, in zeros"
        ),
        pytest.param(lambda _: b"", (Loss("T1", 8, 10), Loss("T2", 3, 4)), 1, id="all of it"),
        pytest.param(
            lambda log: log[:40] + b"?" + log[41:],
            (Loss("T1", 8, 10), Loss("T2", 3, 4)),
            1,
            id="its beginning",
        ),
    ],
)
def test_moves_that_a_damaged_log_has_lost_are_told_once(
    path: Path, tmp_path: Path, damage: Callable[[bytes], bytes], losses: tuple[Loss, ...], games: int
) -> None:
    left = crashed(path, tmp_path / "crashed", damage)
    store = Store.open(left)
    assert store.losses == losses
    assert store.games_lost == games
    store.write([a_game("g5", "T5")])
    store.close()
    store = Store.open(left)
    assert (store.losses, store.games_lost) == ((), 0)
    store.close()


def test_another_store_s_tally_says_nothing(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    store = Store.open(other / "store.db")
    store.write([a_game("g1", "T1"), *moves("g1", 100)])
    store.close()
    shutil.copy(other / "store.db.tally", path.parent)
    store = Store.open(path)
    assert (store.losses, store.games_lost) == ((), 0)
    store.close()


def test_games_far_apart_are_tallied(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "store.db")
    store.write([a_game(f"g{n}", f"T{n}") for n in range(5000)])
    store.write([a_move("g0", 1), a_move("g4999", 1)])
    store.close()
    tally = tmp_path / "store.db.tally"
    store = Store.open(tmp_path / "store.db")
    assert store.losses == ()
    store.close()
    tamper(tmp_path / "store.db", "DELETE FROM entry WHERE game = 5000")
    store = Store.open(tmp_path / "store.db")
    assert store.losses == (Loss("T4999", 0, 1),)
    store.close()
    assert tally.stat().st_size < 50_000
