"""Table codes: their letters, and how one is recognised in what people type."""

from typing import Final

LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that a code spells nothing."""

SHORTEST: Final = 4
LONGEST: Final = 12


def read_code(typed: str) -> str | None:
    """The code that a text can be, in upper or lower case, or None; some names look like codes, too."""
    code = typed.strip().upper()
    sound = typed.isascii() and SHORTEST <= len(code) <= LONGEST and all(letter in LETTERS for letter in code)
    return code if sound else None
