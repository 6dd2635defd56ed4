"""The title of the terminal window, which shows the player's turn."""

from typing import Any, Final

from textual.screen import Screen

from triqueta_protocol.internal.tuning_switches import is_on
from triqueta_protocol.text import clean

_PUSH: Final = "\x1b[22;2t"
_POP: Final = "\x1b[23;2t"


class TerminalTitle:
    """Changes the title while a screen is shown, and restores it afterwards.

    Textual has no API for this; it writes the bell the same way.
    """

    def __init__(self, screen: Screen[Any]) -> None:
        self._screen = screen
        self._shown = ""

    def take(self) -> None:
        """Make the terminal save its title."""
        self._write(_PUSH)

    def show(self, words: str) -> None:
        words = clean(words)
        if words != self._shown:
            self._shown = words
            self._write(f"\x1b]2;{words}\x1b\\")

    def give_back(self) -> None:
        """Make the terminal restore its title."""
        self._write(_POP)

    def _write(self, sequence: str) -> None:
        app = self._screen.app
        if is_on("terminal_title") and not app.is_headless and app._driver is not None:
            app._driver.write(sequence)
