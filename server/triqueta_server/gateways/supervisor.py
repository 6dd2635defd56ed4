"""Opens gateways as child processes, opens them again when they break, and closes them with the server."""

import asyncio
import contextlib
import logging
import shlex
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Mapping
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from triqueta_protocol.internal.defaults import SSH_PORT, WEB_PORT
from triqueta_server.cannot_start import StartupError
from triqueta_server.gateways.child_process import RestartedChild, starting
from triqueta_server.gateways.config import GatewayConfig, GatewayCounts, Report
from triqueta_server.gateways.identity import Identity

START_WITHIN: Final = 60.0
CLOSE_WITHIN: Final = 5.0
PACKAGE: Final = "triqueta-tui"

log = logging.getLogger(__name__)


class GatewayKind(NamedTuple):
    option: str
    """On the command line, and the name of the extra to install."""
    module: str
    needs: str
    """What the extra brings."""
    port: int
    """The usual one."""
    scheme: str
    """What the gateway's address begins with, without TLS."""
    guests_use: str


KINDS: Final = {
    "ssh": GatewayKind("ssh", f"{__package__}.ssh.gateway", "asyncssh", SSH_PORT, "ssh", "ssh"),
    "web": GatewayKind("web", f"{__package__}.web.gateway", "textual_serve", WEB_PORT, "http", "a browser"),
}


class GatewaySupervisor:
    def __init__(self, kind: GatewayKind, config: GatewayConfig) -> None:
        self._kind = kind
        self._config = config
        self._report = Report()
        self._following: asyncio.Task[None] | None = None
        self.counts = GatewayCounts()
        self._child = RestartedChild(f"the {kind.option} gateway", self._start, CLOSE_WITHIN)

    async def open(self) -> int:
        """Open the gateway and keep it open; returns its port, raises ``StartupError``."""
        if find_spec(self._kind.needs) is None:
            option = self._kind.option
            raise StartupError(f"--{option} needs something more: {install_command(option)}")
        await self._child.start()
        for remark in self._report.remarks:
            log.info("%s gateway %s", self._kind.option, remark)
        return self._report.port

    async def close(self) -> None:
        await self._child.stop()

    async def _start(self) -> Process:
        report = Report(refused="it does not start")
        async with starting(self._kind.module, stdin=PIPE, stdout=PIPE) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            with contextlib.suppress(TimeoutError, ConnectionError, msgspec.DecodeError):
                async with asyncio.timeout(START_WITHIN):
                    process.stdin.write(msgspec.json.encode(self._config) + b"\n")
                    report = msgspec.json.decode(await process.stdout.readline(), type=Report)
            if report.refused:
                raise StartupError(f"--{self._kind.option}: {report.refused}")
        # Opened again, it is where it was.
        self._config = replace(self._config, port=report.port)
        self._report = report
        self._following = asyncio.create_task(self._follow(process.stdout))
        return process

    async def _follow(self, said: asyncio.StreamReader) -> None:
        """Hear what the gateway counts, until it ends."""
        while line := await said.readline():
            with contextlib.suppress(msgspec.DecodeError):
                self.counts = msgspec.json.decode(line, type=GatewayCounts)
        self.counts = replace(self.counts, guests=0)


class Gateways:
    def __init__(self, wanted: Mapping[str, int], config: GatewayConfig) -> None:
        """``wanted`` are ports by kind of gateway, 0 for any. Raises ``StartupError``."""
        self._wanted = wanted
        self._config = config
        self._identity = Identity.of(Path(config.data_dir)) if wanted else None
        self._supervisors: dict[str, GatewaySupervisor] = {}
        self.ports: dict[str, int] = {}
        """Where the gateways are, by kind."""

    def origin_of_guest(self, sealed: str) -> str | None:
        """The address of a guest, as a gateway of this server has sealed it; None if it is forged."""
        return self._identity.unsealed("address", sealed) if self._identity is not None else None

    async def open(self, listen: Callable[[], Awaitable[int]]) -> None:
        """Open what is wanted; raises ``StartupError``, or what ``listen`` raises.

        ``listen`` opens a port on the loopback for guests' clients, and is called if there are to be any.
        """
        if not self._wanted:
            return
        server_url = f"ws://127.0.0.1:{await listen()}"
        for kind, port in self._wanted.items():
            config = replace(self._config, server_url=server_url, port=port)
            supervisor = GatewaySupervisor(KINDS[kind], config)
            self._supervisors[kind] = supervisor
            self.ports[kind] = await supervisor.open()

    async def close(self) -> None:
        for supervisor in self._supervisors.values():
            await supervisor.close()

    def counts(self) -> dict[str, GatewayCounts]:
        """What each gateway has counted, by kind."""
        return {kind: supervisor.counts for kind, supervisor in self._supervisors.items()}


def install_command(extra: str, package: str = PACKAGE) -> str:
    """The shell command that installs an extra where this program is installed.

    It names the requirements themselves: they are on the package index, wherever this program came from.
    """
    needed = needed_for(extra, package)
    prefix = Path(sys.prefix)
    if "pipx" in prefix.parts:
        return shlex.join(["pipx", "inject", prefix.name, *needed])
    if find_spec("pip") is None:
        return shlex.join(["uv", "pip", "install", "--python", sys.executable, *needed])
    return shlex.join([sys.executable, "-m", "pip", "install", *needed])


def needed_for(extra: str, package: str = PACKAGE) -> list[str]:
    """The requirements of an extra of this program."""
    try:
        every = requires(package) or []
    except PackageNotFoundError:
        every = []
    return [
        requirement.strip()
        for requirement, _, marker in (each.partition(";") for each in every)
        if marker.replace('"', "'").replace(" ", "") == f"extra=='{extra}'"
    ]
