"""A server is killed while rated games end: each counts once, or not at all and is not over either."""

import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from triqueta_server.ratings.book import Contender, RatingBook
from triqueta_server.store import ratings
from triqueta_server.store.reading import rows
from triqueta_server.store.store import Store

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("heard", [1, 400])
def test_kill_9_loses_no_rating_and_doubles_none(tmp_path: Path, heard: int) -> None:
    path = tmp_path / "store.db"
    command = [sys.executable, "-m", "tests.server.ratings.busy_raters", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        said = list(islice(process.stdout, heard))
        process.kill()
        said += process.stdout
    store = Store.open(path)
    ended = {game for (game,) in store.read(rows, "SELECT id FROM game WHERE ended_at IS NOT NULL")}
    counted = [
        game
        for (game,) in store.read(
            rows, "SELECT game.id FROM rated_game JOIN game ON game.seq = rated_game.game ORDER BY n"
        )
    ]
    changes = store.read(rows, "SELECT player, won FROM rating_change ORDER BY n, seat")
    kept = sorted(store.read(ratings.all_of))
    store.close()
    assert sorted(counted) == sorted(ended), "a game is over if and only if it has counted, and once"
    assert {line.decode().strip() for line in said} <= ended
    book = RatingBook()
    for (first, _), (second, _) in zip(changes[::2], changes[1::2], strict=True):
        book.rate("triqueta", [Contender(first, 1), Contender(second, 2)])
    assert kept == sorted(
        ratings.Rating(*key, *line.skill, line.games, line.wins, line.program)
        for key, line in book.lines.items()
    )
