"""How fast the rules of Triché are: ``python -m tests.bench engine --game triche``."""

import statistics
import time
from collections.abc import Iterable
from random import Random

from tests.bench import report
from tests.server.games.triche.play import random_action
from triqueta_protocol.games.triche import Options
from triqueta_server.games.triche.position import Position
from triqueta_server.games.triche.rules import RULES
from triqueta_server.games.triche.shuffles import SeededShuffles

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
            rows.append(("expansion" if expansion else "base", seats, per_game, *dealt, *seeded))
            name = f"triche_{form}{seats}_steps_per_s"
            figures |= _named(name, dealt) | _named(f"{name}_with_deal", seeded)
    heads = ("steps/s", "best", "of CPU")
    report.table(("random playouts", "seats", "steps/game", *heads, "with the deal", *heads[1:]), rows)
    print()
    small = _small_costs()
    report.table(("cost of one", "µs"), [(name.removesuffix("_us"), cost) for name, cost in small.items()])
    report.json_line(figures | small)


Rates = tuple[float, float, float]
"""Steps per second: the median and the best of all runs, and the best of CPU time, which neighbours on the
machine disturb less."""


def _named(name: str, rates: Rates) -> dict[str, float]:
    return dict(zip((name, f"{name}_best", f"{name}_cpu_best"), rates, strict=True))


def _playouts(seats: int, expansion: bool, games: int, runs: int) -> tuple[float, Rates, Rates]:
    """Steps per game, and the rates with shuffles that are ready and from seeds."""
    options = Options(expansion=expansion)
    seeds = [b"bench %d" % game for game in range(games)]
    ready = [_shuffled(seed, expansion) for seed in seeds]
    dealt, seeded = [], []
    for _ in range(runs):
        dealt.append(_timed(_begun(seats, shuffles, expansion) for shuffles in ready))
        seeded.append(_timed(RULES.begin(seats, options, seed) for seed in seeds))
    return dealt[0][0] / games, _rates(dealt), _rates(seeded)


def _timed(positions: Iterable[Position]) -> tuple[int, float, float]:
    """Steps, seconds, and seconds of CPU time."""
    began, used = time.perf_counter(), time.process_time()
    steps = _play(positions)
    return steps, time.perf_counter() - began, time.process_time() - used


def _rates(timed: list[tuple[int, float, float]]) -> Rates:
    walls = [steps / seconds for steps, seconds, _ in timed]
    return statistics.median(walls), max(walls), max(steps / used for steps, _, used in timed)


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
