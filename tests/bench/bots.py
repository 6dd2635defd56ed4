"""How strong a bot is: one of level A at a table where all others are of level B.

The same seeds are played from every seat. The unit is the seed, so that the interval does not take games
with one deal for independent ones. Think times are those of level A.

On a busy machine ``--processor-time`` lets only the time on a core count. ``--save FILE`` keeps every seed
that was played, so that a run which was interrupted, or is to be longer, goes on from there.
"""

import argparse
import math
import statistics
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from tests.bench import report
from tests.bench.contest import Contest, Played, SavedSeeds
from triqueta_protocol.codec import plain
from triqueta_protocol.games import tripitz as tripitz_words
from triqueta_server.bots import BOTS, Decide
from triqueta_server.bots.clock import now
from triqueta_server.bots.triche.legal_moves import actions_of
from triqueta_server.bots.tripitz.legal_moves import placements
from triqueta_server.games import RULES

RANDOM = "random"
"""Not a level that people can choose: every action that is allowed is equally likely."""


def main(arguments: list[str]) -> None:
    """Run the bench and print its table and its line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench bots", description=__doc__)
    parser.add_argument("--game", choices=tuple(BOTS), default="triqueta")
    parser.add_argument("--a", default="normal", metavar="LEVEL")
    parser.add_argument("--b", default=RANDOM, metavar="LEVEL")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seeds", type=int, default=40, help="games are seeds times seats")
    parser.add_argument("--first", type=int, default=0, help="number of the first seed")
    parser.add_argument("--options", default="", metavar="NAME=VALUE[,…]", help="of the game")
    parser.add_argument("--jobs", type=int, default=1, help="games at once")
    parser.add_argument("--processor-time", action="store_true", help="count only the time on a core")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep what was played; go on from there")
    options = parser.parse_args(arguments)
    for level in (options.a, options.b):
        if level != RANDOM and level not in BOTS[options.game]:
            parser.error(f"{options.game} has no bot {level!r}, only {', '.join(BOTS[options.game])}")
    contest = Contest(
        options.game,
        _options(options.game, options.options),
        options.a,
        options.b,
        options.seats,
        options.processor_time,
    )
    seeds = range(options.first, options.first + options.seeds)
    saved = SavedSeeds(options.save, contest) if options.save else None
    _report(contest, _played(contest, seeds, options.jobs, saved))


def _options(game: str, written: str) -> Struct:
    pairs = dict(pair.split("=", 1) for pair in written.split(",") if pair)
    typed: Struct = msgspec.convert(pairs, RULES[game].vocabulary.words.options, strict=False)
    return typed


def _played(contest: Contest, seeds: Sequence[int], jobs: int, saved: SavedSeeds | None) -> list[Played]:
    before = saved.played if saved else {}
    found = {seed: before[seed] for seed in seeds if seed in before}
    for seed, played in _all_of(contest, [seed for seed in seeds if seed not in found], jobs):
        found[seed] = played
        if saved:
            saved.add(seed, played)
    return [found[seed] for seed in seeds]


def _all_of(contest: Contest, seeds: Sequence[int], jobs: int) -> Iterator[tuple[int, Played]]:
    work = [(contest, seed) for seed in seeds]
    if jobs == 1:
        _begin(contest)
        yield from map(_seed, work)
    else:
        with get_context("spawn").Pool(jobs, _begin, (contest,)) as pool:
            yield from pool.imap_unordered(_seed, work)


def _begin(contest: Contest) -> None:
    """In each process that plays."""
    if contest.processor_time:
        now.count_processor_time()


def _report(contest: Contest, played: list[Played]) -> None:
    share, low, high = _interval([one.share for one in played])
    margin = statistics.fmean(one.margin for one in played)
    thought = sorted(seconds * 1e3 for one in played for seconds in one.thought)
    p50, p95 = thought[len(thought) // 2], thought[len(thought) * 95 // 100]
    heads = (
        "one among others",
        "seats",
        "games",
        "share",
        "low",
        "high",
        "fair",
        "p",
        "margin",
        "p50 ms",
        "p95 ms",
    )
    games, fair = len(played) * contest.seats, 1 / contest.seats
    by_chance = chance([one.share for one in played], fair)
    who = f"{contest.one} among {contest.others}"
    report.table(heads, [(who, contest.seats, games, share, low, high, fair, by_chance, margin, p50, p95)])
    report.json_line(
        {"share": share, "low": low, "high": high, "margin": margin, "p50_ms": p50, "p95_ms": p95}
        | {"games": games, "p": by_chance}
    )


def _interval(shares: Sequence[float]) -> tuple[float, float, float]:
    """The mean, and the ends of its 95 % interval."""
    mean = statistics.fmean(shares)
    half = 1.96 * statistics.stdev(shares) / len(shares) ** 0.5 if len(shares) > 1 else 1.0
    return mean, max(0.0, mean - half), min(1.0, mean + half)


def chance(shares: Sequence[float], fair: float) -> float:
    """How likely one that is no better would have done as well as this, or better."""
    above = statistics.fmean(shares) - fair
    error = statistics.stdev(shares) / len(shares) ** 0.5 if len(shares) > 1 else math.inf
    if not error:
        # Every seed came out alike, so none of them says how far chance goes: all games were won, or none.
        return fair ** len(shares) if above > 0 else 1.0
    return 0.5 * math.erfc(above / error / math.sqrt(2))


def _seed(work: tuple[Contest, int]) -> tuple[int, Played]:
    contest, seed = work
    won, ahead, thought = 0.0, 0.0, list[float]()
    for own in range(contest.seats):
        levels = [contest.one if seat == own else contest.others for seat in range(contest.seats)]
        winners, points = play_game(contest, levels, own, f"strength {seed}", thought)
        won += (own in winners) / len(winners)
        ahead += points[own] - max(got for seat, got in enumerate(points) if seat != own)
    return seed, Played(won / contest.seats, ahead / contest.seats, thought)


def play_game(
    contest: Contest, levels: list[str], own: int, seed: str, thought: list[float]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who won with which points; what ``own`` thought is added to ``thought``."""
    rules = RULES[contest.game]
    deciders = [_decider(contest.game, level) for level in levels]
    position = rules.begin(contest.seats, contest.options, seed.encode())
    # Each has luck of its own, so that one seat's thinking does not change what another one throws.
    luck = [Random(f"{seed} {seat}") for seat in range(contest.seats)]
    while position.owing:
        seat = position.owing[0]
        public, mine = rules.public(position), rules.mine(position, seat)
        began = now()
        action = deciders[seat](public, mine, seat, luck[seat])
        if seat == own and len(mine.choices) > 1:
            thought.append(now() - began)
        position.apply(seat, rules.read(position, seat, plain(action)))
    return rules.winners(position), rules.public(position).points


def _decider(game: str, level: str) -> Decide:
    return _any if level == RANDOM else BOTS[game][level]


def _any(public: Any, mine: Any, seat: int, rng: Random) -> Any:
    """Every action that is allowed is equally likely; but in Tripitz any stone is laid before an exchange.

    There the many exchanges would leave hardly a move to be beaten.
    """
    if isinstance(mine, tripitz_words.Mine) and (possible := placements(mine)):
        return rng.choice(possible).action
    return rng.choice([action for choice in mine.choices for action in actions_of(choice)])
