"""New table codes: short enough to say across a room, and used by no other table."""

from collections.abc import Callable, Container
from typing import Final

from protocol.codes import LETTERS

PUBLIC_LENGTH: Final = 4
PRIVATE_LENGTH: Final = 8
"""Long enough that nobody guesses it: a private table has no other protection."""


def new_code(entropy: Callable[[int], bytes], in_use: Container[str], *, private: bool) -> str:
    """A code that no table has; longer than others where those are taken, so that there always is one."""
    length = PRIVATE_LENGTH if private else PUBLIC_LENGTH
    while True:
        number = int.from_bytes(entropy(8))
        code = ""
        for _ in range(length):
            number, letter = divmod(number, len(LETTERS))
            code += LETTERS[letter]
        if code not in in_use:
            return code
        length += 1
