"""The app driven by a test: keys, mouse, and waiting for what the screen shows."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, TypeVar

from textual import events
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from tests.triqueta_tui.bare import TERMINAL
from triqueta_protocol.internal.defaults import MAIN_PROFILE
from triqueta_tui.app import TriquetaApp
from triqueta_tui.navigator import Navigator
from triqueta_tui.paths import Paths
from triqueta_tui.session.intents import Intent
from triqueta_tui.settings import GameSettings, Settings
from triqueta_tui.terminal import Terminal

_LOOK_AGAIN: Final = 0.05
"""Seconds: a thread or another process may have done it."""

ScreenKind = TypeVar("ScreenKind", bound=Screen[Any])


async def press_at_once(pilot: Pilot[None], *keys: str) -> None:
    """Press keys that come in one packet, as from a slow line: none waits for the effect of another."""
    for key in keys:
        pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
    await pilot.pause()


class Driver:
    """An app that runs."""

    def __init__(self, app: TriquetaApp, pilot: Pilot[None], news: asyncio.Event) -> None:
        self.app = app
        self.pilot = pilot
        self._news = news

    async def press(self, *keys: str) -> None:
        """Press keys and wait until they have had their effect."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until something is so, looking again whenever anything has happened in the app, and often."""
        while True:
            self._news.clear()
            await self.pilot.pause()
            if true():
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_AGAIN):
                    await self._news.wait()

    async def shown(self, kind: type[ScreenKind]) -> ScreenKind:
        """Wait until a screen of this kind is on top."""
        await self.until(lambda: isinstance(self.app.screen, kind))
        screen = self.app.screen
        assert isinstance(screen, kind)
        return screen

    @property
    def text(self) -> str:
        """What is on the screen."""
        width, height = self.app.size
        lines = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip)[:width] for strip in lines[:height])

    @property
    def notices(self) -> list[str]:
        """What pops up at the edge of the screen."""
        return [str(notice.message) for notice in self.app._notifications]


def make_app(
    paths: Paths,
    intent: Intent | None = None,
    terminal: Terminal = TERMINAL,
    profile: str = MAIN_PROFILE,
    **settings: object,
) -> TriquetaApp:
    """An app in folders of the test's own. Whoever starts it has seen the guided game offered."""
    explained = {"triqueta": GameSettings(guided_offered=True)}
    chosen = {"name": "Ana", "language": "en", "games": explained, **settings}
    return TriquetaApp(
        Navigator,
        settings=Settings(**chosen),  # type: ignore[arg-type]  # any setting may be given
        paths=paths,
        intent=intent,
        terminal=terminal,
        profile=profile,
    )


@asynccontextmanager
async def driving(app: TriquetaApp, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Driver]:
    """Run an app; what it has started ends with it."""
    news = asyncio.Event()
    async with app.run_test(size=size, notifications=True, message_hook=lambda _: news.set()) as pilot:
        driver = Driver(app, pilot, news)
        await pilot.pause()
        try:
            yield driver
        finally:
            # Navigation that is under way would go on to start a server.
            app.workers.cancel_group(app, "navigation")
            await app.navigator.disconnect()
            if app.navigator.lan_server is not None:
                await app.navigator.lan_server.stop()


def offered(widget: Widget) -> set[str]:
    """The ids of the commands that can be done on a screen now."""
    return {
        active.binding.id
        for active in widget.screen.active_bindings.values()
        if active.enabled and active.binding.id
    }
