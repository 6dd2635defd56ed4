"""``python -m tests.leaks --games 10000``: two worlds for each game, over all that leaves a server."""

import argparse
import sys
import time
from collections import Counter
from multiprocessing import get_context

from tests.bench import report
from tests.leaks.comparing import compare
from tests.leaks.worlds import PAIRS

PROGRESS_EVERY = 500
"""Pairs of games from one line about them to the next."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.leaks", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="pairs of games, of all kinds together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: %(default)s)")
    options = parser.parse_args()
    began = time.perf_counter()
    work = [(game, options.seed, number) for number in range(options.games // 3 + 1) for game in PAIRS]
    found: Counter[str] = Counter()
    with get_context("spawn").Pool(options.jobs) as pool:
        for done, told in enumerate(pool.imap_unordered(compare, work[: options.games], chunksize=20), 1):
            found.update(told)
            if done % PROGRESS_EVERY == 0:
                print(f"{time.perf_counter() - began:7.1f} s  {done:,} pairs", flush=True)
    leaks = sorted(name for name in found if name.startswith("LEAK"))
    report.table(("compared", "times"), [(name, found[name]) for name in sorted(found)])
    report.json_line(
        {
            "games": options.games,
            "leaks": sum(found[name] for name in leaks),
            "others_told_apart": found["others told apart"],
            "seconds": round(time.perf_counter() - began),
        }
    )
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
