"""How fast the rules of Tripitz are: ``python -m tests.bench engine --game tripitz``.

In a random playout all legal placements are listed at each step and one is taken, any with equal chance; the
other actions only where there is none: the many exchanges would end the games before much has happened.
"""

import statistics
import time
from collections.abc import Iterable
from random import Random

from tests.bench import report
from tests.server.games.tripitz.play import random_action
from triqueta_protocol.games.tripitz import Options
from triqueta_server.games.tripitz.position import Position
from triqueta_server.games.tripitz.rules import RULES

SEATS = (2, 4)
FORMS = {"": Options(), "j_": Options(jokers=True)}
"""The full game, and with jokers."""


def measure(games: int, runs: int) -> None:
    """Print the tables and the line of JSON."""
    figures: dict[str, float] = {}
    rows = []
    for form, options in FORMS.items():
        for seats in SEATS:
            per_game, laying, dealt, whole = _playouts(seats, options, games, runs)
            rows.append(("jokers" if options.jokers else "full", seats, per_game, laying, *dealt, *whole))
            name = f"tripitz_{form}{seats}_steps_per_s"
            figures |= _named(name, dealt) | _named(f"{name}_with_deal", whole)
    heads = ("steps/s", "best", "of CPU")
    report.table(
        ("random playouts", "seats", "steps/game", "placements", *heads, "with the deal", *heads[1:]), rows
    )
    print()
    small = _small_costs()
    report.table(("cost of one", "µs"), [(name.removesuffix("_us"), cost) for name, cost in small.items()])
    report.json_line(figures | small)


Rates = tuple[float, float, float]
"""Steps per second: the median and the best of all runs, and the best of CPU time, which neighbours on the
machine disturb less."""


def _named(name: str, rates: Rates) -> dict[str, float]:
    return dict(zip((name, f"{name}_best", f"{name}_cpu_best"), rates, strict=True))


def _playouts(seats: int, options: Options, games: int, runs: int) -> tuple[float, float, Rates, Rates]:
    """Steps per game, placements per step, and the rates from positions that are dealt and from seeds."""
    seeds = [b"bench %d" % game for game in range(games)]
    begun = [RULES.begin(seats, options, seed) for seed in seeds]
    dealt, whole = [], []
    for _ in range(runs):
        copies = [position.copy() for position in begun]
        dealt.append(_timed(copies))
        whole.append(_timed(RULES.begin(seats, options, seed) for seed in seeds))
    steps = dealt[0][0]
    return steps / games, _placements(begun) / steps, _rates(dealt), _rates(whole)


def _timed(positions: Iterable[Position]) -> tuple[int, float, float]:
    """Steps, seconds, and seconds of CPU time."""
    began, used = time.perf_counter(), time.process_time()
    steps = _play(positions)
    return steps, time.perf_counter() - began, time.process_time() - used


def _rates(timed: list[tuple[int, float, float]]) -> Rates:
    walls = [steps / seconds for steps, seconds, _ in timed]
    return statistics.median(walls), max(walls), max(steps / used for steps, _, used in timed)


def _play(positions: Iterable[Position]) -> int:
    """Play each position to its end."""
    chance = Random(1).random
    steps = 0
    for position in positions:
        while position.owing:
            seat = position.owing[0]
            actions = position.placements(seat) or position.legal(seat)
            position.apply(seat, actions[int(chance() * len(actions))])
            steps += 1
    return steps


def _placements(begun: list[Position]) -> int:
    """The legal placements of all steps of such playouts."""
    rng = Random(1)
    found = 0
    for start in begun:
        position = start.copy()
        while position.owing:
            seat = position.owing[0]
            laying = position.placements(seat)
            found += len(laying)
            position.apply(seat, rng.choice(laying or position.legal(seat)))
    return found


def _small_costs() -> dict[str, float]:
    """Microseconds in games for four; each view is of a position that was not seen before, as on a server."""
    costs = {}
    for form, options in FORMS.items():
        moments = []
        for game in range(30):
            rng = Random(f"small {game}")
            position = RULES.begin(4, options, rng.randbytes(16))
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
        costs[f"tripitz_{form}public_and_four_mine_us"] = (viewed - began) / len(moments) * 1e6
        costs[f"tripitz_{form}copy_us"] = (copied - viewed) / len(moments) * 1e6
    return costs
