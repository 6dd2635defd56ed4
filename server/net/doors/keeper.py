"""Starts a door in a process of its own, opens it again when it breaks, and closes it with the server."""

import asyncio
import contextlib
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from importlib.util import find_spec
from typing import Final

import msgspec

from server.net.doors.orders import Orders, Report

START_WITHIN: Final = 60.0
CLOSE_WITHIN: Final = 5.0
FIRST_WAIT: Final = 1.0
LONGEST_WAIT: Final = 60.0
STEADY: Final = 300.0
"""Seconds after which a door counts as working: if it breaks then, it is opened again at once."""

log = logging.getLogger(__name__)


class DoorRefused(Exception):  # noqa: N818 - the word for it
    """The door cannot be opened, and this sentence says why."""


class Door:
    """What is special about one kind of door."""

    def __init__(self, option: str, module: str, needs: str) -> None:
        self.option = option
        """On the command line, and the name of the extra to install."""
        self.module = module
        self.needs = needs
        """What the extra brings."""


KINDS: Final = {
    "ssh": Door("ssh", "server.net.ssh", "asyncssh"),
    "web": Door("web", "server.net.web", "textual_serve"),
}


class Doorkeeper:
    """One door."""

    def __init__(self, door: Door, orders: Orders) -> None:
        self._door = door
        self._orders = orders
        self._process: Process | None = None
        self._keeping: asyncio.Task[None] | None = None

    async def open(self) -> int:
        """Open the door and keep it open; returns its port, raises ``DoorRefused``."""
        if find_spec(self._door.needs) is None:
            extra = f"triqueta-tui[{self._door.option}]"
            raise DoorRefused(f"--{self._door.option} needs an extra: pip install '{extra}'")
        report = await self._start()
        for remark in report.remarks:
            log.info("%s: %s", self._door.option, remark)
        # Opened again, it is where it was.
        self._orders = msgspec.structs.replace(self._orders, port=report.port)
        self._keeping = asyncio.create_task(self._keep())
        return report.port

    async def close(self) -> None:
        """Send the guests home and close."""
        if self._keeping is not None:
            self._keeping.cancel()
        await self._end()

    async def _start(self) -> Report:
        environment = {name: value for name, value in os.environ.items() if name != "TRIQUETA_PASSWORD"}
        process = self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            self._door.module,
            stdin=PIPE,
            stdout=PIPE,
            env=environment,
            # Ctrl+C is for the server, which closes its doors itself.
            start_new_session=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        report = Report(refused="it does not start")
        with contextlib.suppress(TimeoutError, ConnectionError, msgspec.DecodeError):
            async with asyncio.timeout(START_WITHIN):
                process.stdin.write(msgspec.json.encode(self._orders) + b"\n")
                report = msgspec.json.decode(await process.stdout.readline(), type=Report)
        if report.refused:
            await self._end()
            raise DoorRefused(f"--{self._door.option}: {report.refused}")
        return report

    async def _keep(self) -> None:
        loop = asyncio.get_running_loop()
        wait = FIRST_WAIT
        while True:
            opened = loop.time()
            if self._process is not None:
                status = await self._process.wait()
                log.error("the %s door has broken (%d); opening it again", self._door.option, status)
            if loop.time() - opened > STEADY:
                wait = FIRST_WAIT
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)
            try:
                await self._start()
            except DoorRefused as refusal:
                log.error("%s", refusal)
            else:
                log.info("the %s door is open again", self._door.option)

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        # The end of its input tells a door that the server is going.
        process.stdin.close()
        try:
            async with asyncio.timeout(CLOSE_WITHIN):
                await process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGKILL)
            await process.wait()
