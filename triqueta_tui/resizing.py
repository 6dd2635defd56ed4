"""Draws the screen once when the dragging of its window stops: over SSH each frame in between counts."""

import shutil
from typing import Final

from rich.console import RenderableType
from textual import events
from textual.app import App
from textual.geometry import Size
from textual.screen import Screen
from textual.timer import Timer

DRAGGING: Final = 0.2
"""Seconds without a change of size after which the dragging is thought to be over."""

_LONGEST: Final = 2.0
"""Seconds that the widgets get at most to arrange themselves."""


class ResizingApp(App[None], inherit_bindings=False):
    """An app that draws nothing while its window is dragged, and then one frame.

    Textual draws a frame for each step, and more than one where widgets arrange themselves anew.
    """

    def __init__(self) -> None:
        super().__init__()
        self._arranged: Size | None = None
        """The size of the window as it was heard of last."""
        self._seen: tuple[int, int] | None = None
        """The size as the terminal told it when it was last asked."""
        self._dragged: Timer | None = None
        self._settling = False

    def on_resize(self, event: events.Resize) -> None:
        before, self._arranged = self._arranged, event.size
        if before in {None, event.size} or self.is_headless:
            return
        if self._dragged is None:
            self._begin_batch()
            self._dragged = self.set_timer(DRAGGING, self._settle)
        else:
            self._dragged.reset()

    def _settle(self) -> None:
        """Have the widgets arranged, then drawn."""
        seen, self._seen = self._seen, shutil.get_terminal_size()
        if self._seen not in {seen, self._arranged}:
            # A busy app has not heard yet that the dragging goes on.
            self._dragged = self.set_timer(DRAGGING, self._settle)
            return
        self._dragged = None
        self._settling = True
        self._end_batch()
        self.screen.refresh(layout=True)
        # Widgets that have a new size may change the layout once more.
        self.call_after_refresh(self.call_after_refresh, self._draw)
        # A screen that is closed in the meantime is never refreshed.
        self.set_timer(_LONGEST, self._draw)

    def _draw(self) -> None:
        if self._settling:
            self._settling = False
            self.screen.refresh()

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Draw, as Textual does, unless the widgets are being arranged."""
        if not self._settling:
            super()._display(screen, renderable)
