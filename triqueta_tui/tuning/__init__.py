"""What relies on Textual's private parts or shape: mostly fewer bytes for slow lines.

Nothing outside this package uses a private name of Textual. Each part has a test of the shape it relies on
and a switch (``triqueta_protocol.internal.tuning_switches``), and the client works without it.
"""

from typing import Final

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.filter import LineFilter

from triqueta_protocol.internal.tuning_switches import is_on
from triqueta_tui.printable import PRINTABLE
from triqueta_tui.tuning.changed_lines import ChangedLines
from triqueta_tui.tuning.resizing import OneFrame
from triqueta_tui.tuning.shorter_escapes import with_shorter_escapes


class Tuning:
    """The tunings of one app, which calls them from handlers of its own."""

    def __init__(self, app: App[None]) -> None:
        self._changed_lines: Final = ChangedLines(app) if is_on("changed_lines") else None
        self._one_frame: Final = OneFrame(app) if is_on("resizing") else None

    def on_resize(self, event: events.Resize) -> None:
        if self._one_frame is not None:
            self._one_frame.on_resize(event)
        if self._changed_lines is not None:
            self._changed_lines.on_resize(event)

    def forget_terminal(self) -> None:
        """The next frame is sent whole: other programs may have written on the terminal."""
        if self._changed_lines is not None:
            self._changed_lines.forget()


def tuned_driver(driver: type[Driver]) -> type[Driver]:
    return with_shorter_escapes(driver) if is_on("shorter_escapes") else driver


def tuning_filters() -> list[LineFilter]:
    """What keeps text from controlling the terminal where ``changed_lines`` does not."""
    return [] if is_on("changed_lines") else [PRINTABLE]
