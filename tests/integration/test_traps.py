"""Nothing in the folder that a program is started in can run in its place, or in that of its children."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from tests.scripted import ScriptedClient
from tests.serving import ServerProcess
from tests.terminal import Terminal, own_environment
from triqueta_protocol.requests import AddBot, Start

NAMES = (
    *("triqueta_server", "triqueta_protocol", "triqueta_tui", "server", "protocol"),
    *("textual", "websockets", "msgpack", "msgspec", "sitecustomize"),
    *("asyncio", "multiprocessing", "random", "tempfile", "signal", "logging", "sqlite3", "usercustomize"),
)


@pytest.fixture
def traps(tmp_path: Path) -> Path:
    """A folder full of modules called like ours and like what we import; each leaves a mark if it runs."""
    folder = tmp_path / "traps"
    folder.mkdir()
    for name in NAMES:
        mark = tmp_path / f"{name} has run"
        (folder / f"{name}.py").write_text(f"open({str(mark)!r}, 'w').close()\nraise SystemExit(9)\n")
    return folder


def sprung(tmp_path: Path) -> list[str]:
    return sorted(path.name for path in tmp_path.glob("* has run"))


def program(name: str) -> str:
    """A program as it is installed."""
    return str(Path(sys.executable).with_name(name))


def test_a_game_against_bots(traps: Path, tmp_path: Path) -> None:
    environment = own_environment(tmp_path / "home")
    environment.pop("PYTHONPATH", None)
    command = [program("triqueta"), "play", "--players", "2", "--seed", "traps"]
    with Terminal(command, environment=environment, folder=traps) as terminal:
        terminal.wait_for("Round 1 of 4")
        for _ in range(2):  # draw or wait, and lay the token down: then the bot has moved
            terminal.wait_for("Your turn")
            terminal.press("d")
            terminal.wait_for("place it in a row")
            terminal.press("1")
        terminal.wait_for("Your turn")
    assert sprung(tmp_path) == []


def started_in(folder: Path, tmp_path: Path) -> ServerProcess:
    """The installed server, started in this folder."""
    options = ("--host", "127.0.0.1", "--port", "0", "--data-dir", str(tmp_path / "data"))
    process = subprocess.Popen(
        [program("triqueta-server"), *options],
        cwd=folder,
        env=own_environment(tmp_path / "home"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert process.stdout is not None
    return ServerProcess(process, process.stdout.readline().decode().strip().rpartition(" ")[2], tmp_path)


async def test_a_server_and_its_bots(traps: Path, tmp_path: Path) -> None:
    server = await asyncio.to_thread(started_in, traps, tmp_path)
    try:
        ana = await ScriptedClient.connect(server.url, "Ana")
        table = await ana.create(settings={"seats": 2}, options={"start": 1})
        await ana.ask(AddBot(id=ana.next_id(), table=table))
        await ana.ask(Start(id=ana.next_id(), table=table))
        await ana.until(lambda: ana.must_decide(table))
        await ana.close()
    finally:
        await server.kill()
    assert sprung(tmp_path) == []
