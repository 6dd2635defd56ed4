"""Names of the bots at a table."""

from typing import Final

NAMES: Final = ("Rowan", "Hazel", "Linden", "Wren", "Briar", "Robin", "Aspen", "Jay")
"""More than a table has seats."""
