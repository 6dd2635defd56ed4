"""Replaces the full screens of the app, one change at a time and in one frame."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from textual.geometry import Size
from textual.screen import Screen

from triqueta_tui.app import TriquetaApp
from triqueta_tui.terminal import SMALLEST


class FullScreens:
    """The home screen, at most one other above it, and what lies over that for a while."""

    def __init__(self, app: TriquetaApp) -> None:
        self._app = app
        self._alone: Screen[Any] | None = None
        self._changing = asyncio.Lock()
        """Navigation and events of the session both replace screens; each waits for the other to finish."""

    def __contains__(self, screen: Screen[Any] | None) -> bool:
        """Whether a screen is open, also below others."""
        return screen is not None and screen in self._app.screen_stack

    @property
    def alone(self) -> Screen[Any] | None:
        """What was last shown in place of all others but home; None while it is replaced."""
        return self._alone if self._alone in self else None

    async def show_alone(self, screen: Screen[Any], wanted: Callable[[], bool] = lambda: True) -> bool:
        """Show a screen in place of all others but home, without a frame of what was below them.

        Returns False and does nothing if it is not wanted any more when its turn comes.
        """
        async with self._changing:
            if not wanted():
                return False
            self._alone = None
            with self._one_frame():
                while len(self._app.screen_stack) > 2:
                    await self._app.pop_screen()
                if len(self._app.screen_stack) > 1:
                    await self._app.switch_screen(screen)
                else:
                    await self._app.push_screen(screen)
            self._alone = screen
        self.fit()
        return True

    async def show_over(self, screen: Screen[Any]) -> None:
        """Show a screen over the others; closing it leads back to them."""
        await self._app.push_screen(screen)
        self.fit()

    async def close_above(self, screen: Screen[Any]) -> None:
        """Close what lies over an open screen."""
        while self._app.screen is not screen:
            await self._app.pop_screen()

    async def clear(self) -> None:
        """Close all screens but home."""
        async with self._changing:
            self._alone = None
            with self._one_frame():
                while len(self._app.screen_stack) > 1:
                    await self._app.pop_screen()

    def fit(self, size: Size | None = None) -> None:
        """Cover a terminal that is too small with a notice; remove the notice when there is room again."""
        from triqueta_tui.screens.too_small import TooSmall

        width, height = size or self._app.size
        small = width < SMALLEST[0] or height < SMALLEST[1]
        if small and not isinstance(self._app.screen, TooSmall):
            self._app.push_screen(TooSmall())
        elif not small and isinstance(self._app.screen, TooSmall):
            self._app.pop_screen()

    @contextlib.contextmanager
    def _one_frame(self) -> Iterator[None]:
        """Draw nothing until the screens are in place, then the one on top."""
        with self._app.batch_update():
            yield
        self._app.screen.refresh()
