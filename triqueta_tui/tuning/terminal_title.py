"""The title of the terminal window, which shows the player's turn, and notifications on the desktop."""

from typing import Any, Final, Literal

from textual.app import App
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
        _write(self._screen.app, _PUSH)

    def show(self, words: str) -> None:
        words = clean(words)
        if words != self._shown:
            self._shown = words
            _write(self._screen.app, f"\x1b]2;{words}\x1b\\")

    def give_back(self) -> None:
        """Make the terminal restore its title."""
        _write(self._screen.app, _POP)


def show_notification(app: App[Any], way: Literal["", "9", "777"], title: str, words: str) -> None:
    """Show a notification on the desktop, if the terminal has them."""
    if way == "777":
        # Semicolons separate its fields.
        title, words = (clean(text).replace(";", ",") for text in (title, words))
        _write(app, f"\x1b]777;notify;{title};{words}\x1b\\")
    elif way == "9":
        _write(app, f"\x1b]9;{clean(words)}\x1b\\")


def _write(app: App[Any], sequence: str) -> None:
    if is_on("terminal_title") and not app.is_headless and app._driver is not None:
        app._driver.write(sequence)
