"""Bots of Triqueta that no game has: they hang, raise or take their time, in the processes of a pool."""

import time
from multiprocessing.connection import Connection
from random import Random
from typing import Any, Final

from triqueta_protocol.games.triqueta import AnyAction, Mine, Public
from triqueta_server.bots import BOTS, Decide, worker

SECRET: Final = "the hidden bear"


def hang(_public: Public, _mine: Mine, _seat: int, _rng: Random) -> AnyAction:
    while True:
        time.sleep(60)


def fail(_public: Public, _mine: Mine, _seat: int, _rng: Random) -> AnyAction:
    raise ValueError(SECRET)


def ponder(_public: Public, mine: Mine, _seat: int, _rng: Random) -> AnyAction:
    """Hold up the process for a fifth of a second."""
    time.sleep(0.2)
    return mine.choices[0].action


LEVELS: Final[dict[str, Decide]] = {"hangs": hang, "fails": fail, "ponders": ponder}


def serve(questions: "Connection[Any, Any]") -> None:
    """Answer questions with these bots, too."""
    BOTS["triqueta"] = {**BOTS["triqueta"], **LEVELS}
    worker.serve(questions)
