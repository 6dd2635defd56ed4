"""The title of the terminal's window: people see there that it is their turn when they look elsewhere."""

from typing import Final

from textual.screen import Screen

from protocol.text import clean

_PUSH: Final = "\x1b[22;2t"
_POP: Final = "\x1b[23;2t"


class TerminalTitle:
    """Changes the title while a screen is there, and gives the old one back after it.

    Textual has no words for this; what it does for the bell is done here for the title.
    """

    def __init__(self, screen: Screen[None]) -> None:
        self._screen = screen
        self._shown = ""

    def take(self) -> None:
        """Let the terminal remember the title it has."""
        self._write(_PUSH)

    def show(self, words: str) -> None:
        """Set the title, if it is another one."""
        words = clean(words)
        if words != self._shown:
            self._shown = words
            self._write(f"\x1b]2;{words}\x1b\\")

    def give_back(self) -> None:
        """Let the terminal show the title it had."""
        self._write(_POP)

    def _write(self, sequence: str) -> None:
        app = self._screen.app
        if not app.is_headless and app._driver is not None:
            app._driver.write(sequence)
