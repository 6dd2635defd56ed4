"""Draws one frame when a drag of the window ends: over SSH each frame in between counts."""

import shutil
from contextlib import ExitStack
from typing import Final

from rich.console import RenderableType
from textual import events
from textual.app import App
from textual.geometry import Size
from textual.screen import Screen
from textual.timer import Timer

DRAGGING: Final = 0.2
"""Seconds without a change of size after which the drag counts as ended."""

_LONGEST: Final = 2.0
"""The most seconds for the layout to settle."""


class OneFrame:
    """Has an app draw nothing while its window is dragged, and then one frame.

    Textual draws a frame for each step, and more than one where widgets arrange themselves again.
    """

    def __init__(self, app: App[None]) -> None:
        self._app = app
        self._arranged: Size | None = None
        """The size of the window in the last event."""
        self._seen: tuple[int, int] | None = None
        """The size of the terminal when it was last asked for."""
        self._dragged: Timer | None = None
        self._batch = ExitStack()
        self._settling = False
        display = app._display

        def display_settled(screen: Screen[object], renderable: RenderableType | None) -> None:
            if not self._settling:
                display(screen, renderable)

        app._display = display_settled  # type: ignore[method-assign]

    def on_resize(self, event: events.Resize) -> None:
        before, self._arranged = self._arranged, event.size
        if before in {None, event.size} or self._app.is_headless:
            return
        if self._dragged is None:
            self._batch.enter_context(self._app.batch_update())
            self._dragged = self._app.set_timer(DRAGGING, self._settle)
        else:
            self._dragged.reset()

    def _settle(self) -> None:
        """Have the layout settle, then draw."""
        seen, self._seen = self._seen, shutil.get_terminal_size()
        if self._seen not in {seen, self._arranged}:
            # A busy app has not yet received the next size.
            self._dragged = self._app.set_timer(DRAGGING, self._settle)
            return
        self._dragged = None
        self._settling = True
        self._batch.close()
        self._app.screen.refresh(layout=True)
        # Widgets that have a new size may change the layout once more.
        self._app.call_after_refresh(self._app.call_after_refresh, self._draw)
        # A screen that is closed in the meantime is never refreshed.
        self._app.set_timer(_LONGEST, self._draw)

    def _draw(self) -> None:
        if self._settling:
            self._settling = False
            self._app.screen.refresh()
