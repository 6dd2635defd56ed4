"""How large a guest's window may be."""

from typing import Final

MOST_COLUMNS: Final = 400
MOST_LINES: Final = 150
"""A window larger than any screen only costs memory."""


def window(columns: int, lines: int) -> tuple[int, int]:
    """A size that can be drawn; a terminal that does not know its own is thought to be the usual one."""
    return max(1, min(columns or 80, MOST_COLUMNS)), max(1, min(lines or 24, MOST_LINES))
