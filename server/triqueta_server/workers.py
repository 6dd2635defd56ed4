"""What the processes beside the server's own do: they decide for bots, and work on finished games."""

from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from triqueta_server.bots import worker


def find_work(kind: str) -> Callable[..., Any]:
    """What is done for a question of this name; raises ``KeyError``."""
    if kind in worker.WORK:
        return worker.WORK[kind]
    from triqueta_server.archive import work  # noqa: PLC0415 - most processes only ever think for bots

    return work.WORK[kind]


def serve(questions: "Connection[Any, Any]") -> None:
    worker.serve(questions, find_work)
