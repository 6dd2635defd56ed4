"""The people of an evening and what they do."""

import asyncio
import os
import re
import shlex
import shutil
import signal
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from tests import PATIENCE
from tests.integration.browser import Page, chromium
from tests.integration.web import come_in
from tests.keyboard import KeyboardPlayer
from tests.lan import Lan, Machine
from tests.pictures.chromium import NAMES, png
from tests.pictures.emulator import svg
from tests.terminal import Terminal, own_environment, triqueta
from triqueta_protocol.internal.defaults import LAN_VARIABLE

LONGEST_TURN = 240.0
"""Seconds: until the server misses somebody whose cable is pulled, and the grace time after that."""


class Evening:
    """Plays one game among five people; ``pictures`` gets what each of them saw."""

    def __init__(self, lan: Lan, homes: Path, pictures: Path) -> None:
        self._lan = lan
        self._homes = homes
        self._pictures = pictures
        self._number = 0

    async def play(self) -> None:
        async with AsyncExitStack() as stack:
            hana = stack.enter_context(
                self._terminal("oak", "Hana", triqueta("host", "--ssh", "--web", "--players", "5"), (120, 36))
            )
            await self._shows(hana, "Tell your friends")
            hana.settle(1.0)
            lines = await self._picture("the host's screen", hana)
            # Whatever is told is read off the host's screen.
            join = _found(r"triqueta join \S+ [A-Z]+", lines)
            ssh = _found(r"ssh -p \d+ \S+", lines)
            web = _found(r"http://\S+", lines)
            code = join.split()[-1]

            ana = stack.enter_context(self._terminal("elm", "Ana", triqueta(), (80, 24)))
            await self._shows(ana, code)
            await self._picture("the network list", ana)
            ana.press("4")  # after the three games
            await self._shows(ana, "This table")

            bo = stack.enter_context(self._terminal("ash", "Bo", triqueta(*shlex.split(join)[1:]), (100, 30)))
            await self._shows(bo, "This table")

            dora = stack.enter_context(self._terminal("elm", "Dora", _ssh(ssh, self._homes), (80, 24)))
            await self._name_if_asked(dora, "Dora")
            await self._shows(dora, "This table")
            # A frame comes in pieces over a line.
            await asyncio.to_thread(dora.settle, 1.0)
            await self._picture("by ssh", dora)

            emil = await self._browse(stack, self._lan["elm"], web)
            await emil.wait_for("This table")

            for friend in (ana, bo, dora):
                friend.press("r")
                await self._shows(friend, "You’re ready")
            await emil.press("r")
            await emil.wait_for("You’re ready")
            await self._shows(hana, "Everyone is ready")
            await self._picture("everybody is here", hana)
            await emil.picture(self._target("the browser guest's waiting room"))
            hana.press("s")
            await self._game(hana, ana, bo, dora, emil)

    async def _game(self, hana: Terminal, ana: Terminal, bo: Terminal, dora: Terminal, emil: Page) -> None:
        async with asyncio.TaskGroup() as tasks:
            for terminal in (hana, ana, dora):
                tasks.create_task(asyncio.to_thread(KeyboardPlayer(terminal, waits=LONGEST_TURN).play))
            tasks.create_task(asyncio.to_thread(KeyboardPlayer(InBrowser(emil), waits=LONGEST_TURN).play))
            tasks.create_task(self._lid(bo, hana))
        for name, terminal in (("host", hana), ("friend", ana), ("lid", bo), ("ssh guest", dora)):
            await asyncio.to_thread(terminal.settle, 1.0)
            await self._picture(f"the end, {name}", terminal)
        await emil.picture(self._target("the end, browser guest"))

    async def _lid(self, bo: Terminal, hana: Terminal) -> None:
        """Bo plays a while, closes the lid when it is his turn, and comes back when a bot plays for him."""
        player = KeyboardPlayer(bo, waits=LONGEST_TURN)
        for _ in range(4):
            await asyncio.to_thread(player.step)
        await asyncio.to_thread(bo.wait_for, "Your turn", 120)
        await self._picture("before the lid closes", bo)
        machine = self._lan["ash"]
        os.killpg(bo.process.pid, signal.SIGSTOP)
        await asyncio.to_thread(machine.unplug)
        await asyncio.to_thread(_until, lambda: "stand-in" in hana.text, 300)
        await self._picture("a bot plays for the one who is away", hana)
        await asyncio.to_thread(machine.plug)
        os.killpg(bo.process.pid, signal.SIGCONT)
        await asyncio.to_thread(player.play)

    def _terminal(self, machine: str, name: str, command: list[str], size: tuple[int, int]) -> Terminal:
        home = self._homes / name
        home.mkdir()
        at = self._lan[machine]
        environment = own_environment(
            home, **{LAN_VARIABLE: at.address, "USER": name, "COLORTERM": "truecolor"}
        )
        return Terminal(at.command(command), size=size, environment=environment)

    async def _browse(self, stack: AsyncExitStack, machine: Machine, url: str) -> Page:
        program = next(filter(None, map(shutil.which, NAMES)))
        browser = await stack.enter_async_context(chromium(program, machine=machine))
        page = await browser.new_page()
        await come_in(page, url, "Emil")
        return page

    async def _name_if_asked(self, terminal: Terminal, name: str) -> None:
        text = await asyncio.to_thread(
            terminal.wait_for, lambda text: "name" in text.lower() or "This table" in text
        )
        if "This table" not in text:
            terminal.press(*name, "enter")

    async def _shows(self, terminal: Terminal, what: str) -> None:
        await asyncio.to_thread(terminal.wait_for, what, 60)

    async def _picture(self, what: str, terminal: Terminal) -> str:
        await asyncio.to_thread(png, svg(terminal.screen), self._target(what))
        return terminal.text

    def _target(self, what: str) -> Path:
        self._number += 1
        target = self._pictures / f"{self._number:02} {what}.png"
        print(target)
        return target


class InBrowser:
    """A page as the player by keyboard needs it, from another thread."""

    def __init__(self, page: Page, loop: asyncio.AbstractEventLoop | None = None) -> None:
        """``loop`` is the page's, if it is not the running one."""
        self._page = page
        self._loop = loop or asyncio.get_running_loop()

    @property
    def text(self) -> str:
        return self._page.text

    def wait_for(self, what: str | Callable[[str], bool], seconds: float = PATIENCE) -> str:
        return asyncio.run_coroutine_threadsafe(self._page.wait_for(what, seconds), self._loop).result()

    def press(self, *keys: str) -> None:
        asyncio.run_coroutine_threadsafe(self._page.press(*keys), self._loop).result()


def _until(true: Callable[[], bool], seconds: float) -> None:
    """Wait for what another thread reads from a terminal."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.2)


def _ssh(line: str, homes: Path) -> list[str]:
    """The line as somebody types it who has never been there, with a key of their own."""
    known = homes / "known_hosts"
    return [
        *shlex.split(line),
        "-F",
        "none",
        "-o",
        "StrictHostKeyChecking=accept-new",
        "-o",
        f"UserKnownHostsFile={known}",
    ]


def _found(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    assert found is not None, f"nobody is told {pattern}:\n{text}"
    return found[0]
