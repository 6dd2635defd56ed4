"""The games: their screens, and what can be chosen. Another one is added here and in a folder of its own."""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol

from textual.screen import Screen

if TYPE_CHECKING:
    from triqueta_tui.widgets.form import Line

DEFAULT: Final = "triqueta"
"""What is played if nobody says otherwise."""

_GAMES: Final = {"triqueta": ("triqueta_tui.games.triqueta", "TriquetaTable")}


class Choices(Protocol):
    """What can be chosen about a game, as lines of a form and in words."""

    def lines(self, seats: int, options: Mapping[str, Any]) -> "list[Line]":
        """The lines for this many players, starting from what the options are."""

    def options(self, values: Mapping[str, str]) -> dict[str, Any]:
        """The options that a filled-in form stands for; what is as usual is left out."""

    def words(self, options: Mapping[str, Any]) -> list[str]:
        """What is unusual about a game with these options."""


def table_screen(game: str) -> type[Screen[Any]]:
    """The screen of a game's table; it is loaded only when somebody sits down."""
    package, name = _GAMES[game]
    screen: type[Screen[Any]] = getattr(import_module(f"{package}.table"), name)
    return screen


def choices(game: str) -> Choices:
    """What can be chosen about a game."""
    package, _ = _GAMES[game]
    found: Choices = import_module(f"{package}.options").CHOICES
    return found
