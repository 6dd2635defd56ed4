"""Real processes, really killed: what was said to be stored is there, and nobody is locked out."""

import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import IO

import pytest

from tests.server.store.busy_server import TABLES
from tests.server.store.samples import moves
from triqueta_server.store.errors import StoreRefusedError
from triqueta_server.store.store import Store

ROOT = Path(__file__).parents[3]


@contextmanager
def busy_server(path: Path) -> Iterator[tuple[subprocess.Popen[bytes], IO[bytes]]]:
    """A server that has said its first moves and goes on until it is killed."""
    command = [sys.executable, "-m", "tests.server.store.busy_server", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline(), "the server did not come up"
            yield process, process.stdout
        finally:
            process.kill()


@pytest.mark.parametrize("round_", range(10))
def test_every_move_that_was_said_survives_kill_9(tmp_path: Path, round_: int) -> None:
    path = tmp_path / "store.db"
    said = dict.fromkeys((f"g{number}" for number in range(TABLES)), 0)
    with busy_server(path) as (process, lines):
        heard = list(islice(lines, random.Random(round_).randrange(1, 2000)))
        process.kill()
        heard += lines
    for line in heard:
        game, n = line.decode().split()
        said[game] = int(n)
    store = Store.open(path)
    try:
        stored = {game.record.id: list(game.entries) for game in store.last_games(0.0)}
    finally:
        store.close()
    for game, last in said.items():
        assert stored[game] == moves(game, len(stored[game]))
        assert len(stored[game]) >= last


def test_a_second_server_is_refused_until_the_first_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with busy_server(path) as (process, lines):
        with pytest.raises(StoreRefusedError, match=r"^Another server is using .*store\.db\.$"):
            Store.open(path)
        assert lines.readline(), "the first server must not notice"
        process.kill()
        process.wait()
        Store.open(path).close()


def test_one_process_cannot_open_a_store_twice(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    first = Store.open(path)
    for _ in range(2):
        with pytest.raises(StoreRefusedError, match="Another server"):
            Store.open(path)
    first.close()
    Store.open(path).close()


def test_the_file_can_be_backed_up_while_the_server_writes(tmp_path: Path) -> None:
    path, copy = tmp_path / "store.db", tmp_path / "copy.db"
    with busy_server(path) as (_, lines):
        said = [line.decode().split() for line in islice(lines, 500)]
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        assert lines.readline(), "the server must not notice"
    store = Store.open(copy)
    try:
        stored = {game.record.id: len(game.entries) for game in store.last_games(0.0)}
    finally:
        store.close()
    assert all(stored[game] >= int(n) for game, n in said)
