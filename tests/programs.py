"""Programs of the system that some tests need: left out by name where one is missing, never in CI."""

import os
import shutil

import pytest


def require(test: str, *names: str) -> str:
    """The path of the first of these programs; without any, the test is skipped, or fails in CI."""
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        missing = f"{test} needs {names[0]}, which is not installed"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    return found
