"""What is shown under "Tell your friends" is typed on another machine as it stands, and leads there."""

import asyncio
import re
import shlex
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

import pytest

from tests.integration.browser import Browser, chromium
from tests.integration.web import come_in
from tests.lan import Lan, Machine, usable
from tests.programs import require
from tests.terminal import Terminal, own_environment, triqueta
from triqueta_protocol.internal.defaults import LAN_VARIABLE

ROOM = "Tell your friends"
LINE = r"triqueta (join|watch) \S+ \w+|ssh -p \d+ \S+|https?://\S+"
PROXY = 8000


@pytest.fixture
def lan() -> Iterator[Lan]:
    if not usable():
        pytest.skip("two machines need a network of their own: Linux, the program ip, and root")
    with Lan("oak", "ash") as made:
        yield made


@pytest.fixture
async def browser(request: pytest.FixtureRequest, lan: Lan) -> AsyncIterator[Browser]:
    """A browser on ash."""
    program = require(request.node.name, "chromium", "chromium-browser", "google-chrome")
    async with chromium(program, machine=lan["ash"]) as opened:
        yield opened


def at(machine: Machine, folder: Path, *command: str) -> Terminal:
    """A terminal on a machine, in a home of its own, in whatever network there is."""
    environment = own_environment(folder, **{LAN_VARIABLE: ""})
    return Terminal(machine.command(command), size=(100, 40), environment=environment)


def ssh(line: str, folder: Path) -> list[str]:
    """The line as somebody types it who has never been there."""
    settings = {"StrictHostKeyChecking": "accept-new", "UserKnownHostsFile": str(folder / "known_hosts")}
    settings |= {"PubkeyAuthentication": "no", "LogLevel": "ERROR"}
    options = [part for name, value in settings.items() for part in ("-o", f"{name}={value}")]
    return [*shlex.split(line), "-F", "none", *options]


async def told(terminal: Terminal) -> list[str]:
    """The lines for friends, without the words before them."""
    await asyncio.to_thread(terminal.wait_for, ROOM)
    await asyncio.to_thread(terminal.settle)
    found = (re.search(LINE, line) for line in terminal.lines)
    return [one[0] for one in found if one]


async def test_every_line_that_a_host_is_shown_works_on_another_machine(
    lan: Lan, browser: Browser, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    require(request.node.name, "ssh")
    oak, ash = lan["oak"], lan["ash"]
    hosting = ("host", "--port", "0", "--players", "5", "--ssh", "0", "--web", "0", "--name", "Ana")
    async with AsyncExitStack() as stack:
        ana = stack.enter_context(at(oak, tmp_path / "ana", *triqueta(*hosting)))
        lines = await told(ana)
        assert len(lines) == 4
        assert all(oak.address in line and "127.0.0.1" not in line for line in lines)
        for name, line in zip(("Bo", "Cy"), lines, strict=False):
            command = triqueta(*shlex.split(line)[1:], "--name", name)
            friend = stack.enter_context(at(ash, tmp_path / name, *command))
            assert await told(friend) == lines
        eve = stack.enter_context(at(ash, tmp_path / "eve", *ssh(lines[2], tmp_path)))
        await asyncio.to_thread(eve.wait_for, "Your name")
        eve.press(*"Eve", "enter")
        assert await told(eve) == lines
        page = await browser.new_page()
        await come_in(page, lines[3], "Fay")
        shown = await page.wait_for(ROOM)
        assert all(line in shown for line in lines)
        for name in ("Bo", "Cy", "Eve", "Fay"):
            await asyncio.to_thread(ana.wait_for, name)


@contextmanager
def behind_proxy(machine: Machine, folder: Path) -> Iterator[str]:
    """A server that only its own machine can reach, and a proxy that leads there, at the address given."""
    here = f"{machine.address}:{PROXY}"
    public = ["--public-url", f"ws://{here}/play", "--public-web", f"http://{here}"]
    options = ["--port", "4455", "--host", "127.0.0.1", "--web", "8080", "--data-dir", str(folder / "data")]
    programs = [
        [sys.executable, "-m", "triqueta_server", *options, *public],
        [sys.executable, "-m", "tests.integration.proxy", machine.address, str(PROXY), "4455", "8080"],
    ]
    running: list[subprocess.Popen[bytes]] = []
    try:
        for program in programs:
            process = subprocess.Popen(machine.command(program), stdout=subprocess.PIPE)
            running.append(process)
            assert process.stdout is not None
            assert b"listening" in process.stdout.readline()
        yield here
    finally:
        for process in running:
            process.terminate()
            process.communicate()


async def test_behind_a_proxy_the_lines_lead_through_it(lan: Lan, browser: Browser, tmp_path: Path) -> None:
    oak, ash = lan["oak"], lan["ash"]
    async with AsyncExitStack() as stack:
        here = stack.enter_context(behind_proxy(oak, tmp_path))
        way = f"ws://{here}/play"
        ana = stack.enter_context(at(ash, tmp_path / "ana", *triqueta("join", way, "--name", "Ana")))
        await asyncio.to_thread(ana.wait_for, "No open tables")
        ana.press("n")
        await asyncio.to_thread(ana.wait_for, "New table")
        ana.press("enter")
        lines = await told(ana)
        code = lines[0].split()[-1]
        assert lines == [
            f"triqueta join {way} {code}",
            f"triqueta watch {way} {code}",
            f"http://{here}/{code}",
        ]
        command = triqueta(*shlex.split(lines[0])[1:], "--name", "Bo")
        bo = stack.enter_context(at(oak, tmp_path / "bo", *command))
        assert await told(bo) == lines
        page = await browser.new_page()
        await come_in(page, lines[2], "Fay")
        shown = await page.wait_for(ROOM)
        assert all(line in shown for line in lines)
        await asyncio.to_thread(ana.wait_for, "Fay")
