"""The games: which screen shows which. A second game is added here and in a folder of its own."""

from importlib import import_module
from typing import Any, Final

from textual.screen import Screen

_TABLES: Final = {"triqueta": ("triqueta_tui.games.triqueta.table", "TriquetaTable")}


def table_screen(game: str) -> type[Screen[Any]]:
    """The screen of a game's table; it is loaded only when somebody sits down."""
    module, name = _TABLES[game]
    screen: type[Screen[Any]] = getattr(import_module(module), name)
    return screen
