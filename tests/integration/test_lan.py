"""Programs in terminals of their own find each other on the local network; here that is the loopback."""

import asyncio
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psutil
import pytest

from tests import PATIENCE
from tests.integration.conftest import Connect
from tests.keyboard import KeyboardPlayer
from tests.serving import Outcome, ServerProcess
from tests.terminal import Terminal, own_environment, triqueta
from triqueta_protocol.internal.defaults import LAN_VARIABLE

LOOPBACK = {LAN_VARIABLE: "127.0.0.1"}


@pytest.fixture
def announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerProcess]:
    """A server that is announced on the loopback."""
    monkeypatch.setenv(LAN_VARIABLE, LOOPBACK[LAN_VARIABLE])
    server = ServerProcess.launch(tmp_path / "server", "--name", f"oak {uuid4().hex[:8]}")
    yield server
    server.end(signal.SIGKILL)


def program(folder: Path, *arguments: str, size: tuple[int, int] = (100, 40)) -> Terminal:
    """The program at home in a folder of its own, with the loopback for a network."""
    return Terminal(triqueta(*arguments), size=size, environment=own_environment(folder, **LOOPBACK))


async def run(folder: Path, *arguments: str, **variables: str) -> Outcome:
    """Run the program without a terminal."""
    done = await asyncio.to_thread(
        subprocess.run,
        triqueta(*arguments),
        env=own_environment(folder, **LOOPBACK | variables),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def mark(terminal: Terminal, code: str) -> None:
    """Press arrows until the line with this code is marked: other tests' tables may be in the list, too."""
    for _ in range(40):
        terminal.press("up")
        terminal.settle(0.1)
        at = next((y for y, line in enumerate(terminal.lines) if code in line), None)
        if at is not None:
            cells = terminal.screen.buffer[at]
            if cells[terminal.lines[at].index(code)].bg != cells[0].bg:
                return
    raise AssertionError(f"{code} cannot be marked. The screen:\n{terminal.text}")


async def test_the_list_is_printed_where_no_screen_can_be_shown(
    announced: ServerProcess, connect: Connect, tmp_path: Path
) -> None:
    host = await connect(announced, "Host")
    code = await host.create(settings={"seats": 3})
    done = await run(tmp_path / "home", "join", TERM="dumb")
    assert done.status == 0
    assert f"triqueta join 127.0.0.1:{announced.port} {code}  1 of 3 seats taken" in done.stdout
    assert done.stderr == ""


async def test_without_a_network_the_list_says_so(tmp_path: Path) -> None:
    done = await run(tmp_path, "join", **{LAN_VARIABLE: "no such interface"})
    assert (done.status, done.stdout) == (1, "")
    assert done.stderr == "triqueta: This machine isn’t on a network.\n"


@pytest.mark.slow
async def test_two_who_typed_no_address_play_a_game(tmp_path: Path) -> None:
    with (
        program(tmp_path / "one", "host", "--port", "0", "--players", "2", "--name", "Ana") as host,
        program(tmp_path / "two", "--name", "Bo") as friend,
    ):
        text = await asyncio.to_thread(host.wait_for, "triqueta join 127.0.0.1:")
        found = re.search(r"triqueta join 127\.0\.0\.1:\d+ (\w+)", text)
        assert found is not None
        code = found[1]
        await asyncio.to_thread(friend.wait_for, "Tables on the network")
        await asyncio.to_thread(mark, friend, code)
        friend.press("enter")
        await asyncio.to_thread(friend.wait_for, "Press r when you’re ready.")
        friend.press("r")
        await asyncio.to_thread(host.wait_for, "s starts the game")
        host.press("s")
        for terminal in (host, friend):
            await asyncio.to_thread(terminal.wait_for, "Round 1 of 4")
        players = [KeyboardPlayer(host), KeyboardPlayer(friend)]
        await asyncio.gather(*(asyncio.to_thread(player.play) for player in players))
        for terminal in (host, friend):
            await asyncio.to_thread(terminal.wait_for, "Fair shuffle")


async def test_a_server_that_stays_goes_on_without_its_terminal(tmp_path: Path) -> None:
    with program(tmp_path, "host", "--port", "0") as host:
        await asyncio.to_thread(host.wait_for, "triqueta join 127.0.0.1:")
        host.press("ctrl+c")
        await asyncio.to_thread(host.wait_for, "Keep it running")
        host.press("down", "enter")
        assert await asyncio.to_thread(host.wait_for_end) == 0
        assert host.restored
        words = re.search(r"kill (\d+)", host.text)
        assert words is not None
    server = psutil.Process(int(words[1]))
    try:
        where = re.search(r"triqueta join (127\.0\.0\.1:\d+)", host.text)
        assert where is not None
        done = await run(tmp_path, "join")
        assert where[1] in done.stdout, "it is still announced, and answers"
    finally:
        server.terminate()
    await asyncio.to_thread(psutil.wait_procs, [server], 20)
    assert not server.is_running()


async def test_ending_the_program_ends_its_server(tmp_path: Path) -> None:
    with program(tmp_path, "host", "--port", "0") as host:
        await asyncio.to_thread(host.wait_for, "triqueta join 127.0.0.1:")
        (server,) = [
            child for child in psutil.Process(host.process.pid).children() if "--embedded" in child.cmdline()
        ]
        host.process.send_signal(signal.SIGKILL)
        _, alive = await asyncio.to_thread(psutil.wait_procs, [server], 20)
        assert alive == []
