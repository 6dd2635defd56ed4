"""Words must be there, and every test has folders of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.triqueta_tui import shortcuts
from tests.triqueta_tui.bare import TERMINAL, BareApp, MakeApp
from triqueta_tui.game import PACKAGES, Games
from triqueta_tui.locale import be_strict, use
from triqueta_tui.paths import Paths
from triqueta_tui.settings import Settings

shortcuts.install()


@pytest.fixture(autouse=True)
def _strict_words() -> Iterator[None]:
    be_strict()
    use("en")
    yield
    be_strict(False)
    use("en")


@pytest.fixture(autouse=True)
def games() -> Games:
    """The games of the program; their words are there."""
    return Games(PACKAGES)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """Folders of the test's own."""
    return Paths.under(tmp_path)


@pytest.fixture
def make_app(tmp_path: Path) -> MakeApp:
    """Make an app with these settings."""

    def make(kind: type[BareApp] = BareApp, **settings: object) -> BareApp:
        chosen = {"language": "en", "theme": "forest", **settings}
        return kind(
            settings=Settings(**chosen),  # type: ignore[arg-type]  # any setting may be given
            paths=Paths.under(tmp_path),
            terminal=TERMINAL,
        )

    return make
