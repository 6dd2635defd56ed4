"""What is remembered of servers."""

import stat
from pathlib import Path

import pytest

from triqueta_tui.net.known_servers import Memory, WaitingSeat

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
