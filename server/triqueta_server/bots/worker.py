"""The main loop of a bot process: it answers questions, and ends with its server."""

import os
import signal
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing import connection, parent_process
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Any, Final

from msgspec import Struct

from triqueta_protocol.codec import plain
from triqueta_server.bots.advise import advise as coach_advice
from triqueta_server.bots.choose import Plain, choose

NICE: Final = 15
"""Niceness of bot processes, so that tables come first."""


class Done(Struct, frozen=True):
    """A question was answered."""

    answer: Any


class Failed(Struct, frozen=True):
    """A question could not be answered: what was raised, and where."""

    why: str


def think(level: str, game: str, public: Plain, mine: Plain, seat: int, seed: int) -> dict[str, Any]:
    """One decision; the seed is for random choices only."""
    return choose(level, game, public, mine, seat, Random(seed))


def advise(game: str, public: Plain, mine: Plain, seat: int, seed: int) -> dict[str, Any]:
    """Advice about one decision, in the form it has on the wire."""
    advice: dict[str, Any] = plain(coach_advice(game, public, mine, seat, Random(seed)))
    return advice


Work = Callable[[str], Callable[..., Any]]
"""Looks up the function for a kind of question."""

WORK: Final[Mapping[str, Callable[..., Any]]] = {"think": think, "advise": advise}
"""The questions a worker answers. Arguments and answers are plain: numbers, text, lists and maps."""


def serve(questions: "connection.Connection[Any, Any]", work: Work = WORK.__getitem__) -> None:
    """Answer questions, each a name that ``work`` knows and its arguments, until the connection closes."""
    _prepare()
    # The server may end at any time, even before this process has reported that it is ready.
    with suppress(EOFError, OSError):
        questions.send(Done(None))
        while True:
            kind, arguments = questions.recv()
            questions.send(_answer(work, kind, arguments))


def _answer(work: Work, kind: str, arguments: tuple[Any, ...]) -> Done | Failed:
    try:
        return Done(work(kind)(*arguments))
    except Exception as error:
        return Failed(_described(error))


def _described(error: Exception) -> str:
    """The exception's type and place, without its message, which may contain a seat's secrets."""
    raised = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(raised.filename).name}:{raised.lineno}"


def _prepare() -> None:
    """Ignore signals, as the server ends its bots itself; lower the priority; end with the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.nice(NICE)
    threading.Thread(target=_exit_with_parent, name="exit-with-parent", daemon=True).start()


def _exit_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    # No cleanup: a decision in progress has no recipient any more.
    os._exit(0)
