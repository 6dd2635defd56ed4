"""A process that plays many games on a store and says each move once it is stored, until it is killed."""

import asyncio
import os
import sys
from functools import partial
from pathlib import Path

from tests.server.store.samples import a_game, a_move
from triqueta_server.store.journal import Journal
from triqueta_server.store.store import Store

TABLES = 20


async def play(path: Path) -> None:
    journal = Journal(Store.open(path))
    journal.start()

    def say_and_move(game: str, n: int) -> None:
        # One unbuffered write, so that a line is either whole in the pipe or was never said.
        os.write(sys.stdout.fileno(), f"{game} {n}\n".encode())
        journal.add(a_move(game, n + 1), partial(say_and_move, game, n + 1))

    for number in range(TABLES):
        game = f"g{number}"
        journal.add(a_game(game, f"T{number}"), partial(say_and_move, game, 0))
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1])))
