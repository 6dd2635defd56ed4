"""From one screen to the next in one step: home is never seen on the way, nor is a key lost."""

import asyncio
import os
import signal
from pathlib import Path

from tests.integration.at_terminal import begin, leave
from tests.integration.conftest import Connect
from tests.integration.test_client_pty import join
from tests.serving import ServerProcess
from tests.terminal import Terminal, own_environment, triqueta

HOME = b"until next time"
"""Only the home screen says this. What has been drawn for a moment is among the bytes, too."""


def test_a_game_against_bots_opens_without_a_frame_of_home(tmp_path: Path) -> None:
    with Terminal(
        triqueta("play", "--players", "2", "--level", "normal"), environment=own_environment(tmp_path)
    ) as terminal:
        terminal.wait_for("Round 1 of 4")
        assert HOME not in terminal.raw
        leave(terminal)


def test_the_screen_is_drawn_again_after_a_stop_and_when_asked(tmp_path: Path) -> None:
    with Terminal(triqueta(), environment=own_environment(tmp_path)) as terminal:
        terminal.wait_for("F1 rules")
        terminal.settle()
        before = terminal.text
        os.kill(terminal.process.pid, signal.SIGTSTP)
        os.waitid(os.P_PID, terminal.process.pid, os.WSTOPPED | os.WNOWAIT)
        terminal.settle()
        terminal.screen.reset()
        os.kill(terminal.process.pid, signal.SIGCONT)
        terminal.wait_for(lambda text: text == before)
        terminal.settle()
        terminal.screen.reset()
        terminal.press("ctrl+l")
        terminal.wait_for(lambda text: text == before)
        terminal.press("ctrl+q")
        assert terminal.wait_for_end() == 0


async def test_neither_the_way_to_the_waiting_room_nor_the_start_shows_home(
    server: ServerProcess, connect: Connect, tmp_path: Path
) -> None:
    host = await connect(server, "Host")
    code = await host.create(settings={"seats": 2}, options={"start": 1})
    with join(server, code, tmp_path) as guest:
        await begin(host, code, guest)
        await asyncio.to_thread(guest.wait_for, "draw a token")
        assert HOME not in guest.raw
        # The first key at the new table counts.
        guest.press("d")
        await asyncio.to_thread(guest.wait_for, "place it in a row")
        guest.press("q")
        await asyncio.to_thread(guest.wait_for, "Stop for tonight")
        guest.press("l")
        await asyncio.to_thread(guest.wait_for, "until next time")
        await asyncio.to_thread(leave, guest)
