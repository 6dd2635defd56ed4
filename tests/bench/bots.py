"""How strong the bots are: each level alone against a table of the next weaker one.

The same seeds are played from every seat. The unit is the seed, so that the interval does not take games
with one deal for independent ones.
"""

import argparse
import statistics
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from msgspec import Struct

from protocol.codec import plain
from protocol.games import triche as triche_words
from protocol.games import tripitz as tripitz_words
from protocol.games import triqueta as triqueta_words
from server.bots import Decide, triche, tripitz, triqueta
from server.bots.triche.families import members
from server.bots.tripitz.open_to import layings
from server.games.game import AnyRules
from server.games.triche.rules import RULES as TRICHE
from server.games.tripitz.rules import RULES as TRIPITZ
from server.games.triqueta.rules import RULES as TRIQUETA
from tests.bench import report


@dataclass(frozen=True)
class Contest:
    """A game in one of its forms."""

    rules: AnyRules
    options: Struct
    bots: Mapping[str, Decide]
    seats: Iterable[int]
    prefix: str = ""
    """Of its figures."""


CONTESTS = {
    "triqueta": (Contest(TRIQUETA, triqueta_words.Options(), triqueta.LEVELS, triqueta_words.SEATS),),
    "triche": (
        Contest(TRICHE, triche_words.Options(), triche.LEVELS, (2, 4), "triche_"),
        Contest(TRICHE, triche_words.Options(expansion=True), triche.LEVELS, (2, 4), "triche_x_"),
    ),
    "tripitz": (
        Contest(TRIPITZ, tripitz_words.Options(), tripitz.LEVELS, (2, 4), "tripitz_"),
        Contest(TRIPITZ, tripitz_words.Options(jokers=True), tripitz.LEVELS, (2, 4), "tripitz_j_"),
    ),
}


def main(arguments: list[str]) -> None:
    """Run the bench and print its table and its line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench bots", description=__doc__)
    parser.add_argument("--game", choices=tuple(CONTESTS), default="triqueta")
    parser.add_argument("--seeds", type=int, default=40)
    options = parser.parse_args(arguments)
    figures: dict[str, float] = {}
    rows = []
    costs = {}
    for contest in CONTESTS[options.game]:
        levels = tuple(contest.bots)
        pairs = [*zip(("random", *levels), levels, strict=False)]
        if ("random", levels[-1]) not in pairs:
            pairs.append(("random", levels[-1]))
        for weaker, stronger in pairs:
            for seats in contest.seats:
                wins, interval = _strength(contest, stronger, weaker, seats, options.seeds)
                name = f"{contest.prefix}{stronger}_vs_{weaker}_{seats}"
                rows.append((f"{contest.prefix}{stronger} among {weaker}", seats, wins, interval, 1 / seats))
                figures |= {f"{name}_wins": wins, f"{name}_ci95": interval}
        for level in levels:
            costs[f"{contest.prefix}{level}_ms_per_decision"] = _cost(contest, level, options.seeds)
    report.table(("one", "seats", "share of wins", "± 95 %", "fair"), rows)
    print()
    report.table(
        ("level", "ms/decision"),
        [(name.removesuffix("_ms_per_decision"), cost) for name, cost in costs.items()],
    )
    report.json_line(figures | costs)


def _any(public: Any, mine: Any, seat: int, rng: Random) -> Any:
    """Every action that is allowed is equally likely; but in Tripitz any stone is laid before an exchange.

    There the many exchanges would leave hardly a move to be beaten.
    """
    if isinstance(mine, tripitz_words.Mine) and (possible := layings(mine)):
        return rng.choice(possible).action
    return rng.choice([action for choice in mine.choices for action in members(choice)])


def _named(contest: Contest, level: str) -> Decide:
    return _any if level == "random" else contest.bots[level]


def _strength(contest: Contest, one: str, others: str, seats: int, seeds: int) -> tuple[float, float]:
    """The share of wins of one player among others, and half of its 95 % interval."""
    shares = []
    for seed in range(seeds):
        won = 0.0
        for own in range(seats):
            deciders = [_named(contest, one if seat == own else others) for seat in range(seats)]
            winners = _game(contest, deciders, f"strength {seed}")[0]
            won += (own in winners) / len(winners)
        shares.append(won / seats)
    return statistics.mean(shares), 1.96 * statistics.stdev(shares) / len(shares) ** 0.5


def _cost(contest: Contest, level: str, games: int) -> float:
    """Milliseconds of thought for each decision in games for four."""
    played = [_game(contest, [_named(contest, level)] * 4, f"cost {game}") for game in range(games)]
    return sum(thought for _, thought, _ in played) / sum(decisions for *_, decisions in played) * 1e3


def _game(contest: Contest, deciders: list[Decide], seed: str) -> tuple[tuple[int, ...], float, int]:
    """Who won, the seconds that were thought, and the number of decisions."""
    rules = contest.rules
    position = rules.begin(len(deciders), contest.options, seed.encode())
    rng = Random(seed)
    thought, decisions = 0.0, 0
    while position.owing:
        seat = position.owing[0]
        public, mine = rules.public(position), rules.mine(position, seat)
        began = time.perf_counter()
        action = deciders[seat](public, mine, seat, rng)
        thought += time.perf_counter() - began
        decisions += 1
        position.apply(seat, rules.read(position, seat, plain(action)))
    return rules.winners(position), thought, decisions
