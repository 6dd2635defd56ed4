"""A replay on a screen, and what its boards show."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from tests.triqueta_tui.games.playing import BareApp
from triqueta_tui.game import Game
from triqueta_tui.session.recorded_feed import RecordedFeed, Recording
from triqueta_tui.settings import Settings
from triqueta_tui.table.replay_bar import ReplayBar
from triqueta_tui.table.screen import TableScreen
from triqueta_tui.widgets.drawn_widget import Drawn
from triqueta_tui.widgets.log import Log


class Watching:
    """Somebody who sees a game again."""

    def __init__(self, app: BareApp, screen: TableScreen, pilot: Pilot[None]) -> None:
        self.app, self.screen, self.pilot = app, screen, pilot

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    def shows(self, kind: type[Screen[Any]]) -> bool:
        """Whether the screen on top is of this kind."""
        return isinstance(self.app.screen, kind)

    def on_top(self) -> bool:
        """Whether nothing lies over the replay."""
        return self.app.screen is self.screen

    def runs(self) -> bool:
        """Whether it goes on by itself."""
        return self.bar.playing

    @property
    def text(self) -> str:
        """Everything on the terminal."""
        return "\n".join(strip.text for strip in self.app.screen._compositor.render_strips())

    @property
    def bar(self) -> ReplayBar:
        assert self.screen.replay_bar is not None
        return self.screen.replay_bar

    @property
    def feed(self) -> RecordedFeed:
        assert isinstance(self.screen.feed, RecordedFeed)
        return self.screen.feed

    @property
    def bar_text(self) -> str:
        return drawn_on([self.bar])

    @property
    def boards(self) -> str:
        return boards(self.screen)


def boards(screen: Screen[Any]) -> str:
    """What the game draws, without a frame for it."""
    parts = (*screen.query("#main > Board"), *screen.query("#side > Board"))
    return drawn_on(part for part in parts if not isinstance(part, Log) and part.id != "seat-lines")


def drawn_on(widgets: Iterable[Widget]) -> str:
    canvases = [one._shown for one in widgets if isinstance(one, Drawn) and one._shown is not None]
    return "\n".join(canvas.strip(y).text for canvas in canvases for y in range(canvas.height))


def feed_of(recording: Recording, game: Game, at: int = 0, decisive: int | None = None) -> RecordedFeed:
    """A recording as the screen of its game follows it."""
    parts = game.load_table()
    return RecordedFeed(
        recording, at=at, decisive=decisive, round_starts=parts.round_starts, standing=parts.standing
    )


@asynccontextmanager
async def watching(
    folder: Path,
    recording: Recording,
    size: tuple[int, int] = (80, 24),
    at: int = 0,
    **settings: Any,
) -> AsyncIterator[Watching]:
    chosen: dict[str, Any] = {"language": "en", "theme": "forest", **settings}
    app = BareApp(folder, Settings(**chosen))
    async with app.run_test(size=size) as pilot:
        game = app.games[recording.head.room.game]
        screen = TableScreen(feed_of(recording, game, at), game)
        await app.push_screen(screen)
        await pilot.pause()
        yield Watching(app, screen, pilot)
