"""Connections that have something to send: all are written to at the end of a turn of the event loop."""

import asyncio
import logging
from typing import Protocol

log = logging.getLogger(__name__)


class Flushed(Protocol):
    def flush(self) -> None:
        """Write what has gathered."""


class Flushing:
    """One call of the event loop for all of them: a commit lets go of what many tables have to say."""

    __slots__ = ("_loop", "_waiting")

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Flushed] = []

    def add(self, connection: Flushed) -> None:
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(connection)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        for connection in waiting:
            try:
                connection.flush()
            except Exception:
                log.exception("a connection could not be written to")
