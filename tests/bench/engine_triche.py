"""How fast the rules of Triché are: ``python -m tests.bench engine --game triche``."""

import statistics
import time
from collections.abc import Iterable
from random import Random

from protocol.games.triche import Options
from server.games.triche.position import Position
from server.games.triche.rules import RULES
from server.games.triche.shuffles import SeededShuffles
from tests.bench import report
from tests.server.games.triche.play import random_action

SEATS = (2, 4)
FORMS = {"": False, "x_": True}
"""The base game, and the expansion."""

ROUNDS_SHUFFLED = 25
"""Shuffles of so many rounds are worked out before the clock runs; few games are longer."""
REDRAWS_SHUFFLED = 12


def measure(games: int, runs: int) -> None:
    """Print the tables and the line of JSON."""
    figures: dict[str, float] = {}
    rows = []
    for form, expansion in FORMS.items():
        for seats in SEATS:
            per_game, dealt, seeded = _playouts(seats, expansion, games, runs)
            rows.append(
                ("expansion" if expansion else "base", seats, per_game, *_rates(dealt), *_rates(seeded))
            )
            name = f"triche_{form}{seats}_steps_per_s"
            figures |= {name: _rates(dealt)[0], f"{name}_best": max(dealt)}
            figures |= {f"{name}_with_deal": _rates(seeded)[0], f"{name}_with_deal_best": max(seeded)}
    heads = ("random playouts", "seats", "steps/game", "steps/s", "best", "with the deal", "best")
    report.table(heads, rows)
    print()
    small = _small_costs()
    report.table(("cost of one", "µs"), [(name.removesuffix("_us"), cost) for name, cost in small.items()])
    report.json_line(figures | small)


def _rates(rates: list[float]) -> tuple[float, float]:
    return statistics.median(rates), max(rates)


def _playouts(seats: int, expansion: bool, games: int, runs: int) -> tuple[float, list[float], list[float]]:
    """Steps per game, and the rates with shuffles that are ready and from seeds."""
    options = Options(expansion=expansion)
    seeds = [b"bench %d" % game for game in range(games)]
    ready = [_shuffled(seed, expansion) for seed in seeds]
    dealt, seeded, steps = [], [], 0
    for _ in range(runs):
        began = time.perf_counter()
        steps = _play(_begun(seats, shuffles, expansion) for shuffles in ready)
        dealt.append(steps / (time.perf_counter() - began))
        began = time.perf_counter()
        steps = _play(RULES.begin(seats, options, seed) for seed in seeds)
        seeded.append(steps / (time.perf_counter() - began))
    return steps / games, dealt, seeded


def _begun(seats: int, shuffles: SeededShuffles, expansion: bool) -> Position:
    return Position(seats, shuffles, 0, expansion=expansion, target=21, diagonals=True)


def _shuffled(seed: bytes, expansion: bool) -> SeededShuffles:
    shuffles = SeededShuffles(seed, expansion=expansion)
    for round_ in range(1, ROUNDS_SHUFFLED):
        for shuffle in range(REDRAWS_SHUFFLED if expansion else 1):
            shuffles.order(round_, shuffle)
    return shuffles


def _play(positions: Iterable[Position]) -> int:
    """Play each position to its end, every legal action being equally likely."""
    chance = Random(1).random
    steps = 0
    for position in positions:
        while position.owing:
            seat = position.owing[0]
            actions = position.legal(seat)
            position.apply(seat, actions[int(chance() * len(actions))])
            steps += 1
    return steps


def _small_costs() -> dict[str, float]:
    """Microseconds in games for four; each view is of a position that was not seen before, as on a server."""
    costs = {}
    for form, expansion in FORMS.items():
        moments = []
        for game in range(12):
            rng = Random(f"small {game}")
            position = RULES.begin(4, Options(expansion=expansion), rng.randbytes(16))
            while position.owing:
                seat = rng.choice(position.owing)
                position.apply(seat, random_action(position, seat, rng))
                moments.append(position.copy())
        began = time.perf_counter()
        for position in moments:
            RULES.public(position)
            for seat in range(4):
                RULES.mine(position, seat)
        viewed = time.perf_counter()
        for position in moments:
            position.copy()
        copied = time.perf_counter()
        costs[f"triche_{form}public_and_four_mine_us"] = (viewed - began) / len(moments) * 1e6
        costs[f"triche_{form}copy_us"] = (copied - viewed) / len(moments) * 1e6
    return costs
