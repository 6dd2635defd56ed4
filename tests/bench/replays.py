"""What files and replays of games weigh and cost: ``python -m tests.bench replays``.

Of the recorded games in ``tests/fixtures``, played by bots of mixed levels, with a shuffle and a time before
each decision that cannot be guessed, as at a table.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from msgspec.structs import replace

from tests.bench import report
from tests.server.archive.games import RECORDED, recorded
from triqueta_protocol.replay import read_part
from triqueta_server.archive import game_file, replay
from triqueta_server.archive.finished_game import Decision, FinishedGame

GAMES = ("triqueta", "triche", "tripitz")

T = TypeVar("T")


def main(arguments: Sequence[str]) -> None:
    argparse.ArgumentParser(prog="python -m tests.bench replays", description=__doc__).parse_args(arguments)
    figures: dict[str, float] = {}
    rows = []
    for kind in GAMES:
        games = [_as_played(recorded(name)) for name in RECORDED if name.startswith(f"{kind}/")]
        files = [game_file.write(game) for game in games]
        replays = [_replay(game) for game in games]
        found: dict[str, list[float]] = {
            "file_bytes": [len(file) for file in files],
            "replay_bytes": [sum(map(len, parts)) for parts in replays],
            "parts": [len(parts) for parts in replays],
            "part_bytes": [max(map(len, parts)) for parts in replays],
            "replay_ms": [_ms(_replay, game) for game in games],
            "write_ms": [_ms(game_file.write, game) for game in games],
            "read_ms": [_ms(game_file.read, file) for file in files],
        }
        for name, values in found.items():
            rows.append((f"{kind} {name}", statistics.median(values), max(values)))
            figures |= {f"{kind}_{name}": statistics.median(values), f"{kind}_{name}_most": max(values)}
    report.table(("of one game", "median", "most"), rows)
    report.json_line(figures)


def _as_played(game: FinishedGame) -> FinishedGame:
    rng = Random(game.seed)
    passed = 0
    decisions = []
    for decision in game.decisions:
        passed += rng.randrange(700, 20_000)
        decisions.append(Decision(passed, decision.seat, decision.action))
    ended = game.begun_at + passed / 1000
    return replace(game, decisions=tuple(decisions), ended_at=ended, salt=rng.randbytes(16))


def _replay(game: FinishedGame) -> list[bytes]:
    """All parts, as a client asks for them."""
    parts: list[bytes] = []
    steps = 0
    while steps <= len(game.decisions):
        parts.append(replay.part(game, steps, 0))
        steps += len(read_part(parts[-1]).steps)
    return parts


def _ms(act: Callable[[T], object], what: T) -> float:
    """Of CPU, the best of three."""
    best = float("inf")
    for _ in range(3):
        before = time.process_time()
        act(what)
        best = min(best, time.process_time() - before)
    return best * 1000
