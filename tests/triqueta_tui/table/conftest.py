"""What the tests of the table share."""

from collections.abc import Iterator

import pytest

from triqueta_tui import locale


@pytest.fixture(autouse=True)
def english_and_strict() -> Iterator[None]:
    """A missing sentence is an error here."""
    locale.use("en")
    locale.be_strict()
    yield
    locale.be_strict(False)
    locale.use("en")
