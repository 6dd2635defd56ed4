"""``python -m tests.chaos --kills 100``: accidents under load, and a verdict as the exit status."""

import argparse
import asyncio
import sys
import tempfile
import time
import traceback
from pathlib import Path

from tests.bench import report
from tests.chaos.run import Plan, run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=100, help="power cuts (default: %(default)s)")
    parser.add_argument("--tables", type=int, default=50, help="tables that play (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of what happens when (default: %(default)s)")
    parser.add_argument(
        "--every", type=float, default=4.0, help="seconds between accidents (default: %(default)s)"
    )
    options = parser.parse_args()
    began = time.perf_counter()

    def say(line: str) -> None:
        print(f"{time.perf_counter() - began:7.1f} s  {line}", flush=True)

    with tempfile.TemporaryDirectory(prefix="triqueta-chaos-") as folder:
        plan = Plan(Path(folder), options.kills, options.tables, options.seed, options.every)
        try:
            found = asyncio.run(run(plan, say))
        except Exception:
            traceback.print_exc()
            print((Path(folder) / "server.log").read_text()[-5000:], file=sys.stderr)
            return 1
    report.table(("accident", "times"), sorted(found.accidents.items()))
    report.json_line(
        {
            "kills": found.accidents["power_cut"],
            "games": found.games,
            "decisions": found.decisions,
            "returns": found.returns,
            "naps": found.naps,
            "lost": 0,
            "seconds": round(time.perf_counter() - began),
        }
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
