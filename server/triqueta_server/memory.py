"""When garbage is collected, and memory given back: a busy evening does not stay for days."""

import ctypes
import gc
import sys
from contextlib import suppress
from typing import Final

AFTER_CONNECTIONS: Final = 10_000
"""One that has ended can leave two kilobytes of garbage: with TLS, Python's transports hold themselves."""
AFTER_OBJECTS: Final = 2_000_000
"""More than the last time, whatever they come of. A table has some five hundred."""


class Collector:
    """Decides when garbage is collected: never while a request is carried out.

    Nearly everything is freed by counting references. Python looks for the cycles among the rest after so and
    so many new objects, in the middle of whatever goes on, and finds none; but all tables wait while it walks
    through everything that has come since. Here it looks when much garbage is possible, and when nobody is
    left (``give_back``).
    """

    def __init__(self) -> None:
        """What a server begins with is never looked through again."""
        gc.collect()
        gc.freeze()
        gc.disable()
        self._connections = 0

    def collect_if_due(self, connections: int) -> None:
        """To be called now and then, with the number of connections that there have ever been."""
        if connections - self._connections >= AFTER_CONNECTIONS or gc.get_count()[0] >= AFTER_OBJECTS:
            self._connections = connections
            gc.collect()


def give_back() -> None:
    """Collect garbage and return free memory to the system. Blocks for some hundredths of a second."""
    gc.collect()
    _trim()


def _trim() -> None:
    """The C library keeps what was freed, unless it is asked; only glibc can be."""
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):
            ctypes.CDLL(None).malloc_trim(0)
