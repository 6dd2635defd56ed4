"""What the review of a game costs, and how far its chances can be trusted.

A game of bots is reviewed from beginning to end, as a worker process would. With ``--calibrate`` some moments
of many games are assessed: how often did somebody win who was given such a chance?
"""

import argparse
import time
from itertools import pairwise
from random import Random
from statistics import fmean

from tests.bench.report import json_line, table
from triqueta_protocol.codec import plain
from triqueta_server.archive.assess import assessed
from triqueta_server.archive.finished_game import Decision, FinishedGame, PlayedSeat
from triqueta_server.bots.choose import choose
from triqueta_server.bots.review import chances
from triqueta_server.games import RULES
from triqueta_server.games.game import Position

MOMENTS = 3
"""Of each game, to calibrate with."""
BANDS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.01)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench review", description=__doc__)
    parser.add_argument("--game", default="triqueta", choices=RULES)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--level", default="normal", help="of the bots (default: %(default)s)")
    parser.add_argument("--expansion", action="store_true", help="Triché with two-coloured cards")
    parser.add_argument("--calibrate", type=int, default=0, metavar="GAMES")
    wanted = parser.parse_args(arguments)
    if wanted.calibrate:
        _calibrate(wanted)
    else:
        _review(wanted)


def _review(wanted: argparse.Namespace) -> None:
    game, _, _ = _played(wanted, 0)
    costs = []
    for step in range(len(game.decisions) + 1):
        begun = time.process_time()
        assessed(game, step)
        costs.append(time.process_time() - begun)
    rows = [(game.game, wanted.seats, len(costs), f"{sum(costs):.1f}", f"{max(costs):.2f}")]
    table(("game", "seats", "moments", "CPU s", "longest s"), rows)
    json_line({"review_cpu_s": round(sum(costs), 1), "review_longest_s": round(max(costs), 2)})


def _calibrate(wanted: argparse.Namespace) -> None:
    rules, rng = RULES[wanted.game], Random(7)
    said: list[tuple[float, float]] = []
    for number in range(wanted.calibrate):
        _, positions, winners = _played(wanted, number)
        for position in rng.sample(positions, MOMENTS):
            share = (0 in winners) / len(winners)
            said.append((chances(rules, position, wanted.seats)[0], share))
    rows = []
    for low, high in pairwise(BANDS):
        band = [one for one in said if low <= one[0] < high]
        if band:
            given, won = fmean(chance for chance, _ in band), fmean(share for _, share in band)
            rows.append((f"{low:.1f} to {min(high, 1.0):.1f}", len(band), f"{given:.2f}", f"{won:.2f}"))
    table(("chance", "moments", "said", "won"), rows)
    always = fmean(share for _, share in said)
    json_line(
        {
            "review_brier": round(fmean((chance - share) ** 2 for chance, share in said), 3),
            "review_brier_of_the_mean": round(fmean((always - share) ** 2 for _, share in said), 3),
        }
    )


def _played(wanted: argparse.Namespace, number: int) -> tuple[FinishedGame, list[Position], tuple[int, ...]]:
    rules, rng, seed = RULES[wanted.game], Random(number), f"review {number}".encode()
    chosen = {"expansion": True} if wanted.expansion else {}
    options = rules.vocabulary.words.options(**chosen)
    position: Position = rules.begin(wanted.seats, options, seed)
    positions: list[Position] = []
    decisions: list[Decision] = []
    while position.owing:
        seat = position.owing[0]
        public, mine = rules.public(position), rules.mine(position, seat)
        action = choose(wanted.level, wanted.game, public, mine, seat, rng)
        positions.append(position.copy())
        decisions.append(Decision(len(decisions), seat, action))
        position.apply(seat, rules.read(position, seat, action))
    winners = rules.winners(position)
    seats = tuple(PlayedSeat(f"{seat}") for seat in range(wanted.seats))
    game = FinishedGame(
        "review", wanted.game, 0.0, 0.0, seats, plain(options), seed, b"", tuple(decisions), winners
    )
    return game, positions, winners
