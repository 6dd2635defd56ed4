"""What is remembered of servers."""

import stat
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from triqueta_tui.session.known_servers import MOST_PLACES, MOST_SERVERS, Memory, Remembered, WaitingSeat

SEAT = WaitingSeat(server="hearth", table="KNOT", game="triqueta")
OTHER = WaitingSeat(server="here/1", table="OAKS", game="triqueta")


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory(tmp_path / "servers.json")


def test_at_first_nothing_is_known(memory: Memory) -> None:
    assert memory.seat is None


def test_only_the_owner_can_read_it(memory: Memory, tmp_path: Path) -> None:
    memory.keep_seat(SEAT)
    assert stat.S_IMODE((tmp_path / "servers.json").stat().st_mode) == 0o600


def test_the_seat_taken_last_is_the_one_to_go_back_to(memory: Memory) -> None:
    memory.keep_seat(SEAT)
    memory.keep_seat(OTHER)
    assert memory.seat == OTHER
    memory.forget_seat("here/1")
    assert memory.seat == SEAT
    memory.forget_seat("hearth")
    memory.forget_seat("hearth")
    assert memory.seat is None


def test_a_seat_taken_again_becomes_the_latest(memory: Memory) -> None:
    again = structs.replace(SEAT, table="FERN")
    for seat in (SEAT, OTHER, again):
        memory.keep_seat(seat)
    assert memory.seat == again


def test_each_profile_has_its_own_seats_and_all_know_the_same_servers(memory: Memory, tmp_path: Path) -> None:
    bo = Memory(tmp_path / "servers.json", "Bo")
    memory.keep_server("hearth", "aa")
    memory.keep_seat(SEAT)
    assert bo.seat is None
    assert bo.standing("elsewhere", "aa") == "known"
    bo.keep_seat(structs.replace(SEAT, table="FERN"))
    assert memory.seat == SEAT
    bo.forget_seat("hearth")
    assert memory.seat == SEAT


def test_a_broken_file_is_as_good_as_none(tmp_path: Path) -> None:
    path = tmp_path / "servers.json"
    path.write_text("{broken")
    memory = Memory(path)
    assert memory.seat is None
    memory.keep_seat(SEAT)
    assert memory.seat == SEAT


def test_a_place_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    memory = Memory(blocked / "servers.json")
    memory.keep_seat(SEAT)
    assert memory.seat is None


def test_how_a_server_is_known(memory: Memory) -> None:
    assert memory.standing("hearth", "aa") == "new"
    memory.keep_server("hearth", "aa")
    assert memory.standing("elsewhere", "aa") == "known"
    assert memory.standing("hearth", "bb") == "another"
    assert memory.standing("elsewhere", "bb") == "new"


def test_a_seat_belongs_to_an_identity_and_its_address_is_kept_up_to_date(memory: Memory) -> None:
    memory.keep_server("hearth", "aa")
    memory.keep_seat(structs.replace(SEAT, identity="aa"))
    memory.keep_server("elsewhere", "aa")
    assert memory.seat == structs.replace(SEAT, server="elsewhere", identity="aa")
    memory.forget_seat("anywhere", "aa")
    assert memory.seat is None


def test_the_way_to_a_server_of_this_machine_is_to_start_it(memory: Memory) -> None:
    memory.keep_server("hosted:4455", "aa")
    memory.keep_server("192.168.1.5", "aa")
    memory.keep_seat(structs.replace(SEAT, server="192.168.1.5", identity="aa"))
    seat = memory.seat
    assert seat is not None
    assert seat.server == "hosted:4455"


def test_servers_are_forgotten_that_were_met_longest_ago(memory: Memory) -> None:
    for number in range(MOST_SERVERS):
        memory.keep_server("hearth", f"{number:02x}")
    memory.keep_server("hearth", "00")
    memory.keep_server("hearth", "new")
    assert memory.standing("hearth", "00") == "known"
    assert memory.standing("hearth", "01") == "another"


def test_of_one_server_few_addresses_are_remembered(memory: Memory, tmp_path: Path) -> None:
    for number in range(MOST_PLACES + 2):
        memory.keep_server(f"10.0.0.{number}", "aa")
    kept = msgspec.json.decode((tmp_path / "servers.json").read_bytes(), type=Remembered)
    assert kept.servers["aa"].places == tuple(f"10.0.0.{number}" for number in reversed(range(2, 10)))
