"""A door that cannot be opened says why, in one line."""

from pathlib import Path

import pytest

from server.net.doors.keeper import Door, Doorkeeper, DoorRefused
from server.net.doors.orders import Orders


def orders(folder: Path) -> Orders:
    """For a door that nobody will come through."""
    return Orders(house="Test", host="127.0.0.1", port=0, server="ws://127.0.0.1:9", data_dir=str(folder))


async def test_a_missing_extra_is_named(tmp_path: Path) -> None:
    keeper = Doorkeeper(Door("ssh", "server.net.ssh", "a_module_nobody_has"), orders(tmp_path))
    with pytest.raises(DoorRefused, match=r"^--ssh needs an extra: pip install 'triqueta-tui\[ssh\]'$"):
        await keeper.open()
    assert list(tmp_path.iterdir()) == []


async def test_a_door_that_says_nothing_does_not_start(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    keeper = Doorkeeper(Door("ssh", "a_module_nobody_has", "asyncio"), orders(tmp_path))
    with pytest.raises(DoorRefused, match="it does not start"):
        await keeper.open()
    assert "a_module_nobody_has" in capfd.readouterr().err


async def test_closing_what_was_never_opened_is_nothing(tmp_path: Path) -> None:
    await Doorkeeper(Door("ssh", "server.net.ssh", "asyncssh"), orders(tmp_path)).close()
