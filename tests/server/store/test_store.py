"""What is written is read back, whole batches or nothing."""

import math
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.store.samples import ANA, a_game, a_move, limit_pages, moves
from triqueta_server.store import store as store_module
from triqueta_server.store.errors import Cause, StoreBrokenError, StoreStalledError
from triqueta_server.store.records import (
    Credential,
    DropExpired,
    Entry,
    GameEnd,
    GameSleep,
    HeldSeat,
    OwnMove,
    PlayerRecord,
    Record,
    StoredGame,
)
from triqueta_server.store.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    store = Store.open(path)
    yield store
    store.close()


def test_a_game_comes_back_as_it_was_written_after_reopening(path: Path) -> None:
    record = a_game(players=("ana", None, "bo"))
    log = (
        Entry("g1", 1, 1.25, "move", 0, "ana", 2**53 - 1, b"\x00\xff"),
        Entry("g1", 2, 2.5, "seat", 2, None, None, b""),
        Entry("g1", 3, 3.0, "host", 1, "bo", 7, "ä".encode()),
    )
    store = Store.open(path)
    store.write([record, *log])
    store.close()
    store = Store.open(path)
    try:
        assert store.game("g1") == StoredGame(record, log)
        assert store.game("another") is None
    finally:
        store.close()


def test_a_finished_game_keeps_its_end(store: Store) -> None:
    end = GameEnd("g1", 2000.0, b"result")
    store.write([a_game(), *moves("g1", 2)])
    store.write([end])
    game = store.game("g1")
    assert game is not None
    assert game.end == end


def test_the_order_in_a_batch_may_be_any(store: Store) -> None:
    store.write([GameEnd("g1", 3.0, b""), a_move("g1", 2), a_move("g1", 1), a_game()])
    game = store.game("g1")
    assert game is not None
    assert [entry.n for entry in game.entries] == [1, 2]


def test_a_player_is_known_by_a_credential(store: Store) -> None:
    store.write([ANA])
    assert store.player(ANA.credential) == ANA
    assert store.player(Credential("token", ANA.credential.value)) is None
    assert store.player(Credential("key", b"another")) is None


def test_a_player_who_comes_back_is_written_anew_and_may_have_several_credentials(store: Store) -> None:
    renamed = PlayerRecord("ana", Credential("token", b"hash"), "Anna", 200.0)
    store.write([ANA, renamed, renamed])
    assert store.player(renamed.credential) == renamed
    assert store.player(ANA.credential) == PlayerRecord("ana", ANA.credential, "Anna", 200.0)


def test_two_players_never_share_a_credential(store: Store) -> None:
    with pytest.raises(StoreBrokenError):
        store.write([ANA, PlayerRecord("bo", ANA.credential, "Bo", 100.0)])
    assert store.player(ANA.credential) is None


def test_the_tables_of_unfinished_games_are_in_use(store: Store) -> None:
    store.write([a_game("z", "T1"), a_game("m", "T2"), a_game("a", "T3"), *moves("m", 3), *moves("a", 1)])
    store.write([GameEnd("m", 5.0, b"")])
    assert store.tables_in_use() == {"T1", "T3"}


def test_a_table_takes_up_its_newest_game_only_if_that_is_unfinished(store: Store) -> None:
    store.write([a_game("g1", "KNOT", 1), GameEnd("g1", 1.0, b""), a_game("g2", "KNOT", 2)])
    taken_up = store.unfinished_at("KNOT")
    assert taken_up is not None
    assert taken_up.record.id == "g2"
    store.write([a_game("g3", "KNOT", 3), GameEnd("g3", 2.0, b"")])
    assert store.unfinished_at("KNOT") is None
    assert store.unfinished_at("RUNE") is None


def test_a_table_s_last_game_is_found_for_a_while_after_its_end(store: Store) -> None:
    store.write([a_game("g1", "T1"), GameEnd("g1", 10.0, b"")])
    store.write([a_game("g2", "T2"), GameEnd("g2", 20.0, b""), a_game("g3", "T2", 2)])
    store.write([a_game("g4", "T3"), *moves("g4", 2), GameEnd("g4", 30.0, b"won")])
    assert [game.record.id for game in store.last_games(10.0)] == ["g1", "g3", "g4"]
    [_, last] = store.last_games(10.5)
    assert last == store.game("g4")


def test_an_unfinished_game_is_as_old_as_the_last_that_happened_in_it(store: Store) -> None:
    store.write([a_game("z", "T1"), a_game("a", "T2"), *moves("a", 2), a_game("m", "T3"), *moves("m", 1)])
    found = {game.record.id: game for game in store.last_games(5000.0)}
    assert {game: one.last_at for game, one in found.items()} == {"z": 1000.5, "a": 1002.0, "m": 1001.0}


def test_a_game_that_sleeps_is_found_by_its_table_alone_until_it_wakes(store: Store) -> None:
    store.write([a_game(), *moves("g1", 2)])
    asleep, awake = GameSleep("g1", 2000.0, b"since"), GameSleep("g1", None, b"kept")
    store.write([asleep])
    assert list(store.last_games(0.0)) == []
    assert store.tables_in_use() == {"KNOT"}
    assert store.unfinished_of("ana") == (HeldSeat("KNOT", "triqueta", 0),)
    game = store.unfinished_at("KNOT")
    assert game is not None
    assert game.sleep == asleep
    store.write([awake, a_move("g1", 3)])
    [game] = store.last_games(0.0)
    assert (game.sleep, len(game.entries)) == (awake, 3)
    store.write([asleep, awake, asleep])
    store.write([DropExpired(1999.0)])
    assert store.tables_in_use() == {"KNOT"}
    store.write([GameSleep("g1", math.inf, b"as long as it takes")])
    store.write([DropExpired(1e12)])
    assert store.tables_in_use() == {"KNOT"}


