"""What runs in a bot process: it answers questions, and ends when its server is gone."""

import os
import signal
import threading
from collections.abc import Callable
from multiprocessing import connection, parent_process
from random import Random
from typing import Any, Final

from protocol.codec import plain
from server.bots.advise import advise as coach_advice
from server.bots.choose import Plain, choose


def initialise() -> None:
    """Ignore signals, because the server ends its bots itself, and end with the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, name="exit-with-parent", daemon=True).start()


def think(level: str, game: str, public: Plain, mine: Plain, seat: int, seed: int) -> dict[str, Any]:
    """One decision; the seed is for random choices only."""
    return choose(level, game, public, mine, seat, Random(seed))


def advise(game: str, public: Plain, mine: Plain, seat: int, seed: int) -> dict[str, Any]:
    """Advice about one decision, in the form it has on the wire."""
    advice: dict[str, Any] = plain(coach_advice(game, public, mine, seat, Random(seed)))
    return advice


WORK: Final[dict[str, Callable[..., Any]]] = {"think": think, "advise": advise}
"""What can be asked of a worker, by name. Arguments and answers are plain: numbers, text, lists and maps."""


def _exit_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    # A worker in the middle of a decision has nobody left to send it to.
    os._exit(0)
