"""What is kept of guests: theirs alone, bounded, and deleted when they say so."""

import os
import stat
import time
from pathlib import Path

import pytest

from triqueta_protocol.internal.guest import GuestNote, Kept
from triqueta_server.gateways.kept_guests import GuestKeeper, KeptGuests

ANA: Kept = {"name": "Ana", "language": "de", "games": {"triqueta": {"guided_offered": True}}}
HERE = "192.0.2.1"


def kept_in(folder: Path, most: int = 10, days: float = 365) -> KeptGuests:
    return KeptGuests(folder / "guests", most, days, lambda address: address[-8:])


def files(folder: Path) -> list[Path]:
    return sorted((folder / "guests").iterdir())


def test_settings_are_there_at_the_next_visit(tmp_path: Path) -> None:
    kept_in(tmp_path).write("key of Ana", ANA, HERE)
    assert kept_in(tmp_path).read("key of Ana") == ANA
    assert kept_in(tmp_path).read("key of Bo") == {}
    assert kept_in(tmp_path).read(None) == {}


@pytest.mark.parametrize(("kept", "language"), [("de", "de"), ("tlh", None), (5, None), ("", None)])
def test_a_language_that_was_chosen_is_the_gateways_too(
    tmp_path: Path, kept: str | int, language: str | None
) -> None:
    kept_in(tmp_path).write("Ana", {"language": kept}, HERE)
    assert kept_in(tmp_path).language("Ana") == language
    assert kept_in(tmp_path).language(None) is None


def test_nobody_else_on_the_machine_reads_them_and_no_key_is_in_them(tmp_path: Path) -> None:
    kept_in(tmp_path).write("key of Ana", ANA, HERE)
    (file,) = files(tmp_path)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert "key of" not in file.name
    assert "key of" not in file.read_text()


def test_a_guest_can_be_forgotten(tmp_path: Path) -> None:
    kept = kept_in(tmp_path)
    kept.write("key of Ana", ANA, HERE)
    kept.forget("key of Ana")
    kept.forget("key of Bo")
    assert kept.read("key of Ana") == {}
    assert files(tmp_path) == []


def test_a_host_who_wants_nothing_kept_has_nothing_kept(tmp_path: Path) -> None:
    kept_in(tmp_path).write("key of Ana", ANA, HERE)
    kept = kept_in(tmp_path, most=0)
    kept.write("key of Bo", ANA, HERE)
    assert kept.read("key of Ana") == {}
    kept.tidy()
    assert files(tmp_path) == []


def test_who_has_not_come_for_long_is_forgotten(tmp_path: Path) -> None:
    kept = kept_in(tmp_path, days=30)
    for name, days in (("Ana", 31), ("Bo", 29), ("Cy", 31)):
        kept.write(name, ANA, HERE)
        _seen_before(tmp_path, name, days)
    assert kept.read("Ana") == {}
    assert kept.read("Bo") == ANA
    kept.tidy()
    assert len(files(tmp_path)) == 1


def test_a_visit_counts_as_being_seen(tmp_path: Path) -> None:
    kept = kept_in(tmp_path, days=30)
    kept.write("Bo", ANA, HERE)
    _seen_before(tmp_path, "Bo", 29)
    kept.read("Bo")
    assert time.time() - files(tmp_path)[0].stat().st_mtime < 60


def test_a_stranger_who_makes_up_guests_pushes_out_none_but_these(tmp_path: Path) -> None:
    kept = kept_in(tmp_path, most=20)
    for number in range(5):
        kept.write(f"friend {number}", ANA, f"192.0.2.{number}")
        _seen_before(tmp_path, f"friend {number}", 100)
    for number in range(100):
        kept.write(f"stranger {number}", {"name": "x"}, "198.51.100.66")
    assert len(files(tmp_path)) <= 20
    assert all(kept.read(f"friend {number}") == ANA for number in range(5))


@pytest.mark.parametrize("content", [b"", b"nonsense", b"[]", b'{"settings": {"a": [1]}}', b"\xff\xfe"])
def test_a_broken_file_is_as_good_as_none(tmp_path: Path, content: bytes) -> None:
    kept = kept_in(tmp_path)
    kept.write("Ana", ANA, HERE)
    files(tmp_path)[0].write_bytes(content)
    assert kept.read("Ana") == {}
    kept.write("Ana", ANA, HERE)
    assert kept.read("Ana") == ANA


def test_a_folder_that_cannot_be_written_ends_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "guests").write_text("a file in its place")
    kept_in(tmp_path).write("Ana", ANA, HERE)
    assert "settings not written" in caplog.text


async def test_the_first_change_is_written_at_once_and_others_together(
    tmp_path: Path,
) -> None:
    kept = kept_in(tmp_path)
    keeper = GuestKeeper(kept, "Ana", HERE)
    keeper.hear(GuestNote(keep={"name": "A"}))
    assert kept.read("Ana") == {"name": "A"}
    for number in range(100):
        keeper.hear(GuestNote(keep={"name": f"A{number}"}))
    assert kept.read("Ana") == {"name": "A"}
    keeper.hear(None)
    assert kept.read("Ana") == {"name": "A99"}


async def test_what_was_to_be_written_is_forgotten_too(tmp_path: Path) -> None:
    kept = kept_in(tmp_path)
    keeper = GuestKeeper(kept, "Ana", HERE)
    keeper.hear(GuestNote(keep={"name": "A"}))
    keeper.hear(GuestNote(keep={"name": "B"}))
    keeper.hear(GuestNote(forget=True))
    keeper.hear(None)
    assert kept.read("Ana") == {}


async def test_of_somebody_who_has_shown_nothing_nothing_is_kept(tmp_path: Path) -> None:
    GuestKeeper(kept_in(tmp_path), None, HERE).hear(GuestNote(keep=ANA))
    assert not (tmp_path / "guests").exists()


def _seen_before(folder: Path, token: str, days: float) -> None:
    path = kept_in(folder)._path(token)
    then = time.time() - days * 24 * 3600
    os.utime(path, (then, then))
