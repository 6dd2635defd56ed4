"""A table on a screen, with the real rules behind it."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Generic, TypeVar

from textual.pilot import Pilot
from textual.screen import Screen

import triqueta_tui
from protocol.mirror import Mirror
from tests.triqueta_tui.games.local import LocalGame
from triqueta_tui.app import TriquetaApp
from triqueta_tui.paths import Paths
from triqueta_tui.settings import Settings
from triqueta_tui.table.screen import TableScreen
from triqueta_tui.terminal import Terminal

TopT = TypeVar("TopT")
TableT = TypeVar("TableT", bound=LocalGame[Any])
ScreenT = TypeVar("ScreenT", bound=TableScreen[Any, Any])

TRUECOLOR = Terminal(colours="truecolor", remote=True, dumb=False)


class BareApp(TriquetaApp):
    """The app with nothing on its screen yet."""

    CSS_PATH = str(Path(triqueta_tui.__file__).with_name("app.tcss"))

    def __init__(
        self, folder: Path, settings: Settings | None = None, terminal: Terminal = TRUECOLOR
    ) -> None:
        super().__init__(
            settings or Settings(language="en", theme="forest"), Paths.under(folder), None, terminal
        )
        self.left = 0
        self.replayed: list[str] = []
        self.begun_again = 0
        self.rung = 0

    def get_default_screen(self) -> Screen[None]:
        """An empty screen instead of the home screen."""
        return Screen()

    def leave_table(self) -> None:
        """Note that the player got up."""
        self.left += 1

    def open_replay(self, game: str, *, at: int | None = None, decisive: int | None = None) -> None:
        """Note which game is to be seen again."""
        self.replayed.append(game)

    def bell(self) -> None:
        """Note that the bell was rung."""
        self.rung += 1

    def play_again(self) -> None:
        """Note that the player wants another game."""
        self.begun_again += 1


class Seated(Generic[TableT, ScreenT]):
    """A player at a table on the screen."""

    def __init__(self, app: BareApp, table: TableT, screen: ScreenT, pilot: Pilot[None]) -> None:
        self.app, self.table, self.screen, self.pilot = app, table, screen, pilot

    async def press(self, *keys: str) -> None:
        """Press keys and let the screen catch up."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def others_move(self) -> None:
        """The others play until the player owes a decision."""
        self.table.others_move()
        await self.pilot.pause()

    def top(self, kind: type[TopT]) -> TopT:
        """The screen on top, which has to be of this kind."""
        screen: object = self.app.screen
        assert isinstance(screen, kind)
        return screen

    def shows(self, kind: type[object]) -> bool:
        """Whether the screen on top is of this kind."""
        return isinstance(self.app.screen, kind)

    def line(self, y: int) -> str:
        """A line of the terminal as text."""
        return self.lines()[y]

    def lines(self) -> list[str]:
        """What is on the terminal."""
        strips = self.app.screen._compositor.render_strips()
        return [strip.text for strip in strips]

    @property
    def text(self) -> str:
        """Everything on the terminal."""
        return "\n".join(self.lines())


@asynccontextmanager
async def sitting(
    folder: Path,
    table: TableT,
    make_screen: Callable[[Mirror], ScreenT],
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
    terminal: Terminal = TRUECOLOR,
) -> AsyncIterator[Seated[TableT, ScreenT]]:
    """Sit down at a table of any game."""
    app = BareApp(folder, settings, terminal)
    async with app.run_test(size=size) as pilot:
        app.link = table
        screen = make_screen(table.mirror)
        await app.push_screen(screen)
        table.hear.append(screen.show)
        table.tell([table.began])
        await pilot.pause()
        yield Seated(app, table, screen, pilot)
