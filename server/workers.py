"""What the processes beside the server's own do: they decide for bots, and work on finished games."""

from multiprocessing.connection import Connection
from typing import Any, Final

from server.archive import work
from server.bots import worker

WORK: Final = {**worker.WORK, **work.WORK}


def serve(questions: "Connection[Any, Any]") -> None:
    worker.serve(questions, WORK)
