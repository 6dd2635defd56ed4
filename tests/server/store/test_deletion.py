"""Somebody is forgotten: no trace of the name in any file of the store, and every game verifies."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import convert

from tests.server.archive.club import Person, play, records
from triqueta_protocol.codec import pack
from triqueta_server.store import results
from triqueta_server.store.deletion import blocking_seats, players_named, unfinished_deletions
from triqueta_server.store.errors import DamagedGameError
from triqueta_server.store.records import (
    Credential,
    DeletePlayer,
    Entry,
    GameEnd,
    PlayerRecord,
    StoredGame,
)
from triqueta_server.store.results import Wanted
from triqueta_server.store.store import Store
from triqueta_server.tables.state.anonymize import without
from triqueta_server.tables.state.series import Contestant, Series
from triqueta_server.tables.state.stored_setup import Setup

ANA, BO = Person("0123456789aa", "Anastasia"), Person("0123456789bb", "Boniface")
DUEL = play("triqueta", 2, Random(1))
FORGET_ANA = DeletePlayer(ANA.id, without)


def _key(player: str) -> Credential:
    """A key in whose bytes the player's id would be found."""
    return Credential("key", player.encode())


def filled(path: Path) -> Store:
    store = Store.open(path)
    store.write([PlayerRecord(one.id, _key(one.id), one.name, 5.0) for one in (ANA, BO)])
    store.write(records(DUEL, "both", (ANA, BO), 1000.0, table="T1", gone=[0]))
    store.write(records(DUEL, "bots", (ANA, "easy"), 2000.0, table="T2"))
    store.write(records(DUEL, "swapped", (BO, ANA), 3000.0, table="T3"))
    store.write(records(DUEL, "others", (BO, "easy"), 4000.0, table="T4"))
    kicked = pack({"password": None, "nobody_new": False, "kicked": ANA.id})
    with_watcher = records(DUEL, "host", (BO, ANA), 6000.0, table="T6")
    with_watcher.insert(-1, Entry("host", len(with_watcher) - 1, 6000.5, "host", 0, ANA.id, None, kicked))
    store.write(with_watcher)
    store.write(records(DUEL, "begun", (ANA, "easy"), 7000.0, table="T5")[:-3])
    return store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = filled(tmp_path / "store.db")
    yield store
    store.close()


def files(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(path.parent.iterdir()) if file.is_file())


