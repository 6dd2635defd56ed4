"""A player's unfinished games and unseen results, as they are remembered."""

import stat
from pathlib import Path
from threading import Thread

import pytest
from msgspec import structs

from triqueta_tui.session.own_tables import OwnTables, UnseenResult, WaitingSeat

SEAT = WaitingSeat(server="hearth", table="KNOT", game="triqueta", names=("Ana", "Bo"), owing=(1,))
OTHER = WaitingSeat(server="here/1", table="OAKS", game="triqueta")
RESULT = UnseenResult("hearth", "aa11", "tripitz", ("Ana", "Bo"), (1,), 0)


@pytest.fixture
def tables(tmp_path: Path) -> OwnTables:
    return OwnTables(tmp_path / "tables.json")


def test_at_first_nothing_waits(tables: OwnTables) -> None:
    assert (tables.seats, tables.results, tables.keys()) == ([], [], [])


def test_only_the_owner_can_read_it(tables: OwnTables, tmp_path: Path) -> None:
    tables.keep_seat(SEAT)
    tables.keep_seat(structs.replace(SEAT, owing=(0,)))
    assert stat.S_IMODE((tmp_path / "tables.json").stat().st_mode) == 0o600


def test_several_games_wait_and_the_seat_taken_last_is_the_first(tables: OwnTables) -> None:
    again = structs.replace(SEAT, table="FERN")
    for seat in (SEAT, OTHER, again):
        tables.keep_seat(seat)
    assert tables.seats == [again, OTHER, SEAT]
    tables.forget(OTHER.key)
    tables.forget(OTHER.key)
    assert tables.seats == [again, SEAT]


def test_a_move_changes_no_order(tables: OwnTables) -> None:
    tables.keep_seat(SEAT)
    tables.keep_seat(OTHER)
    moved = structs.replace(SEAT, owing=(0,), yours=True)
    tables.keep_seat(moved)
    assert tables.seats == [OTHER, moved]


def test_the_same_table_of_another_server_is_another_one(tables: OwnTables) -> None:
    tables.keep_seat(structs.replace(SEAT, identity="aa"))
    tables.keep_seat(structs.replace(SEAT, identity="bb"))
    assert len(tables.seats) == 2
    assert tables.keys("aa") == ["aa KNOT"]


def test_each_profile_has_its_own(tables: OwnTables, tmp_path: Path) -> None:
    bo = OwnTables(tmp_path / "tables.json", "Bo")
    tables.keep_seat(SEAT)
    bo.keep_seat(structs.replace(SEAT, yours=True))
    assert [one.yours for one in (*tables.seats, *bo.seats)] == [False, True]
    bo.forget(SEAT.key)
    assert (tables.seats, bo.seats) == ([SEAT], [])


def test_what_a_server_says_replaces_what_was_known_of_it(tables: OwnTables) -> None:
    tables.keep_seat(SEAT)
    tables.keep_seat(OTHER)
    tables.replace(tables.keys("hearth"), [], [RESULT])
    assert (tables.seats, tables.results) == ([OTHER], [RESULT])
    tables.replace(tables.keys("hearth"))
    assert (tables.seats, tables.results) == ([OTHER], [])


def test_windows_do_not_lose_each_other_s_games(tmp_path: Path) -> None:
    def play(window: int) -> None:
        for number in range(20):
            OwnTables(tmp_path / "tables.json").keep_seat(structs.replace(SEAT, table=f"T{window}{number}"))

    windows = [Thread(target=play, args=(window,)) for window in range(4)]
    for window in windows:
        window.start()
    for window in windows:
        window.join()
    assert len(OwnTables(tmp_path / "tables.json").seats) == 80


def test_a_broken_file_is_as_good_as_none(tmp_path: Path) -> None:
    path = tmp_path / "tables.json"
    path.write_text("{broken")
    tables = OwnTables(path)
    assert tables.seats == []
    tables.keep_seat(SEAT)
    assert tables.seats == [SEAT]


def test_a_place_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    tables = OwnTables(blocked / "tables.json")
    tables.keep_seat(SEAT)
    assert tables.seats == []
