"""What is remembered of servers."""

import stat
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from triqueta_tui.session.known_servers import MOST_PLACES, MOST_SERVERS, Memory, Remembered, WaitingSeat

SEAT = WaitingSeat(server="hearth", name="Ana", table="KNOT", game="triqueta")


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory(tmp_path / "servers.json")


def test_at_first_nothing_is_known(memory: Memory) -> None:
    assert memory.token("hearth", "Ana") is None
    assert memory.seat is None


def test_a_token_belongs_to_a_server_and_a_name(memory: Memory) -> None:
    memory.keep_token("hearth", "Ana", "one")
    memory.keep_token("hearth", "Bo", "two")
    assert memory.token("hearth", "ana") == "one"
    assert memory.token("hearth", "Bo") == "two"
    assert memory.token("elsewhere", "Ana") is None


def test_only_the_owner_can_read_tokens(memory: Memory, tmp_path: Path) -> None:
    memory.keep_token("hearth", "Ana", "one")
    assert stat.S_IMODE((tmp_path / "servers.json").stat().st_mode) == 0o600


def test_the_seat_taken_last_is_the_one_to_go_back_to(memory: Memory) -> None:
    other = WaitingSeat(server="here/1", name="Ana", table="OAKS", game="triqueta")
    memory.keep_seat(SEAT)
    memory.keep_seat(other)
    assert memory.seat == other
    memory.forget_seat("here/1", "Ana")
    assert memory.seat == SEAT
    memory.forget_seat("hearth", "Ana")
    memory.forget_seat("hearth", "Ana")
    assert memory.seat is None


def test_a_seat_taken_again_becomes_the_latest(memory: Memory) -> None:
    other = WaitingSeat(server="here/1", name="Ana", table="OAKS", game="triqueta")
    again = WaitingSeat(server="hearth", name="Ana", table="FERN", game="triqueta")
    for seat in (SEAT, other, again):
        memory.keep_seat(seat)
    assert memory.seat == again


def test_a_broken_file_is_as_good_as_none(tmp_path: Path) -> None:
    path = tmp_path / "servers.json"
    path.write_text("{broken")
    memory = Memory(path)
    assert memory.seat is None
    memory.keep_token("hearth", "Ana", "one")
    assert memory.token("hearth", "Ana") == "one"


def test_a_place_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    memory = Memory(blocked / "servers.json")
    memory.keep_token("hearth", "Ana", "one")
    assert memory.token("hearth", "Ana") is None


def test_a_token_of_an_identity_is_for_that_identity_at_every_address(memory: Memory) -> None:
    memory.keep_token("hearth", "Ana", "one", "aa")
    memory.keep_token("hearth", "Bo", "two", "aa")
    assert memory.token("elsewhere", "ana", "aa") == "one"
    assert memory.token("elsewhere", "bo", "aa") == "two"
    assert memory.token("hearth", "Ana", "bb") is None


def test_how_a_server_is_known(memory: Memory) -> None:
    assert memory.standing("hearth", "aa") == "new"
    memory.keep_token("hearth", "Ana", "one", "aa")
    assert memory.standing("elsewhere", "aa") == "known"
    assert memory.standing("hearth", "bb") == "another"
    assert memory.standing("elsewhere", "bb") == "new"


def test_a_seat_belongs_to_an_identity_and_its_address_is_kept_up_to_date(memory: Memory) -> None:
    memory.keep_token("hearth", "Ana", "one", "aa")
    memory.keep_seat(structs.replace(SEAT, identity="aa"))
    memory.keep_token("elsewhere", "Ana", "one", "aa")
    assert memory.seat == structs.replace(SEAT, server="elsewhere", identity="aa")
    memory.forget_seat("anywhere", "Ana", "aa")
    assert memory.seat is None


def test_a_token_that_is_of_no_use_any_more_goes_with_its_seat(memory: Memory) -> None:
    memory.keep_token("hearth", "Ana", "one", "aa")
    memory.keep_token("hearth", "Bo", "two", "aa")
    memory.keep_token("elsewhere", "Ana", "three")
    memory.keep_seat(structs.replace(SEAT, identity="aa"))
    memory.drop_token("hearth", "ana", "aa")
    assert memory.token("hearth", "Ana", "aa") is None
    assert memory.seat is None
    assert memory.token("hearth", "Bo", "aa") == "two"
    memory.drop_token("elsewhere", "Ana")
    assert memory.token("elsewhere", "Ana") is None


def test_the_way_to_a_server_of_this_machine_is_to_start_it(memory: Memory) -> None:
    memory.keep_token("hosted:4455", "Ana", "one", "aa")
    memory.keep_token("192.168.1.5", "Ana", "one", "aa")
    memory.keep_seat(structs.replace(SEAT, server="192.168.1.5", identity="aa"))
    seat = memory.seat
    assert seat is not None
    assert seat.server == "hosted:4455"


def test_servers_are_forgotten_that_were_met_longest_ago(memory: Memory) -> None:
    for number in range(MOST_SERVERS):
        memory.keep_token("hearth", "Ana", "one", f"{number:02x}")
    memory.keep_token("hearth", "Ana", "one", "00")
    memory.keep_token("hearth", "Ana", "one", "new")
    assert memory.token("hearth", "Ana", "00") == "one"
    assert memory.token("hearth", "Ana", "01") is None


def test_of_one_server_few_addresses_are_remembered(memory: Memory, tmp_path: Path) -> None:
    for number in range(MOST_PLACES + 2):
        memory.keep_token(f"10.0.0.{number}", "Ana", "one", "aa")
    kept = msgspec.json.decode((tmp_path / "servers.json").read_bytes(), type=Remembered)
    assert kept.servers["aa"].places == tuple(f"10.0.0.{number}" for number in reversed(range(2, 10)))
