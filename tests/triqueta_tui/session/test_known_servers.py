"""What is remembered of servers."""

import stat
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from triqueta_tui.session.known_servers import MOST_PLACES, MOST_SERVERS, Memory, Remembered
from triqueta_tui.session.own_tables import WaitingSeat

SEAT = WaitingSeat(server="hearth", table="KNOT", game="triqueta")


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory(tmp_path / "servers.json")


def test_only_the_owner_can_read_it(memory: Memory, tmp_path: Path) -> None:
    memory.keep_server("hearth", "aa")
    assert stat.S_IMODE((tmp_path / "servers.json").stat().st_mode) == 0o600


def test_all_profiles_know_the_same_servers(memory: Memory, tmp_path: Path) -> None:
    memory.keep_server("hearth", "aa")
    assert Memory(tmp_path / "servers.json", "Bo").standing("elsewhere", "aa") == "known"


def test_a_broken_file_is_as_good_as_none(tmp_path: Path) -> None:
    path = tmp_path / "servers.json"
    path.write_text("{broken")
    memory = Memory(path)
    assert memory.standing("hearth", "aa") == "new"
    memory.keep_server("hearth", "aa")
    assert memory.standing("hearth", "aa") == "known"


def test_how_a_server_is_known(memory: Memory) -> None:
    assert memory.standing("hearth", "aa") == "new"
    memory.keep_server("hearth", "aa")
    assert memory.standing("elsewhere", "aa") == "known"
    assert memory.standing("hearth", "bb") == "another"
    assert memory.standing("elsewhere", "bb") == "new"


def test_a_seat_is_looked_for_where_its_server_was_met_last(memory: Memory) -> None:
    memory.keep_server("hearth", "aa")
    memory.tables.keep_seat(structs.replace(SEAT, identity="aa"))
    memory.keep_server("elsewhere", "aa")
    assert memory.seats == [structs.replace(SEAT, server="elsewhere", identity="aa")]


def test_the_way_to_a_server_of_this_machine_is_to_start_it(memory: Memory) -> None:
    memory.keep_server("hosted:4455", "aa")
    memory.keep_server("192.168.1.5", "aa")
    memory.tables.keep_seat(structs.replace(SEAT, server="192.168.1.5", identity="aa"))
    assert memory.seats[0].server == "hosted:4455"


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
