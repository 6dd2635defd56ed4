"""One process that has everything imported and warm, and becomes a client by forking: fast, and shared.

It has one thread, so that a fork is a whole copy. It never reads a guest's letter: what it has not read, no
later child can find in its memory.
"""

import contextlib
import gc
import logging
import os
import selectors
import signal
import socket
import threading
from collections.abc import Sequence
from typing import Final, NoReturn

from protocol.nursery import SIZE, Frame, Word
from triqueta_tui.guests import linux
from triqueta_tui.guests.child import become
from triqueta_tui.guests.confinement import measures, program_files
from triqueta_tui.guests.warmth import warm_up

_FILES: Final = 3
"""The most files that come with a frame."""


class Nursery:
    """Forks when the door asks for it, and tells the door when a child is gone."""

    def __init__(self, door: socket.socket) -> None:
        self._door = door
        self._children: dict[int, int] = {}
        """Guests' numbers by process."""

    def run(self) -> None:
        """Serve the door until it is gone."""
        logging.basicConfig(level=logging.WARNING, format="%(message)s")
        linux.die_with_parent(signal.SIGKILL, os.getppid())
        warm_up()
        program_files()
        gc.collect()
        # What is there now is never garbage: a collection in a child need not touch, and so copy, its pages.
        gc.freeze()
        assert threading.active_count() == 1
        woken, wake = socket.socketpair()
        for end in (woken, wake):
            end.setblocking(False)
        signal.set_wakeup_fd(wake.fileno())
        signal.signal(signal.SIGCHLD, lambda *_: None)
        with selectors.DefaultSelector() as selector:
            selector.register(self._door, selectors.EVENT_READ)
            selector.register(woken, selectors.EVENT_READ)
            self._tell(Frame(Word.READY, value=measures()))
            try:
                self._serve(selector, woken)
            except (EOFError, ConnectionError):
                self._send_home()

    def _serve(self, selector: selectors.BaseSelector, woken: socket.socket) -> NoReturn:
        while True:
            for key, _ in selector.select():
                if key.fileobj is woken:
                    woken.recv(4096)
                    self._reap()
                else:
                    self._hear()

    def _hear(self) -> None:
        said, files, _, _ = socket.recv_fds(self._door, SIZE, _FILES)
        if not said:
            raise EOFError
        while len(said) < SIZE:
            said += self._door.recv(SIZE - len(said)) or _end()
        frame = Frame.unpack(said)
        if frame.word is Word.BEGIN:
            self._begin(frame.number, files)
        elif frame.word is Word.STOP:
            self._stop(frame.number)

    def _begin(self, number: int, files: Sequence[int]) -> None:
        nursery = os.getpid()
        try:
            child = os.fork()
        except OSError as error:
            logging.getLogger(__name__).error("no client for a guest: %s", error)
            self._tell(Frame(Word.ENDED, number, 1))
            child = -1
        if child == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self._door.close()
            become(files[0], files[1:], nursery)
        for file in files:
            os.close(file)
        if child > 0:
            self._children[child] = number

    def _stop(self, number: int) -> None:
        for child, known in self._children.items():
            if known == number:
                os.kill(child, signal.SIGKILL)

    def _reap(self) -> None:
        while self._children:
            child, status = os.waitpid(-1, os.WNOHANG)
            if not child:
                return
            number = self._children.pop(child)
            self._tell(Frame(Word.ENDED, number, os.waitstatus_to_exitcode(status)))

    def _send_home(self) -> None:
        """The door is gone, and with it every guest's line."""
        for child in self._children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)

    def _tell(self, frame: Frame) -> None:
        self._door.sendall(frame.pack())


def _end() -> NoReturn:
    raise EOFError
