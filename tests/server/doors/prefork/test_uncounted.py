"""A fork shares with its parent what both only use, where Python has objects without counted references."""

import subprocess
import sys
from pathlib import Path

import pytest

HAS_UNCOUNTED = sys.version_info >= (3, 12)

GOES_ON = """
import gc, json, sys
from server.doors.prefork.uncounted import stop_counting_references

class Thing:
    pass

thing, words = Thing(), ["a", "list", 12345678]
stopped = stop_counting_references()
before = sys.getrefcount(thing), sys.getrefcount(words[2])
held = [thing] * 50, [words[2]] * 50
gained = sys.getrefcount(thing) - before[0], sys.getrefcount(words[2]) - before[1]

# Everything goes on: objects that were there are changed, left and collected, and so are new ones.
words += ["more"]
thing.ring = Thing()
thing.ring.ring = thing
del thing, words, held
gc.collect()
text = json.dumps({str(n): [n] for n in range(1000)})
assert json.loads(text)["7"] == [7]
print(stopped > 1000, *gained)
"""

SHARES = """
import os, sys
from pathlib import Path
from server.doors.prefork.uncounted import stop_counting_references

things = [str(number) * 20 for number in range(100_000)]  # some thirteen megabytes

def copied_by_use():
    child = os.fork()
    if child:
        return os.waitpid(child, 0)
    before = private()
    for _ in range(3):
        len([thing for thing in things])
    print(private() - before, flush=True)
    os._exit(0)

def private():
    for line in Path("/proc/self/smaps_rollup").read_text().splitlines():
        if line.startswith("Private_Dirty"):
            return int(line.split()[1])

copied_by_use()
stop_counting_references()
copied_by_use()
"""


def _printed(script: str) -> list[str]:
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return run.stdout.split()


def test_references_are_not_counted_any_more_and_the_program_goes_on() -> None:
    assert _printed(GOES_ON) == (["True", "0", "0"] if HAS_UNCOUNTED else ["False", "50", "50"])


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="needs Linux's account of memory")
def test_what_a_child_only_uses_stays_its_parents() -> None:
    counted, uncounted = map(int, _printed(SHARES))
    assert counted > 8_000
    assert uncounted < counted / 4 if HAS_UNCOUNTED else uncounted > 8_000
