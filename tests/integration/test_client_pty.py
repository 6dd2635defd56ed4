"""The real program in a real terminal: played with keys, read off the screen, and gone without a trace."""

import asyncio
import re
import shlex
import signal
import sys
from pathlib import Path

import psutil
import pytest

from tests import PATIENCE
from tests.bench.client import drag
from tests.integration.at_terminal import begin, leave, play_to_the_end
from tests.integration.conftest import Connect, StartServer
from tests.keyboard import KeyboardPlayer
from tests.serving import ServerProcess
from tests.terminal import Terminal, own_environment, triqueta
from triqueta_protocol.requests import AddBot


def join(server: ServerProcess, code: str, folder: Path, size: tuple[int, int] = (80, 24)) -> Terminal:
    """The program on its way to a table."""
    command = triqueta("join", f"127.0.0.1:{server.port}", code, "--name", "Guest")
    return Terminal(command, environment=own_environment(folder), size=size)


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 36), marks=pytest.mark.slow)])
async def test_a_whole_game_by_keyboard(
    server: ServerProcess, connect: Connect, tmp_path: Path, size: tuple[int, int]
) -> None:
    host = await connect(server, "Host")
    code = await host.create(settings={"seats": 3}, seed="keyboard")
    await host.ask(AddBot(id=host.next_id(), table=code, level="normal"))
    with join(server, code, tmp_path, size=size) as guest:
        await begin(host, code, guest)
        player = await play_to_the_end(host, code, guest)
        assert {"turn", "place", "sure"} <= player.seen
        await asyncio.to_thread(leave, guest)


async def test_a_killed_server_comes_back_and_the_game_goes_on(
    start_server: StartServer, connect: Connect, tmp_path: Path
) -> None:
    first = await start_server("--max-rate", "5000")
    host = await connect(first, "Host")
    code = await host.create(settings={"seats": 2}, options={"start": 1})
    with join(first, code, tmp_path) as guest:
        await begin(host, code, guest)
        await asyncio.to_thread(guest.wait_for, "draw a token")
        await first.kill()
        await asyncio.to_thread(guest.wait_for, "connection lost")
        second = await start_server("--max-rate", "5000", port=first.port)
        await asyncio.to_thread(guest.wait_for, "connected")
        back = await connect(second, "Host", token=host.token)
        await back.join(code)
        player = KeyboardPlayer(guest, patience=1)
        assert await asyncio.to_thread(player.step) == "turn"
        assert await asyncio.to_thread(player.step) == "place"
        await back.until(lambda: back.must_decide(code))
        await asyncio.to_thread(leave, guest)


def test_play_now_takes_its_server_along_when_it_leaves(tmp_path: Path) -> None:
    with Terminal(
        triqueta("play", "--players", "2", "--level", "normal"), environment=own_environment(tmp_path)
    ) as terminal:
        terminal.wait_for("Round 1 of 4")
        children = psutil.Process(terminal.process.pid).children(recursive=True)
        assert children
        leave(terminal)
        gone, alive = psutil.wait_procs(children, timeout=PATIENCE)
        assert gone
        assert not alive


def test_a_killed_client_leaves_no_server_behind(tmp_path: Path) -> None:
    with Terminal(
        triqueta("play", "--players", "2", "--level", "normal"), environment=own_environment(tmp_path)
    ) as terminal:
        terminal.wait_for("Round 1 of 4")
        children = psutil.Process(terminal.process.pid).children(recursive=True)
        assert children
        terminal.process.send_signal(signal.SIGKILL)
        _, alive = psutil.wait_procs(children, timeout=PATIENCE)
        assert not alive


def test_a_killed_client_is_offered_its_game_again(tmp_path: Path) -> None:
    environment = own_environment(tmp_path)
    with Terminal(
        triqueta("play", "--players", "2", "--level", "normal"), environment=environment
    ) as terminal:
        terminal.wait_for("Round 1 of 4")
        terminal.press("v")
        told = terminal.wait_for("The shuffle is sealed: ")
        seal = re.search(r"sealed: ([0-9a-f]{8})", told)
        children = psutil.Process(terminal.process.pid).children(recursive=True)
        terminal.process.send_signal(signal.SIGKILL)
        psutil.wait_procs(children, timeout=PATIENCE)
    with Terminal(triqueta(), environment=environment) as terminal:
        terminal.wait_for("Triqueta   you left it")
        assert seal is not None
        terminal.press("enter")
        terminal.wait_for("Round 1 of 4")
        terminal.press("v")
        terminal.wait_for(seal[0])  # the log begins where the game began
        leave(terminal)


