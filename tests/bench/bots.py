"""How strong the bots are: each level alone against a table of the next weaker one.

The same seeds are played from every seat. The unit is the seed, so that the interval does not take games
with one deal for independent ones.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from random import Random

from protocol.codec import plain
from protocol.games.triqueta import SEATS, VOCABULARY, AnyAction, Mine, Options, Public
from server.bots.choose import decider
from server.games.triqueta.rules import RULES
from tests.bench import report

LEVELS = VOCABULARY.levels
Decide = Callable[[Public, Mine, int, Random], AnyAction]


def main(arguments: list[str]) -> None:
    """Run the bench and print its table and its line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench bots", description=__doc__)
    parser.add_argument("--seeds", type=int, default=40)
    options = parser.parse_args(arguments)
    figures: dict[str, float] = {}
    rows = []
    for weaker, stronger in zip(("random", *LEVELS), LEVELS, strict=False):
        for seats in SEATS:
            wins, interval = _strength(stronger, weaker, seats, options.seeds)
            rows.append((f"{stronger} among {weaker}", seats, wins, interval, 1 / seats))
            name = f"{stronger}_vs_{weaker}_{seats}"
            figures |= {f"{name}_wins": wins, f"{name}_ci95": interval}
    report.table(("one", "seats", "share of wins", "± 95 %", "fair"), rows)
    print()
    costs = {f"{level}_ms_per_decision": _cost(level, options.seeds) for level in LEVELS}
    report.table(("level", "ms/decision"), [(name.partition("_")[0], cost) for name, cost in costs.items()])
    report.json_line(figures | costs)


def _any(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    """Every choice is equally likely."""
    return rng.choice(mine.choices).action


def _named(level: str) -> Decide:
    return _any if level == "random" else decider(level, "triqueta")


def _strength(one: str, others: str, seats: int, seeds: int) -> tuple[float, float]:
    """The share of wins of one player among others, and half of its 95 % interval."""
    shares = []
    for seed in range(seeds):
        won = 0.0
        for own in range(seats):
            deciders = [_named(one if seat == own else others) for seat in range(seats)]
            winners = _game(deciders, f"strength {seed}")[0]
            won += (own in winners) / len(winners)
        shares.append(won / seats)
    return statistics.mean(shares), 1.96 * statistics.stdev(shares) / len(shares) ** 0.5


def _cost(level: str, games: int) -> float:
    """Milliseconds of thought for each decision in games for four."""
    played = [_game([_named(level)] * 4, f"cost {game}") for game in range(games)]
    return sum(thought for _, thought, _ in played) / sum(decisions for *_, decisions in played) * 1e3


def _game(deciders: list[Decide], seed: str) -> tuple[tuple[int, ...], float, int]:
    """Who won, the seconds that were thought, and the number of decisions."""
    position = RULES.begin(len(deciders), Options(), seed.encode())
    rng = Random(seed)
    thought, decisions = 0.0, 0
    while position.owing:
        seat = position.owing[0]
        public, mine = RULES.public(position), RULES.mine(position, seat)
        began = time.perf_counter()
        action = deciders[seat](public, mine, seat, rng)
        thought += time.perf_counter() - began
        decisions += 1
        position.apply(seat, RULES.read(position, seat, plain(action)))
    return RULES.winners(position), thought, decisions
