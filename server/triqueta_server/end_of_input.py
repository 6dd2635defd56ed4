"""The end of standard input, for a server that lives as long as the program that started it."""

import asyncio
import os
import threading
from collections.abc import Callable
from contextlib import suppress

from triqueta_protocol.internal.defaults import STAY


def on_end_of_input(then: Callable[[], None]) -> None:
    """Call ``then`` in the event loop when standard input ends, unless its last line was ``STAY``.

    An embedded server ends with the program that holds the other end, however that program ends.
    """
    loop = asyncio.get_running_loop()

    def wait() -> None:
        # Unbuffered: a thread that holds a buffered reader's lock would be in the way of the exit.
        said = b""
        with suppress(OSError):  # an input that cannot be read has ended, too
            while portion := os.read(0, 4096):
                said = (said + portion)[-len(STAY) :]
        if said == STAY:
            return
        with suppress(RuntimeError):  # the loop has ended by itself
            loop.call_soon_threadsafe(then)

    threading.Thread(target=wait, name="end of input", daemon=True).start()
