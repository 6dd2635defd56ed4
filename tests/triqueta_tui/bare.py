"""The app on a bare screen."""

from collections.abc import Callable
from pathlib import Path, PurePath
from typing import Any, ClassVar

from textual.screen import Screen

import triqueta_tui
from triqueta_tui.app import TriquetaApp
from triqueta_tui.navigator import Navigator
from triqueta_tui.terminal import Terminal

TERMINAL = Terminal(colours="truecolor", remote=False, dumb=False)


class NoHome(Navigator):
    def home(self) -> Screen[None]:
        return Screen()


class BareApp(TriquetaApp):
    """The app without its home screen: what is tested here lies on an empty one."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [Path(triqueta_tui.__file__).with_name("app.tcss")]

    NAVIGATOR: ClassVar[type[Navigator]] = NoHome

    def __init__(self, **options: Any) -> None:
        super().__init__(self.NAVIGATOR, **options)


MakeApp = Callable[..., BareApp]
