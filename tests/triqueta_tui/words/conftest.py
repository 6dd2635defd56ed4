"""The app on a bare screen, in folders of the test's own; a missing word is an error."""

from collections.abc import Callable, Iterator
from pathlib import Path, PurePath
from typing import ClassVar

import pytest
from textual.screen import Screen

import triqueta_tui
from triqueta_tui.app import TriquetaApp
from triqueta_tui.locale import be_strict, use
from triqueta_tui.paths import Paths
from triqueta_tui.settings import Settings
from triqueta_tui.terminal import Terminal

TERMINAL = Terminal(colours="truecolor", remote=False, dumb=False)


class BareApp(TriquetaApp):
    """The app without its home screen: what is tested here lies on an empty one."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [Path(triqueta_tui.__file__).with_name("app.tcss")]

    def get_default_screen(self) -> Screen[None]:
        return Screen()


MakeApp = Callable[..., BareApp]


@pytest.fixture(autouse=True)
def _strict_words() -> Iterator[None]:
    be_strict()
    yield
    be_strict(False)
    use("en")


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