def test_the_guided_game_is_offered_once(tmp_path: Path) -> None:
    environment = own_environment(tmp_path)
    with Terminal(triqueta("play"), environment=environment) as terminal:
        terminal.wait_for("Your first game of Triqueta?")
        terminal.press("enter")
        terminal.wait_for("It is your turn")
        terminal.press("enter")
        terminal.wait_for("draw a token (d)")
        terminal.press("d")
        terminal.wait_for("Only you can see it")
        terminal.press("escape")
        terminal.wait_for("place it in a row")
        terminal.press("1")
        terminal.wait_for("draw a token (d)")
        leave(terminal)
    with Terminal(triqueta(), environment=environment) as terminal:
        terminal.wait_for("until next time")
        terminal.press("1")
        terminal.wait_for("Round 1 of 4")
        leave(terminal)


def test_a_window_can_shrink_below_use_and_grow_again(tmp_path: Path) -> None:
    with Terminal(triqueta(), environment=own_environment(tmp_path)) as terminal:
        terminal.wait_for("until next time")
        terminal.resize(30, 8)
        terminal.wait_for("40")
        terminal.resize(80, 24)
        terminal.wait_for("until next time")
        leave(terminal)


async def test_a_window_that_is_dragged_is_drawn_once(
    server: ServerProcess, connect: Connect, tmp_path: Path
) -> None:
    host = await connect(server, "Host")
    code = await host.create(settings={"seats": 2}, options={"start": 1}, seed="drag")
    with join(server, code, tmp_path, size=(100, 30)) as guest:
        await begin(host, code, guest)
        await asyncio.to_thread(guest.wait_for, "draw a token")
        cost = await asyncio.to_thread(drag, guest)
        # About 10,000 a frame; on a busy machine the drag seems to stop now and then.
        assert 0 < cost <= 60_000
        assert len(guest.lines) == 35
        assert guest.lines[-1].endswith("F1 rules")
        assert "Round 1 of 4" in guest.lines[0]
        await asyncio.to_thread(leave, guest)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("players", [2, 5])
def test_a_whole_game_against_bots_at_their_own_pace(tmp_path: Path, players: int) -> None:
    command = triqueta("play", "--players", str(players), "--level", "normal")
    with Terminal(command, environment=own_environment(tmp_path)) as terminal:
        KeyboardPlayer(terminal).play()
        terminal.wait_for("Fair shuffle")
        leave(terminal)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_guided_game_from_the_first_hint_to_the_last(tmp_path: Path) -> None:
    with Terminal(triqueta(), environment=own_environment(tmp_path)) as terminal:
        terminal.wait_for("Guided game")
        terminal.press("t")
        terminal.wait_for("It is your turn")
        KeyboardPlayer(terminal).play()
        terminal.wait_for("Fair shuffle")
        leave(terminal)


SHELL = "; ".join(
    (
        "import fcntl, os, termios",
        "fcntl.ioctl(0, termios.TIOCSCTTY, 0)",
        "os.execvp('bash', ['bash', '--norc', '-i'])",
    )
)
"""A shell with jobs, which needs a controlling terminal."""


def test_ctrl_z_goes_to_the_shell_and_back(tmp_path: Path) -> None:
    environment = own_environment(tmp_path, PS1="shell> ")
    with Terminal([sys.executable, "-c", SHELL], environment=environment) as terminal:
        terminal.wait_for("shell>")
        terminal.type(f"{shlex.join(triqueta())}\r".encode())
        terminal.wait_for("F1 rules")
        terminal.press("ctrl+z")
        terminal.wait_for("Stopped")
        assert not terminal.screen.private & {1000, 1049}, "neither mouse nor another screen"
        terminal.type(b"echo $((6 * 7))\r")
        terminal.wait_for("42")
        terminal.type(b"fg\r")
        # All of it is drawn again: the shell has written over it.
        terminal.wait_for(lambda text: "F1 rules" in text and "Stopped" not in text and "42" not in text)
        terminal.press("ctrl+c")
        terminal.wait_for(lambda text: text.startswith("shell>"))
        terminal.type(b"exit\r")
        terminal.wait_for_end()


def test_without_a_shell_ctrl_z_says_so(tmp_path: Path) -> None:
    with Terminal(triqueta(), environment=own_environment(tmp_path)) as terminal:
        terminal.wait_for("F1 rules")
        terminal.press("ctrl+z")
        terminal.wait_for("no shell to go back to")
        terminal.press("ctrl+c")
        assert terminal.wait_for_end() == 0
