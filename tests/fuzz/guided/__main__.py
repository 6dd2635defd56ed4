"""``python -m tests.fuzz.guided --seconds 120``: every target in turn; the status is the verdict.

Needs atheris (``pip install 'triqueta-tui[fuzz]'``, Linux or macOS). What makes a target fail is kept in
``tests/fuzz/guided/found/TARGET``, from where the suite repeats it.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from tests.bench import report
from tests.fuzz.guided.findings import FOUND
from tests.fuzz.guided.seeds import seeds
from tests.fuzz.guided.targets import TARGETS

LONGEST = 16 * 1024
MEMORY_MB = 1024
SLOW = 5
"""Seconds that nothing may take."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.guided", description=__doc__)
    parser.add_argument("--seconds", type=int, default=120, help="for each target (default: %(default)s)")
    parser.add_argument("--target", choices=TARGETS, action="append", help="only this one (default: all)")
    options = parser.parse_args()
    if find_spec("atheris") is None:
        print("This needs atheris: pip install atheris (or the extra triqueta-tui[fuzz]).", file=sys.stderr)
        return 2
    results = [(target, *fuzz(target, options.seconds)) for target in options.target or TARGETS]
    report.table(("target", "runs", "reached", "failed"), results)
    failed = sum(bool(failure) for *_, failure in results)
    report.json_line(
        {"targets": len(results), "runs": sum(runs for _, runs, *_ in results), "failed": failed}
    )
    return 1 if failed else 0


def fuzz(target: str, seconds: int) -> tuple[int, int, str]:
    """Fuzz a target for so long: how many runs there were, what they reached of the code, and what failed."""
    kept = FOUND / target
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="triqueta-corpus-") as folder:
        for number, seed in enumerate(seeds(target)):
            (Path(folder) / f"seed-{number}").write_bytes(seed)
        limits = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", f"-rss_limit_mb={MEMORY_MB}"]
        where = [
            f"-artifact_prefix={kept}/",
            f"-timeout={SLOW}",
            "-report_slow_units=1000",
            "-print_final_stats=1",
        ]
        command = [sys.executable, "-m", "tests.fuzz.guided.one", target, *limits, *where, folder]
        run = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if not any(kept.iterdir()):
        kept.rmdir()
    if run.returncode:
        print(run.stdout[-3000:], run.stderr[-3000:], sep="\n", file=sys.stderr)
    runs = re.search(r"number_of_executed_units: (\d+)", run.stderr)
    reached = re.findall(r"cov: (\d+)", run.stderr)
    failure = "" if run.returncode == 0 else f"status {run.returncode}"
    return int(runs[1]) if runs else 0, int(reached[-1]) if reached else 0, failure


if __name__ == "__main__":
    sys.exit(main())