def test_neither_name_nor_id_stays_anywhere_in_the_files(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    store = filled(path)
    assert all(word.encode() in files(path) for word in (*ANA, *BO))
    store.write([FORGET_ANA])
    assert all(word.encode() in files(path) for word in BO)
    assert not any(word.encode() in files(path) for word in ANA)
    store.close()
    again = Store.open(path)
    assert (again.losses, again.games_lost) == ((), 0), "a game that is gone for good is no loss"
    again.close()


def test_games_keep_somebody_and_verify(store: Store) -> None:
    before = {game: store.game(game) for game in ("both", "bots", "swapped", "others", "host")}
    store.write([FORGET_ANA])
    for name, was in before.items():
        now = store.game(name)
        assert now is not None
        assert was is not None
        assert now == without(ANA.id, was)
        assert ANA.id not in now.record.players
        assert [entry.body for entry in now.entries if entry.kind == "move"] == [
            entry.body for entry in was.entries if entry.kind == "move"
        ]
        assert (now.record.seed, now.end and now.end.result) == (was.record.seed, was.end and was.end.result)
    assert store.game("others") == before["others"]
    assert store.game("begun") is None
    assert store.tables_in_use() == set()
    assert store.player(_key(ANA.id)) is None


def test_a_game_of_a_series_that_goes_on_without_somebody_is_one_chain(store: Store) -> None:
    """Its set-up tells who has won the games before, also of people who are not there any more."""
    series = Series("games", 5, "both", (Contestant(ANA.name, ANA.id), Contestant(BO.name, BO.id)), ((0,),))
    *some, last, _ = records(DUEL, "next", (BO, "easy"), 8000.0, table="T1", series=series)
    store.write(some)
    store.write([FORGET_ANA])
    store.write([last])
    found = store.game("next")
    assert found is not None
    assert len(found.entries) == len(some)
    assert ANA.id not in repr(found)
    setup = convert(msgpack.unpackb(found.record.setup), Setup)
    assert setup.series is not None
    assert (setup.series.contestants, setup.series.games) == (
        (Contestant(""), Contestant(BO.name, BO.id)),
        ((0,),),
    )


def test_somebody_with_many_games_is_forgotten_in_steps_and_after_a_crash_the_next_server_goes_on(
    tmp_path: Path,
) -> None:
    path = tmp_path / "store.db"
    store = filled(path)
    for number in range(8):
        store.write(records(DUEL, f"more{number}", (ANA, BO), 9000.0 + number, table=f"M{number}"))
    step = DeletePlayer(ANA.id, without, tables=5)
    store.write([step])
    done_at_once = step.progress.done
    assert not done_at_once
    store.write([*records(DUEL, "meanwhile", (BO, "easy"), 9100.0, table="N1")])
    store.close()

    store = Store.open(path)
    try:
        assert store.player(_key(ANA.id)) is None, "the token is of no use from the first step on"
        assert store.read(unfinished_deletions) == [ANA.id]
        steps = 0
        while not step.progress.done:
            store.write([step])
            steps += 1
        assert steps == 2
        assert store.read(unfinished_deletions) == []
        assert not any(word.encode() in files(path) for word in ANA)
        assert store.read(results.games_of, BO.id, Wanted(), None, 50)[1] == 4 + 8 + 1
        for number in range(8):
            assert store.game(f"more{number}") is not None
    finally:
        store.close()


def test_later_games_of_a_series_forget_who_has_left_it(tmp_path: Path) -> None:
    """Also one that is being played: its log goes on, and verifies."""
    path = tmp_path / "store.db"
    store = Store.open(path)
    store.write([PlayerRecord(one.id, _key(one.id), one.name, 5.0) for one in (ANA, BO)])
    people = (Contestant(ANA.name, ANA.id), Contestant(BO.name, BO.id))
    first = Series("games", 9, "first", people)
    later = first.end_game(people[:1])
    store.write(records(DUEL, "first", (ANA, BO), 1000.0, table="T1", series=first))
    store.write(records(DUEL, "second", (BO, "easy"), 2000.0, table="T1", series=later))
    *begun, last = records(DUEL, "third", (BO, "easy"), 3000.0, table="T1", series=later)
    store.write(begun[:9])
    store.write([FORGET_ANA])
    assert not any(word.encode() in files(path) for word in ANA)
    store.write([*begun[9:], last])
    kept = [store.game(game) for game in ("second", "third")]
    for game in kept:
        assert game is not None
        setup = convert(msgpack.unpackb(game.record.setup), Setup)
        assert setup.series == later.without(ANA.id)
        assert setup.series.points == [1, 0]
    store.close()


def test_lists_of_others_stay_whole(store: Store) -> None:
    games, total, _ = store.read(results.games_of, BO.id, Wanted(), None, 10)
    store.write([FORGET_ANA])
    after, total_after, _ = store.read(results.games_of, BO.id, Wanted(), None, 10)
    assert total_after == total == 4
    for was, now in zip(games, after, strict=True):
        assert (was.id, was.ended_at, was.own_seat) == (now.id, now.ended_at, now.own_seat)
        for seat, seat_now in zip(was.summary.seats, now.summary.seats, strict=True):
            assert (seat.points, seat.place, seat.slips) == (seat_now.points, seat_now.place, seat_now.slips)
            forgotten = seat.player == ANA.id
            assert (seat_now.player, seat_now.name) == ((None, "") if forgotten else (seat.player, seat.name))
    assert store.read(results.games_of, ANA.id, Wanted(), None, 10) == ([], 0, None)
    against = store.read(results.opponents_of, BO.id)
    assert {(one.name, one.level) for one in against} == {("", None), ("", "easy")}


def test_a_damaged_game_loses_the_name_and_stays_damaged(store: Store) -> None:
    store._connection.execute("UPDATE entry SET at = 1.0 WHERE game = 1 AND n = 3")
    store.write([FORGET_ANA])
    with pytest.raises(DamagedGameError):
        store.game("both")
    stored = store._connection.execute("SELECT setup FROM game WHERE id = 'both'").fetchone()[0]
    assert b"Anastasia" not in stored
    assert store.game("host") is not None


def test_a_game_that_others_have_not_finished_is_in_the_way(store: Store) -> None:
    assert store.read(blocking_seats, ANA.id) == []
    store.write(records(DUEL, "open", (BO, ANA), 7000.0, table="T9")[:-1])
    (held,) = store.read(blocking_seats, ANA.id)
    assert (held.table, held.game, held.seat) == ("T9", "triqueta", 1)


def test_people_are_found_by_name_in_whatever_case(store: Store) -> None:
    namesake = PlayerRecord("0123456789cc", Credential("key", b"other"), "ANASTASIA", 9.0)
    store.write([namesake])
    found = store.read(players_named, "anastasia")
    assert [(one.id, one.games) for one in found] == [(namesake.id, 0), (ANA.id, 4)]
    assert store.read(players_named, "Anna") == []


@settings(max_examples=40)
@given(st.data())
def test_whatever_a_log_says_of_somebody_is_taken_out(data: st.DataObject) -> None:
    """Over any log with both people in any role."""
    who = st.sampled_from([ANA.id, BO.id, None])
    began, *_, last = records(DUEL, "g", (ANA, BO))
    assert isinstance(last, GameEnd)
    end = GameEnd("g", last.at, last.result)
    entries: list[Entry] = []
    for _ in range(data.draw(st.integers(0, 6))):
        kind = data.draw(st.sampled_from(["move", "seat", "host", "takeback"]))
        body: object = [{"do": "draw"}, None]
        if kind == "seat":
            owner = data.draw(who)
            name = ANA.name if owner == ANA.id else "Other"
            body = {"name": name, "owner": owner, "bot": "easy", "left": True, "kicked": data.draw(who)}
        elif kind == "host":
            closed = {"password": None, "nobody_new": True, "kicked": data.draw(who)}
            body = data.draw(st.sampled_from([None, closed]))
        elif kind == "takeback":
            body = 0
        n = len(entries) + 1
        entries.append(Entry("g", n, 1.0, kind, 0, data.draw(who), n, pack(body)))  # type: ignore[arg-type]
    game = StoredGame(began, tuple(entries), end)  # type: ignore[arg-type]
    after = without(ANA.id, game)
    everything = repr(after).encode()
    assert ANA.id.encode() not in everything
    assert ANA.name.encode() not in everything
    assert [entry.n for entry in after.entries] == [entry.n for entry in entries]
