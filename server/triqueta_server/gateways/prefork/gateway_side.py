"""The gateway's end of prefork: starts the process that forks clients, and asks it for one for each guest."""

import asyncio
import contextlib
import logging
import os
import socket
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Sequence
from itertools import count
from typing import Final

import msgspec

from triqueta_protocol.internal.guest import LONGEST_NOTE, Guest, GuestNote
from triqueta_server.cannot_start import StartupError
from triqueta_server.gateways.child_process import RestartedChild, starting
from triqueta_server.gateways.prefork.frames import SIZE, Frame, Kind

START_WITHIN: Final = 30.0
CLOSE_WITHIN: Final = 3.0
NAME: Final = "the process that forks guests' clients"

Heard = Callable[[GuestNote | None], None]

MOST_NOTES: Final = 2000
"""Notes in one visit: far more than a person changes settings."""

log = logging.getLogger(__name__)


class GuestClient:
    """A guest's client. ``ended`` gets its exit status."""

    def __init__(self, kill: Callable[[], None]) -> None:
        self._kill = kill
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def kill(self) -> None:
        if not self.ended.done():
            self._kill()

    def has_ended(self, status: int) -> None:
        if not self.ended.done():
            self.ended.set_result(status)


class Prefork:
    """Where clients come from. When the process breaks, so do its clients, and it is started again."""

    def __init__(self, module: str) -> None:
        """``module`` names the client to fork, see ``child.Client``."""
        self._module = module
        self._child = RestartedChild(NAME, self._start, CLOSE_WITHIN)
        self._numbers = count(1)
        self._clients: dict[int, GuestClient] = {}
        self._socket: socket.socket | None = None
        self._ready = asyncio.Event()
        self._following: asyncio.Task[None] | None = None
        self._logging: asyncio.Task[None] | None = None
        self._landlock = 0

    async def start(self) -> None:
        """Load the client; raises ``StartupError``."""
        await self._child.start()

    async def fork(self, guest: Guest, screen: Sequence[int], heard: Heard) -> GuestClient:
        """Start a client on this terminal, or on these pipes in and out, which the caller closes.

        ``heard`` gets the notes that it writes, and None after the last. Raises ``StartupError``.
        """
        try:
            async with asyncio.timeout(START_WITHIN):
                while self._socket is None:
                    await self._ready.wait()
        except TimeoutError:
            raise StartupError(f"{NAME} is not running") from None
        number = next(self._numbers)
        client = GuestClient(lambda: self._send(Frame(Kind.KILL, number)))
        reading, writing = os.pipe()
        notes, note_writing = os.pipe()
        try:
            with os.fdopen(writing, "wb") as file:
                # It fits into a pipe, so the write does not block.
                file.write(msgspec.json.encode(guest))
            files = [reading, note_writing, *screen]
            socket.send_fds(self._socket, [Frame(Kind.FORK, number).pack()], files)
        except OSError as error:
            os.close(notes)
            raise StartupError(f"{NAME} does not answer: {error}") from error
        finally:
            os.close(reading)
            os.close(note_writing)
        NoteReader(notes, heard)
        self._clients[number] = client
        return client

    def remarks(self) -> tuple[str, ...]:
        """How guests' clients are confined on this machine, for the host to know."""
        if self._landlock:
            confined = f"clients can write nothing, run nothing and read no games (Landlock {self._landlock})"
        else:
            confined = "clients can write no files (limits only: this system has no Landlock)"
        root = "the server runs as root: give it a user of its own"
        return (confined, root) if os.geteuid() == 0 else (confined,)

    async def close(self) -> None:
        if self._socket is not None:
            # The process ends when its socket does.
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
        await self._child.stop()

    async def _start(self) -> Process:
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        try:
            async with starting(
                "triqueta_server.gateways.prefork.forkserver",
                self._module,
                stdin=theirs.fileno(),
                stdout=DEVNULL,
                # A client that may write no file can still say into a pipe what went wrong.
                stderr=PIPE,
            ) as process:
                theirs.close()
                assert process.stderr is not None
                self._logging = asyncio.create_task(_log_lines(process.stderr))
                ready = None
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(START_WITHIN):
                        ready = await _receive(ours)
                if ready is None:
                    raise StartupError("the game's client does not start")
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        self._landlock = ready.value
        self._socket = ours
        self._ready.set()
        self._following = asyncio.create_task(self._follow(ours))
        return process

    async def _follow(self, connection: socket.socket) -> None:
        """Hear of clients that end, until the process does; then all have ended."""
        with connection:
            while frame := await _receive(connection):
                if frame.kind is Kind.ENDED and frame.number in self._clients:
                    self._clients.pop(frame.number).has_ended(frame.value)
            self._socket = None
            self._ready.clear()
        for client in self._clients.values():
            client.has_ended(1)
        self._clients.clear()

    def _send(self, frame: Frame) -> None:
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.send(frame.pack())


class NoteReader:
    """Reads the notes of a guest's client from a pipe: lines of JSON, few and short.

    It closes the pipe when the client has closed its end or writes anything else.
    """

    def __init__(self, pipe: int, heard: Heard) -> None:
        """``heard`` gets the notes, and None when no more will come."""
        self._pipe = pipe
        self._heard = heard
        self._begun = b""
        self._count = 0
        os.set_blocking(pipe, False)
        asyncio.get_running_loop().add_reader(pipe, self._read)

    def _read(self) -> None:
        try:
            portion = os.read(self._pipe, LONGEST_NOTE)
        except BlockingIOError:
            return
        if not portion:
            self._close()
            return
        *lines, self._begun = (self._begun + portion).split(b"\n")
        self._count += len(lines)
        try:
            if len(self._begun) > LONGEST_NOTE or self._count > MOST_NOTES:
                raise ValueError
            for line in lines:
                self._heard(msgspec.json.decode(line, type=GuestNote))
        except ValueError:
            # Our client never does: the rest is ignored.
            log.warning("malformed settings from a guest's client ignored")
            self._close()

    def _close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._pipe)
        os.close(self._pipe)
        self._heard(None)


async def _receive(connection: socket.socket) -> Frame | None:
    """The next frame; None when the other end is closed."""
    receive = asyncio.get_running_loop().sock_recv
    received = b""
    with contextlib.suppress(ConnectionError):
        while portion := await receive(connection, SIZE - len(received)):
            received += portion
            if len(received) == SIZE:
                return Frame.unpack(received)
    return None


async def _log_lines(said: asyncio.StreamReader) -> None:
    while True:
        try:
            line = await said.readline()
        except ValueError:
            continue  # longer than any line of ours
        if not line:
            return
        log.warning("%s", line.decode(errors="replace").rstrip())
