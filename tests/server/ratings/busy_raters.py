"""A process that ends rated games on a store and says each once it is stored, until it is killed."""

import asyncio
import os
import sys
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

from tests.server.store.samples import a_game
from triqueta_server.ratings.book import Contender, RatingBook, bot_key
from triqueta_server.store.journal import Journal
from triqueta_server.store.records import GameEnd
from triqueta_server.store.store import Store

TABLES = 10


async def play(path: Path) -> None:
    journal = Journal(Store.open(path))
    journal.start()
    book, draw, numbers = RatingBook(), Random(1), count()

    def begin() -> None:
        game = f"g{next(numbers)}"
        journal.add(a_game(game, f"T{game}"), partial(end, game))

    def end(game: str) -> None:
        first, second = draw.sample(["ana", "bo", "cy", bot_key("normal")], 2)
        rated = book.rate("triqueta", [Contender(first, 1), Contender(second, 2)])
        journal.add(GameEnd(game, 2000.0, b"\x91\x00", None, rated), partial(say, game))

    def say(game: str) -> None:
        # One unbuffered write, so that a line is either whole in the pipe or was never said.
        os.write(sys.stdout.fileno(), f"{game}\n".encode())
        begin()

    for _ in range(TABLES):
        begin()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1])))
