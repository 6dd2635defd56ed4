"""What a guest's terminal sends, made harmless: the size of its window, and the bytes typed.

The client's input parser breaks on bytes that no keyboard sends.
"""

import codecs
import re
from typing import Final

LONGEST: Final = 64
"""Characters of the longest sequence that a terminal sends."""

MOST_COLUMNS: Final = 400
MOST_LINES: Final = 150
"""Of a window: larger than any screen, it only costs memory."""

_LAST_CODE_POINT: Final = 0x10FFFF
_MOST_CELLS: Final = 9999
_SURROGATES: Final = range(0xD800, 0xE000)
_BEGUN: Final = re.compile(r"\x1b(\[[^\x00-\x1f@-\x7f]*)?\Z")
"""A control sequence that has begun and not ended."""
_SEQUENCE: Final = re.compile(r"\x1b\[([^\x00-\x1f@-\x7f]*)([@-~])")
_PARAMETERS: Final = re.compile(r"([0-9:;<=>?]*)([ -/]*)")
_KEYS: Final = frozenset("u~ABCDEFHPQRS")
_NOTHING: Final = "\x1b[I"
"""Stands for a bad sequence whose beginning is gone already: the window has the focus, as it had before."""


def window(columns: int, lines: int) -> tuple[int, int]:
    """A size that can be drawn: 80 by 24 for a terminal that does not know its own."""
    return max(1, min(columns or 80, MOST_COLUMNS)), max(1, min(lines or 24, MOST_LINES))


class Keyboard:
    """Takes bytes as they come and gives those that may reach the client."""

    def __init__(self, encoding: str = "utf-8") -> None:
        self._decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
        self._begun = ""
        self._passed = 0
        """How much of what has begun is passed on: Escape may be the key, and must not wait for more."""

    def feed(self, typed: bytes) -> bytes:
        """What may be passed on now. A sequence is passed on, or dropped, as a whole."""
        text, passed = self._begun + self._decoder.decode(typed), self._passed
        self._begun, self._passed = "", 0
        begun = _BEGUN.search(text)
        if begun and len(begun[0]) <= LONGEST:
            self._begun = begun[0]
            self._passed = passed if begun.start() == 0 else 0
            if len(begun[0]) <= len("\x1b["):
                self._passed = len(begun[0])
            text = text[: begun.start() + self._passed]

        def check(sequence: re.Match[str]) -> str:
            if _sound(sequence[1], sequence[2]):
                return sequence[0]
            return _NOTHING if sequence.start() < passed else ""

        return _SEQUENCE.sub(check, text)[passed:].encode(errors="replace")


def _sound(body: str, final: str) -> bool:
    parts = _PARAMETERS.fullmatch(body)
    if parts is None or len(body) > LONGEST:
        return False
    parameters, between = parts.groups()
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
