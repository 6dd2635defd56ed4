"""A zip application (shiv) unpacks our packages where no Python looks for them; its children find them."""

import os
import sys
from pathlib import Path
from site import getsitepackages

import pytest

import triqueta_protocol
import triqueta_server
import triqueta_tui
from tests.terminal import Terminal, own_environment

START = "import sys; sys.path.insert(0, sys.argv.pop(1)); from triqueta_tui.cli import main; sys.exit(main())"


@pytest.fixture
def unpacked(tmp_path: Path) -> Path:
    """One folder with our packages and all that they need, as a zip application unpacks it."""
    folder = tmp_path / "unpacked"
    folder.mkdir()
    ours = [package.__path__[0] for package in (triqueta_protocol, triqueta_server, triqueta_tui)]
    theirs = [entry for site in getsitepackages() for entry in Path(site).iterdir()]
    for path in (*map(Path, ours), *theirs):
        if path.suffix != ".pth":
            (folder / path.name).symlink_to(path)
    return folder


def test_a_game_against_bots(unpacked: Path, tmp_path: Path) -> None:
    python = os.path.realpath(sys.executable)  # outside the virtual environment, with nothing installed
    environment = own_environment(tmp_path / "home")
    for name in ("PYTHONPATH", "VIRTUAL_ENV"):
        environment.pop(name, None)
    command = [python, "-c", START, str(unpacked), "play", "--players", "2", "--seed", "zip"]
    with Terminal(command, environment=environment, folder=tmp_path) as terminal:
        terminal.wait_for("Your turn")
        terminal.press("d")
        terminal.wait_for("place it in a row")
        terminal.press("1")
        terminal.wait_for("Your turn")
