"""The words of Tripitz, also where nothing of its table is loaded."""

from pathlib import Path

from triqueta_tui import locale
from triqueta_tui.games import tripitz

locale.add_game("tripitz", Path(tripitz.__file__).with_name("locale"))
