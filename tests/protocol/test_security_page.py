"""The page about security names a test for every promise, and each of them is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text()
PROMISES = [line for line in PAGE.splitlines() if re.match(r"\| (?!promise|-)", line)]


def test_every_promise_names_a_test() -> None:
    assert len(PROMISES) >= 15
    assert [line for line in PROMISES if "::test_" not in line] == []


def test_every_test_that_is_named_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)
    assert named
    missing = [f"{path}::{test}" for path, test in named if f"def {test}(" not in (ROOT / path).read_text()]
    assert missing == []
