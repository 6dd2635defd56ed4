"""Friends on the internet, through a reverse tunnel of OpenSSH that is made as docs/hosting.md says."""

import asyncio
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from getpass import getuser
from pathlib import Path

import pytest

from tests.ports import free_port
from tests.programs import require
from tests.terminal import Terminal, own_environment, triqueta
from triqueta_protocol.internal.defaults import LAN_OFF, LAN_VARIABLE

GATE = "127.0.0.2"
"""The rented machine's public address. OpenSSH forwards it only if the host's way there asks for it."""


def key(path: Path) -> Path:
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
    return path


@contextmanager
def gate(folder: Path, sshd: str) -> Iterator[list[str]]:
    """A machine that everybody reaches; the value is ``ssh`` to it, without its name."""
    folder.mkdir()
    port, own = free_port(GATE), key(folder / "own key")
    shutil.copy(f"{own}.pub", folder / "authorized")
    config = folder / "sshd_config"
    config.write_text(
        f"Port {port}\nListenAddress {GATE}\nHostKey {key(folder / 'host_key')}\n"
        f'AuthorizedKeysFile "{folder / "authorized"}"\n'
        "PidFile none\nStrictModes no\nUsePAM no\nGatewayPorts clientspecified\n"
    )
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)
    with (folder / "log").open("wb") as log:
        running = subprocess.Popen([sshd, "-D", "-e", "-f", str(config)], stderr=log)
    try:
        settings = {"StrictHostKeyChecking": "accept-new", "UserKnownHostsFile": f'"{folder / "known"}"'}
        options = [part for name, value in settings.items() for part in ("-o", f"{name}={value}")]
        yield ["ssh", "-F", "none", "-i", str(own), "-o", "IdentitiesOnly=yes", *options, "-p", str(port)]
    finally:
        running.terminate()
        running.wait()


@contextmanager
def tunnel(recipe: list[str], ssh: list[str]) -> Iterator[None]:
    """What the page says, to this gate."""
    options = recipe[1:-1]
    running = subprocess.Popen([*ssh, *options, f"{getuser()}@{GATE}"], stderr=subprocess.PIPE, text=True)
    try:
        yield
    finally:
        running.terminate()
        running.communicate()


def commands() -> list[list[str]]:
    """The commands of the page's section."""
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text()
    section = page.partition("## Friends on the internet")[2].partition("\n## ")[0]
    blocks = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    return [shlex.split(line) for block in blocks for line in block.replace("\\\n", " ").splitlines()]


@pytest.fixture
def sshd(request: pytest.FixtureRequest) -> str:
    require(request.node.name, "ssh")
    return require(request.node.name, "/usr/sbin/sshd")


async def test_friends_come_through_a_tunnel_and_come_back_when_it_does(tmp_path: Path, sshd: str) -> None:
    hosting, tunnelling = commands()
    here = {name: free_port() for name in ("4455", "2222")}
    there = {name: free_port(GATE) for name in here}

    def own(word: str) -> str:
        """With ports that are free here, in place of the page's."""
        if forward := re.fullmatch(r"\*:(\d+):localhost:(\d+)", word):
            return f"{GATE}:{there[forward[1]]}:localhost:{here[forward[2]]}"
        return re.sub(r"gate\.example\.org:(\d+)$", lambda one: f"{GATE}:{there[one[1]]}", word)

    def at_home(name: str, *command: str) -> Terminal:
        environment = own_environment(tmp_path / name, **{LAN_VARIABLE: LAN_OFF})
        return Terminal(list(command), size=(100, 36), environment=environment)

    ports = ["--port", str(here["4455"]), "--name", "Ana"]
    hosting = [own(word) if word != "--ssh" else f"--ssh={here['2222']}" for word in hosting[1:]]
    with ExitStack() as stack:
        ssh = stack.enter_context(gate(tmp_path / "gate", sshd))
        ana = stack.enter_context(at_home("ana", *triqueta(*hosting, *ports)))
        told = await asyncio.to_thread(ana.wait_for, "Tell your friends")
        ana.settle()
        told = ana.text
        join = re.search(rf"triqueta join {GATE}:{there['4455']} \w+", told)
        guest = re.search(rf"ssh -p {there['2222']} \w+@{GATE}", told)
        assert join is not None
        assert guest is not None
        recipe = [own(word) for word in tunnelling]
        with tunnel(recipe, ssh):
            bo = stack.enter_context(at_home("bo", *triqueta(*join[0].split()[1:], "--name", "Bo")))
            await asyncio.to_thread(bo.wait_for, "Tell your friends")
            await asyncio.to_thread(ana.wait_for, "Bo")
            line = [*guest[0].split(), *ssh[1:3], "-o", "StrictHostKeyChecking=no"]
            line += ["-o", f"UserKnownHostsFile={tmp_path / 'guests'}", "-o", "PubkeyAuthentication=no"]
            cy = stack.enter_context(at_home("cy", *line))
            await asyncio.to_thread(cy.wait_for, "Your name")
            cy.press(*"Cy", "enter")
            await asyncio.to_thread(ana.wait_for, "Cy")
        await asyncio.to_thread(bo.wait_for, "connection lost")
        with tunnel(recipe, ssh):
            await asyncio.to_thread(bo.wait_for, lambda text: "connection lost" not in text)
            bo.press("t", *"back again", "enter")
            await asyncio.to_thread(ana.wait_for, "Bo: back again")
