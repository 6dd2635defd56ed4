"""Opens doors as child processes, opens them again when they break, and closes them with the server."""

import asyncio
import contextlib
import logging
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from protocol.internal.defaults import SSH_PORT, WEB_PORT
from server.cannot_start import CannotStart
from server.doors.child_process import RestartedChild, starting
from server.doors.config import DoorConfig, Report
from server.doors.counts import DoorCounts
from server.doors.identity import Identity
from server.doors.missing_extra import install_command

START_WITHIN: Final = 60.0
CLOSE_WITHIN: Final = 5.0

log = logging.getLogger(__name__)


class DoorKind(NamedTuple):
    option: str
    """On the command line, and the name of the extra to install."""
    module: str
    needs: str
    """What the extra brings."""
    port: int
    """The usual one."""
    scheme: str
    """What the door's address begins with, without TLS."""
    guests_use: str


KINDS: Final = {
    "ssh": DoorKind("ssh", "server.doors.ssh.door", "asyncssh", SSH_PORT, "ssh", "ssh"),
    "web": DoorKind("web", "server.doors.web.door", "textual_serve", WEB_PORT, "http", "a browser"),
}


class DoorSupervisor:
    def __init__(self, kind: DoorKind, config: DoorConfig) -> None:
        self._kind = kind
        self._config = config
        self._report = Report()
        self._following: asyncio.Task[None] | None = None
        self.counts = DoorCounts()
        self._child = RestartedChild(f"the {kind.option} door", self._start, CLOSE_WITHIN)

    async def open(self) -> int:
        """Open the door and keep it open; returns its port, raises ``CannotStart``."""
        if find_spec(self._kind.needs) is None:
            option = self._kind.option
            raise CannotStart(f"--{option} needs something more: {install_command(option)}")
        await self._child.start()
        for remark in self._report.remarks:
            log.info("%s: %s", self._kind.option, remark)
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
                raise CannotStart(f"--{self._kind.option}: {report.refused}")
        # Opened again, it is where it was.
        self._config = replace(self._config, port=report.port)
        self._report = report
        self._following = asyncio.create_task(self._follow(process.stdout))
        return process

    async def _follow(self, said: asyncio.StreamReader) -> None:
        """Hear what the door counts, until it ends."""
        while line := await said.readline():
            with contextlib.suppress(msgspec.DecodeError):
                self.counts = msgspec.json.decode(line, type=DoorCounts)
        self.counts = replace(self.counts, guests=0)


class Doors:
    def __init__(self, wanted: Mapping[str, int], config: DoorConfig) -> None:
        """``wanted`` are ports by kind of door, 0 for any. Raises ``CannotStart``."""
        self._wanted = wanted
        self._config = config
        self._identity = Identity.of(Path(config.data_dir)) if wanted else None
        self._supervisors: dict[str, DoorSupervisor] = {}
        self.ports: dict[str, int] = {}
        """Where the doors are, by kind."""

    def vouched(self, token: str) -> bool:
        return self._identity is not None and self._identity.vouched(token)

    def origin_of_guest(self, sealed: str) -> str | None:
        """Where a guest comes from, by the word of a door; None if no door of this server has said so."""
        return self._identity.unsealed(sealed) if self._identity is not None else None

    async def open(self, listen: Callable[[], Awaitable[int]]) -> None:
        """Open what is wanted; raises ``CannotStart``, or what ``listen`` raises.

        ``listen`` opens a port on the loopback for guests' clients, and is called if there are to be any.
        """
        if not self._wanted:
            return
        server_url = f"ws://127.0.0.1:{await listen()}"
        for kind, port in self._wanted.items():
            config = replace(self._config, server_url=server_url, port=port)
            supervisor = DoorSupervisor(KINDS[kind], config)
            self._supervisors[kind] = supervisor
            self.ports[kind] = await supervisor.open()

    async def close(self) -> None:
        for supervisor in self._supervisors.values():
            await supervisor.close()

    def counts(self) -> dict[str, DoorCounts]:
        """What each door has counted, by kind."""
        return {kind: supervisor.counts for kind, supervisor in self._supervisors.items()}
