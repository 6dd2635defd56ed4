"""Table codes: their letters, and recognising one in typed text."""

from typing import Final

LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""Without vowels, so that no code is a word."""

SHORTEST: Final = 4
LONGEST: Final = 12


def read_code(typed: str) -> str | None:
    """The code in a text, ignoring case, or None. Some names look like codes as well."""
    code = typed.strip().upper()
    sound = typed.isascii() and SHORTEST <= len(code) <= LONGEST and all(letter in LETTERS for letter in code)
    return code if sound else None
