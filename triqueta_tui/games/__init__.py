"""The games of this program. Another one is added here, in a package of its own."""

from typing import Final

PACKAGES: Final[dict[str, str]] = {
    "triqueta": "triqueta_tui.games.triqueta",
    "triche": "triqueta_tui.games.triche",
    "tripitz": "triqueta_tui.games.tripitz",
}
"""The module with the record of each game (``triqueta_tui.game.Game``), by the game's name on the wire."""
