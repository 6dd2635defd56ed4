"""The door's end of the nursery: a process of warm clients, one of which becomes each guest's."""

import asyncio
import contextlib
import logging
import os
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Sequence
from itertools import count
from typing import Final

import msgspec

from protocol.guest import Guest
from protocol.nursery import SIZE, Frame, Word
from server.net.doors.lifeline import CannotOpen

START_WITHIN: Final = 30.0
CLOSE_WITHIN: Final = 3.0

log = logging.getLogger(__name__)

_PASSED_ON: Final = ("PATH", "PYTHONPATH", "PYTHONHOME", "SYSTEMROOT")
"""What Python needs to be found. Nothing else of the server's surroundings reaches a guest's client."""


class Child:
    """A guest's client. ``status`` is there when it has ended."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def stop(self) -> None:
        """End it at once."""
        if not self.ended.done():
            self._stop()


class Nursery:
    """Where clients come from. When it breaks, so do its children, and the next guest finds a new one."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._children: dict[int, Child] = {}
        self._socket: socket.socket | None = None
        self._process: Process | None = None
        self._starting = asyncio.Lock()
        self._heard = b""
        self._listening: asyncio.Task[None] | None = None
        self.landlock = 0
        """The version of Landlock that confines the clients; 0 if the system has none."""

    async def start(self) -> None:
        """Have it warm; raises ``CannotOpen``."""
        async with self._starting:
            if self._socket is None:
                await self._start()

    async def begin(self, guest: Guest, screen: Sequence[int]) -> Child:
        """Bring up a client on this terminal, or on these pipes in and out, which the caller closes."""
        await self.start()
        assert self._socket is not None
        number = next(self._numbers)
        child = Child(lambda: self._tell(Frame(Word.STOP, number)))
        reading, writing = os.pipe()
        try:
            with os.fdopen(writing, "wb") as letter:
                # It fits into a pipe, so nobody has to read it before it is whole.
                letter.write(msgspec.json.encode(guest))
            socket.send_fds(self._socket, [Frame(Word.BEGIN, number).pack()], [reading, *screen])
        except OSError as error:
            raise CannotOpen(f"the nursery does not answer: {error}") from error
        finally:
            os.close(reading)
        self._children[number] = child
        return child

    def remarks(self) -> tuple[str, ...]:
        """What keeps guests' clients in their place on this machine, for the host to know."""
        if self.landlock:
            kept = f"clients can write nothing, run nothing and read no games (Landlock {self.landlock})"
        else:
            kept = "clients can write no files (limits only: this system has no Landlock)"
        return (kept, "the server runs as root: give it a user of its own") if os.geteuid() == 0 else (kept,)

    async def close(self) -> None:
        """Send everybody home."""
        # It ends when its line does.
        self._lose()
        if self._process is not None:
            try:
                async with asyncio.timeout(CLOSE_WITHIN):
                    await self._process.wait()
            except TimeoutError:
                self._process.kill()
                await self._process.wait()

    async def _start(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                # Not even the folder it is started in is searched for modules.
                "-P",
                "-X",
                "utf8",
                "-m",
                "triqueta_tui.guests",
                str(theirs.fileno()),
                pass_fds=(theirs.fileno(),),
                stdin=DEVNULL,
                stdout=DEVNULL,
                # A client that may write no file can still say into a pipe what went wrong.
                stderr=PIPE,
                cwd="/",
                env={name: os.environ[name] for name in _PASSED_ON if name in os.environ},
            )
        assert self._process.stderr is not None
        self._listening = asyncio.create_task(_log_lines(self._process.stderr))
        ours.setblocking(False)
        loop = asyncio.get_running_loop()
        ready = b""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(START_WITHIN):
                while len(ready) < SIZE and (portion := await loop.sock_recv(ours, SIZE - len(ready))):
                    ready += portion
        if len(ready) < SIZE:
            ours.close()
            raise CannotOpen("the game's client does not start")
        self.landlock = Frame.unpack(ready).value
        self._socket = ours
        loop.add_reader(ours, self._hear)

    def _hear(self) -> None:
        assert self._socket is not None
        try:
            portion = self._socket.recv(4096)
        except OSError:
            portion = b""
        if not portion:
            log.error("the process that brings up clients is gone, and so are the guests' clients")
            self._lose()
            return
        self._heard += portion
        while len(self._heard) >= SIZE:
            frame, self._heard = Frame.unpack(self._heard[:SIZE]), self._heard[SIZE:]
            if frame.word is Word.ENDED:
                self._settle(frame.number, frame.value)

    def _settle(self, number: int, status: int) -> None:
        child = self._children.pop(number, None)
        if child is not None and not child.ended.done():
            child.ended.set_result(status)

    def _tell(self, frame: Frame) -> None:
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.send(frame.pack())

    def _lose(self) -> None:
        lost, self._socket, self._heard = self._socket, None, b""
        if lost is not None:
            asyncio.get_running_loop().remove_reader(lost)
            lost.close()
        for number in list(self._children):
            self._settle(number, 1)


async def _log_lines(said: asyncio.StreamReader) -> None:
    """Log what the clients have to say."""
    while True:
        try:
            line = await said.readline()
        except ValueError:
            continue  # longer than any line of ours
        if not line:
            return
        log.warning("%s", line.decode(errors="replace").rstrip())
