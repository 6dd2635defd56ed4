"""How fast the rules of a game are: random playouts, setting up, copying, and views."""

import argparse
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeVar

from tests.bench import engine_triche, engine_tripitz, report
from tests.server.games.triqueta.play import choose
from triqueta_protocol.games.triqueta import SEATS, Options, deal
from triqueta_server.games.triqueta.position import Position
from triqueta_server.games.triqueta.rules import RULES


def main(arguments: list[str]) -> None:
    """Run the bench and print its tables and its line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench engine", description=__doc__)
    parser.add_argument("--game", choices=("triqueta", "triche", "tripitz"), default="triqueta")
    parser.add_argument("--games", type=int, help="games in each run")
    parser.add_argument("--runs", type=int, default=7, help="runs of which median and best are told")
    options = parser.parse_args(arguments)
    if options.game == "triche":
        engine_triche.measure(options.games or 500, options.runs)
    elif options.game == "tripitz":
        engine_tripitz.measure(options.games or 400, options.runs)
    else:
        measure(options.games or 4000, options.runs)


def measure(games: int, runs: int) -> None:
    """Triqueta's figures."""
    figures: dict[str, float] = {}
    rows = []
    for seats in SEATS:
        per_game, dealt, seeded = _playouts(seats, games, runs)
        rows.append((f"{seats} seats", per_game, *dealt, *seeded))
        figures |= dict(
            zip(
                (
                    f"steps_per_s_{seats}",
                    f"steps_per_s_{seats}_best",
                    f"steps_per_s_{seats}_with_deal",
                    f"steps_per_s_{seats}_with_deal_best",
                ),
                (*dealt, *seeded),
                strict=True,
            )
        )
    report.table(("random playouts", "steps/game", "steps/s", "best", "with the deal", "best"), rows)
    print()
    small = _small_costs(runs)
    report.table(("cost of one", "µs"), [(name.removesuffix("_us"), cost) for name, cost in small.items()])
    report.json_line(figures | small)


Rates = tuple[float, float]
"""Median and best steps per second."""


def _playouts(seats: int, games: int, runs: int) -> tuple[float, Rates, Rates]:
    """Steps per game, and rates from given deals and from seeds."""
    seeds = [b"bench %d" % game for game in range(games)]
    deals = [deal(seed, seats) for seed in seeds]
    options = Options()
    dealt, seeded, steps = [], [], 0
    for _ in range(runs):
        began = time.perf_counter()
        steps = _play(Position(seats, order, rock) for order, rock in deals)
        dealt.append(steps / (time.perf_counter() - began))
        began = time.perf_counter()
        steps = _play(RULES.begin(seats, options, seed) for seed in seeds)
        seeded.append(steps / (time.perf_counter() - began))
    return steps / games, (statistics.median(dealt), max(dealt)), (statistics.median(seeded), max(seeded))


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


def _small_costs(runs: int) -> dict[str, float]:
    """Microseconds; each run sees games that no run before it has seen, as a server does."""
    views, copies, deals = [], [], []
    for run in range(runs):
        moments = _moments(f"run {run}", games=30)
        views.append(_us_each(_look, moments))
        copies.append(_us_each(Position.copy, moments))
        deals.append(_us_each(lambda seed: deal(seed, 4), [b"%d %d" % (run, at) for at in range(1000)]))
    return {
        "public_and_two_mine_us": statistics.median(views),
        "copy_us": statistics.median(copies),
        "deal_us": statistics.median(deals),
    }


def _look(position: Position) -> None:
    RULES.public(position)
    RULES.mine(position, 0)
    RULES.mine(position, 1)


def _moments(name: str, games: int) -> list[Position]:
    """Every position of some games for two in which rows grow."""
    moments = []
    for game in range(games):
        rng = Random(f"{name} {game}")
        position = RULES.begin(2, Options(), rng.randbytes(16))
        while position.owing:
            seat = rng.choice(position.owing)
            position.apply(seat, choose(position.legal(seat), rng))
            moments.append(position.copy())
    return moments


Subject = TypeVar("Subject")


def _us_each(work: Callable[[Subject], object], subjects: Sequence[Subject]) -> float:
    began = time.perf_counter()
    for subject in subjects:
        work(subject)
    return (time.perf_counter() - began) / len(subjects) * 1e6
