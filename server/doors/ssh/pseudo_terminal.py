"""A pseudo-terminal: the client draws on one end, the guest's SSH channel holds the other."""

import asyncio
import fcntl
import os
import pty
import struct
import termios
from collections.abc import Callable
from typing import Final

PORTION: Final = 64 * 1024
MOST_WAITING: Final = 64 * 1024
"""Bytes typed that the client has not read yet; more are dropped, as a full keyboard buffer does."""


class Screen:
    """The channel's end of it. ``drawn`` gets what the client draws."""

    def __init__(self, columns: int, lines: int, drawn: Callable[[bytes], None]) -> None:
        self._drawn = drawn
        self._loop = asyncio.get_running_loop()
        self._typed = b""
        self._open = True
        self._master, self.slave = pty.openpty()
        os.set_blocking(self._master, False)
        self.resize(columns, lines)
        self._loop.add_reader(self._master, self._read)

    def resize(self, columns: int, lines: int) -> None:
        """Set the size; the system tells the client."""
        if self._open:
            fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def type(self, keys: bytes) -> None:
        if self._open and len(self._typed) < MOST_WAITING:
            self._typed += keys
            self._write()

    def hold(self, on: bool) -> None:
        """Stop or go on reading what the client draws; while nothing is read, the client waits."""
        if not self._open:
            return
        if on:
            self._loop.remove_reader(self._master)
        else:
            self._loop.add_reader(self._master, self._read)

    def handed_over(self) -> None:
        """Close our copy of the client's end: it would hide that the client is gone."""
        os.close(self.slave)

    def drain(self) -> None:
        while self._open and self._read():
            pass

    def close(self) -> None:
        """Close it: a client that still runs gets SIGHUP."""
        if self._open:
            self._open = False
            self._loop.remove_reader(self._master)
            self._loop.remove_writer(self._master)
            os.close(self._master)

    def _read(self) -> bool:
        try:
            portion = os.read(self._master, PORTION)
        except BlockingIOError:
            return False
        except OSError:
            portion = b""
        if portion:
            self._drawn(portion)
        else:
            # Nobody draws any more. That the client has ended is told elsewhere.
            self._loop.remove_reader(self._master)
        return bool(portion)

    def _write(self) -> None:
        try:
            written = os.write(self._master, self._typed)
        except BlockingIOError:
            written = 0
        except OSError:
            written = len(self._typed)
        self._typed = self._typed[written:]
        if self._typed:
            self._loop.add_writer(self._master, self._write)
        else:
            self._loop.remove_writer(self._master)
