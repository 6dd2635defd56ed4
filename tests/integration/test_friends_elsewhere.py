"""What is shown under "Tell your friends" is typed on another machine as it stands, and leads there."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from protocol.internal.defaults import LAN_VARIABLE
from tests.integration.two_machines import OAK, Machine, TwoMachines
from tests.programs import require
from tests.terminal import Terminal, own_environment, triqueta

ROOM = "Tell your friends"
PROXY = 8000
LINE = r"triqueta (join|watch) \S+ \w+|ssh -p \d+ \S+|https?://\S+"
SSH = ["ssh", "-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"]
SSH += ["-o", "PubkeyAuthentication=no", "-o", "LogLevel=ERROR", "-o", "IdentityAgent=none"]


@pytest.fixture
def machines(request: pytest.FixtureRequest) -> Iterator[TwoMachines]:
    require(request.node.name, "ssh")
    with TwoMachines(request.node.name) as both:
        yield both


def at(machine: Machine, folder: Path, *command: str) -> Terminal:
    """A terminal on a machine, in a home of its own, in whatever network there is."""
    environment = own_environment(folder, **{LAN_VARIABLE: ""})
    return Terminal(machine.at(*command), size=(100, 40), environment=environment)


def told(terminal: Terminal) -> list[str]:
    """The lines for friends, without the words before them."""
    terminal.wait_for(ROOM)
    terminal.settle()
    found = (re.search(LINE, line) for line in terminal.lines)
    return [one[0] for one in found if one]


def browsed(machine: Machine, url: str, name: str) -> str:
    """What a browser on a machine shows at this address."""
    run = subprocess.run(
        machine.at(sys.executable, "-m", "tests.integration.one_page", url, name, ROOM),
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_every_line_that_a_host_is_shown_works_on_another_machine(
    machines: TwoMachines, tmp_path: Path
) -> None:
    hosting = ("host", "--port", "0", "--players", "5", "--ssh", "0", "--web", "0", "--name", "Ana")
    with ExitStack() as stack:
        ana = stack.enter_context(at(machines.oak, tmp_path / "ana", *triqueta(*hosting)))
        lines = told(ana)
        join, watch, ssh, web = lines
        assert all(OAK in line and "127.0.0.1" not in line for line in lines)
        _, verb, *where = join.split()
        bo = stack.enter_context(at(machines.ash, tmp_path / "bo", *triqueta(verb, *where, "--name", "Bo")))
        assert told(bo) == lines
        _, verb, *where = watch.split()
        cy = stack.enter_context(at(machines.ash, tmp_path / "cy", *triqueta(verb, *where, "--name", "Cy")))
        assert told(cy) == lines
        eve = stack.enter_context(at(machines.ash, tmp_path / "eve", *SSH, *ssh.split()[1:]))
        eve.wait_for("Your name")
        eve.press(*"Eve", "enter")
        assert told(eve) == lines
        if any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))):
            shown = browsed(machines.ash, web, "Fay")
            assert all(line in shown for line in lines)
            ana.wait_for("Fay")
        for name in ("Bo", "Cy", "Eve"):
            ana.wait_for(name)


@contextmanager
def behind_proxy(machine: Machine, folder: Path) -> Iterator[None]:
    """A server that only its own machine can reach, and a proxy that leads there."""
    public = ["--public-url", f"ws://{OAK}:{PROXY}/play", "--public-web", f"http://{OAK}:{PROXY}"]
    options = ["--port", "4455", "--host", "127.0.0.1", "--web", "8080", "--data-dir", str(folder / "data")]
    programs = [
        [sys.executable, "-m", "server", *options, *public],
        [sys.executable, "-m", "tests.integration.proxy", OAK, str(PROXY), "4455", "8080"],
    ]
    running: list[subprocess.Popen[bytes]] = []
    try:
        for program in programs:
            process = subprocess.Popen(
                machine.at(*program), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            running.append(process)
            assert process.stdout is not None
            assert b"listening" in process.stdout.readline()
        yield
    finally:
        for process in running:
            process.terminate()
            process.communicate()


def test_behind_a_proxy_the_lines_lead_through_it(machines: TwoMachines, tmp_path: Path) -> None:
    with behind_proxy(machines.oak, tmp_path), ExitStack() as stack:
        way = f"ws://{OAK}:{PROXY}/play"
        ana = stack.enter_context(at(machines.ash, tmp_path / "ana", *triqueta("join", way, "--name", "Ana")))
        ana.wait_for("No open tables")
        ana.press("n")
        ana.wait_for("A new table")
        ana.press("enter")
        lines = told(ana)
        code = lines[0].split()[-1]
        assert lines == [
            f"triqueta join {way} {code}",
            f"triqueta watch {way} {code}",
            f"http://{OAK}:{PROXY}/{code}",
        ]
        bo = stack.enter_context(
            at(machines.oak, tmp_path / "bo", *triqueta(*lines[0].split()[1:], "--name", "Bo"))
        )
        assert told(bo) == lines
        if any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))):
            shown = browsed(machines.ash, lines[2], "Fay")
            assert all(line in shown for line in lines)
            ana.wait_for("Fay")
