"""What runs in a process of bots: it thinks when asked, and goes when its server is gone."""

import os
import signal
import threading
from multiprocessing import connection, parent_process
from random import Random
from typing import Any

from server.bots.choose import Plain, choose


def settle_in() -> None:
    """Leave signals to the server, which ends its bots itself, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, name="leave-with-parent", daemon=True).start()


def think(level: str, game: str, public: Plain, mine: Plain, seat: int, seed: int) -> dict[str, Any]:
    """One decision; the seed is for whims only."""
    return choose(level, game, public, mine, seat, Random(seed))


def _leave_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    # A worker in the middle of a thought has nobody left to tell it to.
    os._exit(0)
