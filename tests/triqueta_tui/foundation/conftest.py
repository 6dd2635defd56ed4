"""Words must be there, and every test has folders of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from triqueta_tui.locale import be_strict, use
from triqueta_tui.paths import Paths


@pytest.fixture(autouse=True)
def _strict_words() -> Iterator[None]:
    be_strict()
    use("en")
    yield
    be_strict(False)
    use("en")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """Folders of the test's own."""
    return Paths.under(tmp_path)
