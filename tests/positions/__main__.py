"""Write the positions of each game: ``make positions``, or ``python -m tests.positions --jobs 2 triche``.

The same seed makes the same files. It says what it cost, and how far the best answers are ahead.
"""

import argparse
import statistics
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.positions.making import GAMES, PARTS, made
from triqueta_tui.game import PACKAGES, Games
from triqueta_tui.practice.positions import DAYS, Practised, Shipped, written

DAILY = DAYS // len(GAMES)
EXERCISES = 40


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.positions", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all games by default")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--daily", type=int, default=DAILY)
    parser.add_argument("--exercises", type=int, default=EXERCISES)
    parser.add_argument("--jobs", type=int, default=1, help="parts that are made at the same time")
    options = parser.parse_args(arguments)
    wanted = options.daily + options.exercises
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        work = {
            game: [pool.submit(made, game, options.seed, part, -(-wanted // PARTS[game])) for part in parts]
            for game in options.games or GAMES
            for parts in (range(PARTS[game]),)
        }
        for game, parts in work.items():
            done = [part.result() for part in parts]
            found = [one for positions, _ in done for one in positions][:wanted]
            write(game, found, options.exercises)
            _report(game, found, sum(seconds for _, seconds in done))
    return 0


def write(game: str, found: list[Practised], exercises: int) -> None:
    """Every so-manyth position is an exercise, so that both are of all kinds."""
    path = Games(PACKAGES)[game].positions
    assert path is not None
    chosen = {at * len(found) // exercises for at in range(exercises)}
    daily = tuple(one for at, one in enumerate(found) if at not in chosen)
    path.write_bytes(written(Shipped(daily, tuple(found[at] for at in sorted(chosen)))))


def _report(game: str, found: list[Practised], seconds: float) -> None:
    leads = sorted(100 * one.lead for one in found)
    errors = sorted(one.lead / one.error for one in found if one.error)
    quarters = ", ".join(f"{cut:.1f}" for cut in statistics.quantiles(leads, n=4))
    kinds = dict(Counter(one.kind for one in found))
    reasons = dict(Counter(one.advice.reason.why for one in found if one.advice.reason is not None))
    print(f"{game}: {len(found)} positions, {kinds}, {seconds:.0f} s of processor time")
    print(f"  lead in percent: least {leads[0]:.1f}, quartiles {quarters}, most {leads[-1]:.1f}")
    print(f"  in standard errors: least {errors[0]:.1f}, median {statistics.median(errors):.1f}")
    print(f"  reasons: {reasons}", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
