"""The words of Tripitz, also where nothing of its table is loaded."""

from triqueta_tui import locale

locale.add_game("tripitz")
