"""The notes that a guest's client writes to its door: lines of JSON on a pipe, few and short."""

import asyncio
import logging
import os
from collections.abc import Callable
from typing import Final

import msgspec

from protocol.internal.guest import LONGEST_NOTE, GuestNote

Heard = Callable[[GuestNote | None], None]

MOST: Final = 2000
"""Notes in one visit, far more than anybody changes settings."""

log = logging.getLogger(__name__)


class NoteReader:
    """Reads notes from a pipe, and closes it, when the client has closed its end or writes nonsense."""

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
            if len(self._begun) > LONGEST_NOTE or self._count > MOST:
                raise ValueError
            for line in lines:
                self._heard(msgspec.json.decode(line, type=GuestNote))
        except ValueError:
            # Ours would not: whoever writes this has nothing to say that a door should hear.
            log.warning("a guest's client writes nonsense to its door, which listens to it no longer")
            self._close()

    def _close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._pipe)
        os.close(self._pipe)
        self._heard(None)
