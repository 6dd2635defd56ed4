"""A game with a guest at a real terminal and a scripted host: begun, played by keys, and left."""

import asyncio
import re
from collections.abc import Callable

from tests.integration.choosers import eager
from tests.keyboard import KeyboardPlayer
from tests.scripted import ScriptedClient
from tests.terminal import Terminal
from triqueta_protocol.requests import Ready, Start


async def begin(host: ScriptedClient, code: str, guest: Terminal) -> None:
    """In the waiting room the guest says ready with a key, and the host begins."""
    await asyncio.to_thread(guest.wait_for, "Host")
    guest.press("r")
    await until(host, guest, lambda: host.mirrors[code].room.seats[-1].ready)
    await host.ask(Ready(id=host.next_id(), table=code))
    await host.ask(Start(id=host.next_id(), table=code))
    await asyncio.to_thread(guest.wait_for, "Round 1 of 4")


async def until(host: ScriptedClient, guest: Terminal, true: Callable[[], bool]) -> None:
    """Wait until something is so for the host, and read the guest's terminal meanwhile.

    OpenSSH sends no more keys while its output is not read and the terminal's buffer is full.
    """
    waiting = asyncio.ensure_future(host.until(true))
    while not waiting.done():
        await asyncio.to_thread(guest.read, 0.05)
    await waiting


async def play_to_the_end(host: ScriptedClient, code: str, guest: Terminal) -> KeyboardPlayer:
    """Both play; at the end the guest's screen shows everybody's score."""
    playing = asyncio.create_task(host.play(code, eager(3)))
    player = KeyboardPlayer(guest)
    await asyncio.to_thread(player.play)
    await playing
    scores = host.public(code).scores
    assert scores is not None
    await asyncio.to_thread(guest.wait_for, "Fair shuffle")
    total = next(line for line in guest.lines if re.search(r"\btotal\b", line))
    columns = "".join(total.split("│")[: 1 + len(scores)])  # the plot of points is beside them
    shown = [int(number.replace("−", "-")) for number in re.findall(r"[−-]?\d+", columns)]
    assert sorted(shown) == sorted(score.total for score in scores)
    return player


def leave(guest: Terminal) -> None:
    """Ctrl+C ends the program at once and leaves nothing behind on the terminal."""
    guest.press("ctrl+c")
    assert guest.wait_for_end() == 0
    assert guest.restored
