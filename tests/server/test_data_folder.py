"""The data folder is its owner's: others who can write there keep the server from starting."""

import os
import stat
from pathlib import Path

import pytest

from triqueta_server.cannot_start import StartupError
from triqueta_server.data_folder import prepare

pytestmark = pytest.mark.skipif(os.name != "posix", reason="file modes")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder as the server makes it, with what it keeps there."""
    folder = tmp_path / "data"
    assert prepare(folder) == []
    for name in ("triqueta.db", "triqueta.db-wal", "gateways.secret", "ssh_host_ed25519_key"):
        (folder / name).touch(0o600)
    return folder


def test_a_new_folder_is_its_owner_s_alone(folder: Path) -> None:
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert prepare(folder) == []


@pytest.mark.parametrize(
    "name", ["", "triqueta.db", "triqueta.db-wal", "gateways.secret", "ssh_host_ed25519_key"]
)
def test_what_everybody_can_write_to_is_refused(folder: Path, name: str) -> None:
    path = folder / name
    path.chmod(0o707)
    with pytest.raises(StartupError, match=f"everybody on this machine can write to {path}: chmod [67]00 it"):
        prepare(folder)


@pytest.mark.parametrize("name", ["", "triqueta.db"])
def test_what_a_group_can_write_to_is_said(folder: Path, name: str) -> None:
    path = folder / name
    path.chmod(0o720)
    assert prepare(folder) == [f"the group of {path} can write to it: chmod g-w it, unless that is wanted"]


def test_what_others_can_read_is_said_if_they_can_get_there(folder: Path) -> None:
    (folder / "triqueta.db").chmod(0o644)
    assert prepare(folder) == []
    folder.chmod(0o711)
    assert prepare(folder) == [f"others on this machine can read {folder / 'triqueta.db'}: chmod 600 it"]


def test_files_of_somebody_else_s_making_are_left_alone(folder: Path) -> None:
    (folder / "notes.txt").touch()
    (folder / "notes.txt").chmod(0o666)
    assert prepare(folder) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_said(folder: Path) -> None:
    os.chown(folder, 65534, 65534)
    assert prepare(folder) == [f"{folder} belongs to another user, who can change everything in it"]


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StartupError, match="cannot be made"):
        prepare(tmp_path / "file" / "data")
