"""The server for friends on this machine: one that runs already, or one that this program starts."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from triqueta_protocol.internal.defaults import FOLDER_IN_USE, GAME_PORT
from triqueta_tui.paths import Paths
from triqueta_tui.session.address import Address
from triqueta_tui.session.discovery.probe import answers
from triqueta_tui.session.error_words import NoServerError
from triqueta_tui.session.hosting_folder import LeftBehind, folder_of, left_behind, note_of, share_host_key
from triqueta_tui.session.local_server import LocalServer
from triqueta_tui.session.own_addresses import own_addresses
from triqueta_tui.settings import write_atomically

_PORTS: Final = 10
"""How many ports are tried, from the default on."""

_log = logging.getLogger(__name__)


class RunningServer(Struct, frozen=True):
    address: Address
    """Where this machine reaches it."""
    number: int
    """The port that was asked for, 0 for any."""
    beside: bool = False
    """Whether its data is not where ``triqueta-server`` has it, because another server was using that."""


class LanServer:
    """At most one server for friends, across many connections; it may outlive the program."""

    def __init__(self, paths: Paths, spawn: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        self._paths = paths
        self._spawn = spawn
        self._own: LocalServer | None = None
        self.running_server: RunningServer | None = None
        self.left_behind: LeftBehind | None = None
        """How to find that server again, if it does not end with this program."""

    @property
    def running(self) -> bool:
        """Whether there is a server that would end with this program."""
        return self._own is not None and self._own.running

    async def open(
        self, port: int | None = None, options: Sequence[str] = (), *, beside: bool = False
    ) -> RunningServer:
        """Find or start a server that friends can reach: at this port, or at the first usable one.

        One that runs there already is used, unless it asks for a password. ``options`` and ``beside`` are for
        a server that is started now. Raises ``NoServerError``.
        """
        if self.running and self.running_server is not None:
            return self.running_server
        trouble = NoServerError(self._paths.server_log)
        for number in [port] if port is not None else range(GAME_PORT, GAME_PORT + _PORTS):
            self.running_server = await self._running_here(number)
            if self.running_server is not None:
                return self.running_server
            try:
                self.running_server = await self._start(number, options, beside=beside)
            except NoServerError as error:
                trouble = error
            else:
                return self.running_server
        raise trouble

    async def stop(self) -> None:
        own, self._own = self._own, None
        if own is not None:
            await own.stop()

    def leave_behind(self) -> None:
        """Let the server go on after this program, and write down how to find it."""
        own, self._own = self._own, None
        if own is None or self.running_server is None:
            return
        running = self.running_server
        self.left_behind = LeftBehind(running.address.port, own.detach(), running.beside)
        note = note_of(self._paths, self.running_server.number)
        try:
            write_atomically(note, msgspec.json.encode(self.left_behind), mode=0o600)
        except OSError as error:
            _log.warning("%s cannot be written: %s", note, error)

    async def _running_here(self, number: int) -> RunningServer | None:
        """A server that runs under this number already and lets people in."""
        known = left_behind(self._paths, number)
        port = known.port if known else number
        if not port:
            return None
        # Not on loopback: a server that listens only there is of no use to friends.
        address = Address(own_addresses()[0], port)
        if not await answers(address):
            return None
        self.left_behind = known
        return RunningServer(address, number, known is not None and known.beside)

    async def _start(self, number: int, options: Sequence[str], *, beside: bool) -> RunningServer:
        """Start a server, beside another one of this person if that is running."""
        try:
            return RunningServer(await self._start_one(number, options, beside), number, beside)
        except NoServerError as error:
            if beside or error.status != FOLDER_IN_USE:
                raise
        return RunningServer(await self._start_one(number, options, beside=True), number, beside=True)

    async def _start_one(self, number: int, options: Sequence[str], beside: bool) -> Address:
        self.left_behind = None
        folder = folder_of(self._paths, number, beside=beside)
        if "--ssh" in options:
            share_host_key(self._paths, folder)
        own = self._own = LocalServer(
            folder,
            self._paths.server_log,
            host="",  # all addresses of this machine
            port=number,
            options=options,
        )
        try:
            address = await own.start()
        except asyncio.CancelledError:
            await self.stop()
            raise
        note_of(self._paths, number).unlink(missing_ok=True)
        self._spawn(own.supervise(lambda: self._own is own))
        return address
