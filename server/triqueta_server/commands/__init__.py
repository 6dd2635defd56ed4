"""Commands of ``triqueta-server`` for operators; they work on the store without running a server."""

from collections.abc import Sequence
from importlib import import_module
from typing import Final

COMMANDS: Final = {
    "backup": "copy database and keys while the server runs, and check the copy",
    "export": "write finished games to files",
    "forget": "delete a player's name and statistics",
    "games": "list finished games",
    "ratings": "list the ratings, or recalculate them from the games",
    "replay-crash": "replay a game up to the fault that ended it",
    "restore": "unpack a backup into an empty data folder",
}
"""The names of the commands. Each is a module here with ``main(arguments)``."""


def run(command: str, arguments: Sequence[str]) -> int:
    """Run a command; returns the exit status."""
    status: int = import_module(f"{__name__}.{command.replace('-', '_')}").main(arguments)
    return status
