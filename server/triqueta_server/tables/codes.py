"""New table codes: short enough to say across a room, and used by no other table."""

from collections.abc import Callable, Container
from typing import Final

from triqueta_protocol.codes import LETTERS

PUBLIC_LENGTH: Final = 4
PRIVATE_LENGTH: Final = 8
"""Long enough not to be guessed: a private table has no other protection."""


def new_code(
    entropy: Callable[[int], bytes], in_use: Container[str], *, private: bool, first: str = LETTERS
) -> str:
    """A code that no table has; longer than others where those are taken, so that there always is one.

    It begins with one of the letters ``first``.
    """
    length = PRIVATE_LENGTH if private else PUBLIC_LENGTH
    while True:
        number = int.from_bytes(entropy(8))
        code = ""
        for letters in (first, *[LETTERS] * (length - 1)):
            number, letter = divmod(number, len(letters))
            code += letters[letter]
        if code not in in_use:
            return code
        length += 1
