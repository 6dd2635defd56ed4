"""How strong the bots are, and what they are called."""

from typing import Final

LEVELS: Final = ("easy", "normal")
"""From weak to strong."""

NAMES: Final = ("Rowan", "Hazel", "Linden", "Wren", "Briar", "Robin", "Aspen", "Jay")
"""Names for bots at a table, more than it has seats."""
