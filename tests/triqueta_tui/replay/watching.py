"""A replay on a screen, and what its boards show."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from tests.triqueta_tui.games.playing import BareApp
from triqueta_tui.replay.recording import Recording
from triqueta_tui.replay.table import ReplayTable, replay_table
from triqueta_tui.settings import Settings
from triqueta_tui.widgets.drawn_widget import Drawn
from triqueta_tui.widgets.log import Log


class Watching:
    """Somebody who sees a game again."""

    def __init__(self, app: BareApp, screen: ReplayTable[Any, Any], pilot: Pilot[None]) -> None:
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
        return self.screen._timer is not None

    @property
    def text(self) -> str:
        """Everything on the terminal."""
        return "\n".join(strip.text for strip in self.app.screen._compositor.render_strips())

    @property
    def bar(self) -> str:
        return drawn_on([self.screen.bar])

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
        table = app.games[recording.head.room.game].load_table()
        screen = replay_table(table)(recording, at)
        await app.push_screen(screen)
        await pilot.pause()
        yield Watching(app, screen, pilot)
