"""``python -m tests.fuzz --frames 1000000``: strangers beside honest tables; the status is the verdict."""

import argparse
import asyncio
import sys
import tempfile
import time
import traceback
from pathlib import Path

from tests.bench import report
from tests.fuzz.run import Plan, run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--frames", type=int, default=1_000_000, help="to send (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of what is sent (default: %(default)s)")
    options = parser.parse_args()
    began = time.perf_counter()

    def say(line: str) -> None:
        print(f"{time.perf_counter() - began:7.1f} s  {line}", flush=True)

    with tempfile.TemporaryDirectory(prefix="triqueta-fuzz-") as folder:
        try:
            found = asyncio.run(run(Plan(Path(folder), options.frames, options.seed), say))
        except Exception:
            traceback.print_exc()
            print((Path(folder) / "server.log").read_text()[-5000:], file=sys.stderr)
            return 1
    answers = found.tally.answers
    report.table(("answer", "times"), [(kind, answers[kind]) for kind in sorted(answers)])
    report.json_line(
        {
            "frames": found.tally.frames,
            "links": found.tally.links,
            "junk": found.tally.junk,
            "games": found.games,
            "decisions": found.decisions,
            "connections_at_once": found.tally.most_at_once,
            "rss_mb_at_start": round(found.memory[0], 1),
            "rss_mb_highest": round(found.highest, 1),
            "rss_mb_after_half": round(found.memory[1], 1),
            "rss_mb_after": round(found.memory[-1], 1),
            "seconds": round(time.perf_counter() - began),
        }
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
