"""A table on a screen, with the real rules behind it."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from textual.pilot import Pilot
from textual.screen import Screen

import triqueta_tui
from tests.triqueta_tui.games.local import LocalGame
from triqueta_tui.app import TriquetaApp
from triqueta_tui.navigator import Navigator
from triqueta_tui.paths import Paths
from triqueta_tui.settings import Settings
from triqueta_tui.table.game_board import GameBoard
from triqueta_tui.table.screen import TableScreen
from triqueta_tui.terminal import Terminal

TopT = TypeVar("TopT")
TableT = TypeVar("TableT", bound=LocalGame[Any])
BoardT = TypeVar("BoardT", bound=GameBoard[Any, Any])

TRUECOLOR = Terminal(colours="truecolor", remote=True, dumb=False)


class NotingNavigator(Navigator):
    """Notes where the player wants to go, and stays."""

    def __init__(self, app: TriquetaApp) -> None:
        super().__init__(app)
        self.left = 0
        self.replayed: list[str] = []
        self.begun_again = 0
        self.pictures = 0

    def home(self) -> Screen[None]:
        """An empty screen instead of the home screen."""
        return Screen()

    def leave_table(self, *, stop: bool = False) -> None:
        self.left += 1

    def open_replay(self, game: str, *, at: int | None = None, decisive: int | None = None) -> None:
        self.replayed.append(game)

    def play_again(self) -> None:
        self.begun_again += 1

    def save_picture(self) -> None:
        self.pictures += 1


class BareApp(TriquetaApp):
    """The app with nothing on its screen yet."""

    CSS_PATH = str(Path(triqueta_tui.__file__).with_name("app.tcss"))
    NAVIGATOR: ClassVar[type[NotingNavigator]] = NotingNavigator
    navigator: NotingNavigator

    def __init__(
        self, folder: Path, settings: Settings | None = None, terminal: Terminal = TRUECOLOR
    ) -> None:
        chosen = settings or Settings(language="en", theme="forest")
        super().__init__(self.NAVIGATOR, chosen, Paths.under(folder), None, terminal)
        self.rung = 0

    def bell(self) -> None:
        """Note that the bell was rung."""
        self.rung += 1


class PromptTable(TableScreen):
    """Shows every change at once, so that a test need not wait after each of many moves."""

    def _subscribe(self) -> None:
        self._unsubscribe = self.feed.subscribe(self.follow)


async def show_table(app: TriquetaApp, table: LocalGame[Any]) -> TableScreen:
    """Show a table whose game has just begun."""
    # What was played before was not heard.
    app.navigator.feed = table.feed = table.make_feed()
    screen = PromptTable(table.feed, app.games[table.room.game])
    await app.push_screen(screen)
    table.tell([table.began])
    return screen


class Seated(Generic[TableT, BoardT]):
    """A player at a table on the screen."""

    def __init__(self, app: BareApp, table: TableT, screen: TableScreen, pilot: Pilot[None]) -> None:
        self.app, self.table, self.screen, self.pilot = app, table, screen, pilot
        self.board: BoardT = screen.board  # type: ignore[assignment]  # that of the table's game

    async def press(self, *keys: str) -> None:
        """Press keys and let the screen catch up."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def others_move(self) -> None:
        """The others play until the player owes a decision."""
        self.table.others_move()
        await self.pilot.pause()

    async def until_shown(self, kind: type[object]) -> None:
        """Wait until a screen of this kind is on top, for which a timer is to run out."""
        while not self.shows(kind):
            await self.pilot.pause(0.02)

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
    board: Callable[..., BoardT],
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
    terminal: Terminal = TRUECOLOR,
) -> AsyncIterator[Seated[TableT, BoardT]]:
    """Sit down at a table of any game."""
    app = BareApp(folder, settings, terminal)
    async with app.run_test(size=size) as pilot:
        screen = await show_table(app, table)
        await pilot.pause()
        assert isinstance(board, type)
        assert isinstance(screen.board, board)
        yield Seated(app, table, screen, pilot)
