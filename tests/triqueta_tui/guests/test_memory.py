"""A guest's settings: told to the gateway, and taken up again from whatever was kept."""

import os
from collections.abc import Iterator

import msgspec
import pytest

from triqueta_protocol.internal.guest import GuestNote, Kept
from triqueta_tui.guests.memory import GuestSettings, settings_of, to_keep
from triqueta_tui.settings import GameSettings, Settings

ANA = Settings(
    name="Ana",
    language="zh_Hant",
    theme="contrast",
    motion=False,
    turn_alert=False,
    games={"triqueta": GameSettings(level="easy", guided_offered=True)},
    keys={"table.leave": "x"},
)


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """From a client to its gateway."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    yield reading, writing
    os.close(reading)
    os.close(writing)


def notes(pipe: tuple[int, int]) -> list[GuestNote]:
    """What the client has told since."""
    try:
        said = os.read(pipe[0], 1 << 16)
    except BlockingIOError:
        return []
    return [msgspec.json.decode(line, type=GuestNote) for line in said.splitlines()]


def test_all_settings_survive_the_way_to_the_gateway_and_back() -> None:
    kept = msgspec.json.decode(msgspec.json.encode(to_keep(ANA)), type=Kept)
    assert settings_of(kept) == ANA


def test_what_is_usual_and_what_is_no_setting_of_a_guest_is_not_kept() -> None:
    assert to_keep(Settings(server="ws://127.0.0.1:4455", turn_alert=True)) == {}


@pytest.mark.parametrize(
    "kept",
    [
        {"language": "tlh"},
        {"language": 5},
        {"turn_alert": "loud"},
        {"games": {"triqueta": {"players": 99}}},
        {"games": 3},
        {"keys": {"table.leave": None}},
        {"unknown": 1, "": None},
    ],
)
def test_what_makes_no_sense_is_left_out_and_nothing_else(kept: Kept) -> None:
    assert settings_of(kept | {"name": "Ana"}) == Settings(name="Ana")


def test_the_gateway_is_told_of_changes_only(pipe: tuple[int, int]) -> None:
    file = GuestSettings(to_keep(ANA), pipe[1])
    assert file.read() == ANA
    assert file.write(ANA)
    assert file.write(msgspec.structs.replace(ANA, server="ws://127.0.0.1:4455"))
    assert notes(pipe) == []
    assert file.write(msgspec.structs.replace(ANA, name="Anna"))
    assert [note.keep and note.keep["name"] for note in notes(pipe)] == ["Anna"]


def test_after_being_forgotten_the_next_change_is_kept_again(pipe: tuple[int, int]) -> None:
    file = GuestSettings(to_keep(ANA), pipe[1])
    file.forget()
    file.write(Settings())
    file.write(Settings(turn_alert=False))
    assert notes(pipe) == [GuestNote(forget=True), GuestNote(keep={"turn_alert": False})]


def test_a_gateway_that_does_not_listen_keeps_nobody_waiting(pipe: tuple[int, int]) -> None:
    file = GuestSettings({}, pipe[1])
    for number in range(5000):
        assert file.write(Settings(name=f"Ana {number}"))
