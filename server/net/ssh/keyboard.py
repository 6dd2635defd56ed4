"""What a guest types, made harmless: the client's input parser breaks on bytes that no keyboard sends."""

import codecs
import re
from typing import Final

LONGEST: Final = 64
"""Characters of the longest sequence that a terminal sends."""

_LAST_CODE_POINT: Final = 0x10FFFF
_MOST_CELLS: Final = 9999
_SURROGATES: Final = range(0xD800, 0xE000)
_OPEN: Final = re.compile(r"\x1b\[[0-9:;<=>?]*[ -/]*\Z")
"""A control sequence that has begun and not ended. (A lone Escape may be the key, and waits for nothing.)"""
_SEQUENCE: Final = re.compile(r"\x1b\[([0-9:;<=>?]*)([ -/]*)([@-~])")
_KEYS: Final = frozenset("u~ABCDEFHPQRS")


class Keyboard:
    """Takes bytes as they come and gives those that may reach the client."""

    def __init__(self, encoding: str = "utf-8") -> None:
        self._decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
        self._held = ""

    def feed(self, typed: bytes) -> bytes:
        """What may be passed on now. A sequence is passed on, or dropped, as a whole."""
        text = self._held + self._decoder.decode(typed)
        begun = _OPEN.search(text)
        # "ESC [" alone is how some type Alt+[; what goes on after it is a sequence.
        if begun and 2 < len(begun[0]) <= LONGEST:
            text, self._held = text[: begun.start()], begun[0]
        else:
            self._held = ""
        return _SEQUENCE.sub(_checked, text).encode(errors="replace")


def _checked(sequence: re.Match[str]) -> str:
    parameters, between, final = sequence.groups()
    return sequence[0] if _sound(parameters, between, final) else ""


def _sound(parameters: str, between: str, final: str) -> bool:
    if len(parameters) > LONGEST or not parameters.isascii():
        return False
    if between:
        # The client asks what the terminal can do. That it could tell its size by itself is not wanted here:
        # the line tells it, within limits.
        return not parameters.startswith("?2048")
    if final in _KEYS:
        return _names_keys(parameters)
    if final in "Mm":
        numbers = parameters.removeprefix("<").split(";")
        return not parameters or all(number.isdigit() and int(number) <= _MOST_CELLS for number in numbers)
    return final != "t"


def _names_keys(parameters: str) -> bool:
    """Key and modifiers are numbers, the text that may follow is code points."""
    key, modifiers, text, *more = [*parameters.split(";"), "", ""]
    plain = all(not number or number.isdigit() for number in (key, modifiers))
    points = [key, *text.split(":")]
    return plain and not any(more) and all(not point or _is_code_point(point) for point in points)


def _is_code_point(number: str) -> bool:
    return number.isdigit() and int(number) <= _LAST_CODE_POINT and int(number) not in _SURROGATES
