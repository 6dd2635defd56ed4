"""A door that cannot be opened says why, in one line."""

from pathlib import Path

import pytest

from server.cannot_start import CannotStart
from server.doors.config import DoorConfig
from server.doors.supervisor import KINDS, DoorSupervisor


def config(folder: Path) -> DoorConfig:
    """For a door that nobody will come through."""
    return DoorConfig(
        server_name="Test", host="127.0.0.1", data_dir=str(folder), server_url="ws://127.0.0.1:9"
    )


async def test_a_missing_extra_is_named(tmp_path: Path) -> None:
    supervisor = DoorSupervisor(KINDS["ssh"]._replace(needs="a_module_nobody_has"), config(tmp_path))
    with pytest.raises(CannotStart, match=r"^--ssh needs something more: \S+ -m pip install 'asyncssh\S+'$"):
        await supervisor.open()
    assert list(tmp_path.iterdir()) == []


async def test_a_door_that_says_nothing_does_not_start(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    supervisor = DoorSupervisor(KINDS["ssh"]._replace(module="a_module_nobody_has"), config(tmp_path))
    with pytest.raises(CannotStart, match="it does not start"):
        await supervisor.open()
    assert "a_module_nobody_has" in capfd.readouterr().err


async def test_closing_what_was_never_opened_is_nothing(tmp_path: Path) -> None:
    await DoorSupervisor(KINDS["ssh"], config(tmp_path)).close()