def test_a_game_that_has_slept_for_too_long_is_removed_and_not_missed(path: Path) -> None:
    store = Store.open(path)
    store.write([a_game(), *moves("g1", 2), a_game("g2", "LOOP"), a_game("g3", "RING")])
    store.write([GameSleep("g1", 2000.0, b""), GameSleep("g2", 2001.0, b"")])
    store.write([DropExpired(2000.0)])
    assert store.game("g1") is None
    assert store.tables_in_use() == {"LOOP", "RING"}
    assert store.unfinished_of("ana") == (HeldSeat("LOOP", "triqueta", 0), HeldSeat("RING", "triqueta", 0))
    store.close()
    again = Store.open(path)
    assert (again.losses, again.games_lost) == ((), 0)
    again.close()


def test_a_player_s_own_moves_are_found_as_long_as_their_answers_may_be_missed(store: Store) -> None:
    store.write([a_game("g1", "T1"), *moves("g1", 3), GameEnd("g1", 10.0, b"")])
    store.write([a_game("g2", "T2"), *moves("g2", 5), GameEnd("g2", 20.0, b"")])
    store.write([a_game("g3", "T3"), *moves("g3", 2)])
    assert store.moves_of("ana", 10.5) == tuple(
        OwnMove(*one) for one in ((1, "T2"), (1, "T3"), (3, "T2"), (5, "T2"))
    )
    assert store.moves_of("bo", 0.0) == ()
    store.write([GameEnd("g3", 30.0, b"")])
    assert store.moves_of("ana", 1e9) == (OwnMove(1, "T3"),), "whatever the time of day is said to be"


def test_a_player_finds_the_seats_held_in_unfinished_games(store: Store) -> None:
    store.write(
        [
            a_game("g1", "T1", players=("ana", "bo")),
            a_game("g2", "T2", players=(None, "bo", "ana")),
            a_game("g3", "T3", players=("ana", None)),
            GameEnd("g3", 1.0, b""),
        ]
    )
    assert store.unfinished_of("ana") == (HeldSeat("T1", "triqueta", 0), HeldSeat("T2", "triqueta", 2))
    assert store.unfinished_of("cy") == ()


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(a_move("g1", 1), id="an entry that is there already"),
        pytest.param(a_move("unknown", 1), id="an entry of no game"),
        pytest.param(a_game("g1"), id="a game that is there already"),
        pytest.param(GameEnd("unknown", 1.0, b""), id="the end of no game"),
        pytest.param(GameEnd("g0", 2.0, b""), id="a second end"),
        pytest.param(GameSleep("g0", 2.0, b""), id="the sleep of a game that is over"),
        pytest.param(Entry("g1", 9, 1.0, "move", 0, None, 2**63, b""), id="a number too large"),
    ],
)
def test_a_batch_with_one_bad_record_is_not_written_at_all(store: Store, bad: Record) -> None:
    store.write([a_game("g0", "T0"), GameEnd("g0", 1.0, b""), a_game(), a_move("g1", 1)])
    with pytest.raises(StoreBrokenError):
        store.write([ANA, a_move("g1", 2), bad])
    assert store.player(ANA.credential) is None
    game = store.game("g1")
    assert game is not None
    assert [entry.n for entry in game.entries] == [1]
    store.write([a_move("g1", 2)])


def test_a_full_disk_leaves_the_store_as_it_was_and_may_heal(store: Store) -> None:
    store.write([a_game()])
    limit_pages(store, 1)
    with pytest.raises(StoreStalledError) as stalled:
        store.write(moves("g1", 2000))
    assert stalled.value.cause is Cause.FULL
    game = store.game("g1")
    assert game is not None
    assert game.entries == ()
    limit_pages(store, 2**30)
    store.write(moves("g1", 2000))
    game = store.game("g1")
    assert game is not None
    assert list(game.entries) == moves("g1", 2000)


def test_another_program_that_writes_to_the_file_is_waited_for(path: Path, store: Store) -> None:
    store._connection.execute("PRAGMA busy_timeout = 0")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreStalledError) as stalled:
            store.write([ANA])
        assert stalled.value.cause is Cause.LOCKED, "which is not a full disk"
        other.execute("ROLLBACK")
    store.write([ANA])
    assert store.player(ANA.credential) == ANA


def test_a_closed_store_says_so(path: Path) -> None:
    store = Store.open(path)
    store.close()
    with pytest.raises(StoreBrokenError):
        store.write([ANA])
    with pytest.raises(StoreBrokenError):
        store.player(ANA.credential)


def test_games_that_are_not_remembered_any_more_go_on(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "MOST_RUNNING", 1)
    store.write([a_game("one", table="AAAA"), a_game("other", table="BBBB")])
    for n in range(1, 4):
        for game in ("one", "other"):
            store.write([a_move(game, n)])
    for game in ("one", "other"):
        stored = store.game(game)  # raises if its running hash is not what it should be
        assert stored is not None
        assert [entry.n for entry in stored.entries] == [1, 2, 3]
