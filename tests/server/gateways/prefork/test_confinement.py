"""What a guest's client cannot do any more: tried out, in a process that has given it up."""

import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from triqueta_server.gateways.prefork import landlock

CONFINED = """
import os, socket, subprocess, sys
from pathlib import Path
import triqueta_tui.guests.entry
from triqueta_server.gateways.prefork.confinement import confine

folder, server, other = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
open_before = (folder / "open").open("w")
confine(server)


def outcome(attempt):
    try:
        attempt()
    except OSError as error:
        return error.__class__.__name__
    return "possible"


def write_on():
    open_before.write("more")
    open_before.flush()


attempts = {
    "write": lambda: (folder / "new").write_text("x"),
    "write on": write_on,
    "remove": (folder / "games.db").unlink,
    "rename": lambda: (folder / "games.db").rename(folder / "other.db"),
    "make a folder": (folder / "folder").mkdir,
    "read games": (folder / "games.db").read_text,
    "list games": lambda: list(folder.iterdir()),
    "run": lambda: subprocess.run(["/bin/true"]),
    "connect elsewhere": lambda: socket.create_connection(("127.0.0.1", other)),
    "listen": lambda: socket.create_server(("127.0.0.1", 0)),
    "signal": lambda: os.kill(os.getppid(), 0),
    "look into others": lambda: open(f"/proc/{os.getppid()}/mem", "rb"),
    "connect to the server": lambda: socket.create_connection(("127.0.0.1", server)),
    "import": lambda: __import__("triqueta_tui.screens.rules"),
}


for name, attempt in attempts.items():
    print(f"{name}: {outcome(attempt)}")
"""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """What became of each attempt."""
    folder = tmp_path_factory.mktemp("data")
    (folder / "games.db").write_text("secrets")
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_server(("127.0.0.1", 0)) as other:
        ports = [str(one.getsockname()[1]) for one in (server, other)]
        run = subprocess.run(
            [sys.executable, "-c", CONFINED, str(folder), *ports],
            capture_output=True,
            text=True,
            check=True,
        )
    yield dict(line.split(": ") for line in run.stdout.splitlines())
    assert sorted(file.name for file in folder.iterdir()) == ["games.db", "open"]


@pytest.mark.parametrize("wanted", ["connect to the server", "import"])
def test_what_the_game_needs_is_possible(outcomes: dict[str, str], wanted: str) -> None:
    assert outcomes[wanted] == "possible"


@pytest.mark.parametrize("harm", ["write", "write on"])
def test_nothing_can_be_written_on_any_system(outcomes: dict[str, str], harm: str) -> None:
    assert outcomes[harm] in {"OSError", "PermissionError"}


@pytest.mark.skipif(landlock.version() < 1, reason="this kernel has no Landlock")
@pytest.mark.parametrize(
    "harm", ["remove", "rename", "make a folder", "read games", "list games", "run", "look into others"]
)
def test_landlock_keeps_files_and_programs_away(outcomes: dict[str, str], harm: str) -> None:
    assert outcomes[harm] == "PermissionError"


@pytest.mark.skipif(landlock.version() < 4, reason="this kernel's Landlock knows no network")
@pytest.mark.parametrize("harm", ["connect elsewhere", "listen"])
def test_landlock_keeps_the_network_away(outcomes: dict[str, str], harm: str) -> None:
    assert outcomes[harm] == "PermissionError"


@pytest.mark.skipif(landlock.version() < 6, reason="this kernel's Landlock knows no signals")
def test_landlock_keeps_other_processes_safe(outcomes: dict[str, str]) -> None:
    assert outcomes["signal"] == "PermissionError"
