"""Cleaning of what people type, so that it can do no harm on other people's terminals."""

import unicodedata
from functools import lru_cache
from typing import Final

from protocol.errors import Code, Refusal
from protocol.lookalikes import skeleton

NAME_CELLS: Final = 16
"""The widest name, in terminal cells."""

CHAT_CELLS: Final = 240
"""The longest line of chat, in terminal cells."""

MARKS_PER_LETTER: Final = 2
"""Combining marks kept on one letter; more only serve to smear over neighbouring lines."""

PILE: Final = 8
"""Combining marks in a row that are looked at; no language has as many on a letter."""

_INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters, marks and symbols by category that draw nothing."""


def clean(text: str) -> str:
    """The visible part of a text on one line: nothing that controls, escapes, turns round or hides."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    from wcwidth import wcwidth  # noqa: PLC0415 - large tables, which ASCII does without

    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", _without_piles(text)):
        kind = unicodedata.category(letter)
        if kind[0] == "Z" or letter in "\t\n\r\v\f":
            kept.append(" ")
            marks = MARKS_PER_LETTER
        elif kind[0] == "C" or letter in _INVISIBLE or _selects_variation(letter):
            continue
        elif kind[0] == "M" or not wcwidth(letter):  # parts of Hangul syllables are letters without a width
            marks += 1
            if kept and marks <= MARKS_PER_LETTER:
                kept.append(letter)
        else:
            kept.append(letter)
            marks = 0
    # Again: what was left out may have kept a letter from its mark.
    return unicodedata.normalize("NFC", " ".join("".join(kept).split()))


def cells(text: str) -> int:
    """How many terminal cells a cleaned text takes at most: not all terminals join what belongs together."""
    if text.isascii() and text.isprintable():
        return len(text)
    from wcwidth import wcswidth, wcwidth  # noqa: PLC0415 - large tables, which ASCII does without

    return max(wcswidth(text), sum(map(wcwidth, text)))


def clean_name(text: str) -> str:
    """A player's or table's name fit for everybody's screen, or a refusal."""
    return _clean_line(text, NAME_CELLS, Code.NAME_EMPTY, Code.NAME_TOO_LONG)


def clean_seed(text: str) -> str:
    """A seed in words fit for everybody's screen, or a refusal."""
    words = clean(text)
    if not words:
        raise Refusal(Code.TEXT_EMPTY)
    return words


def clean_chat(text: str) -> str:
    """A line of chat fit for everybody's screen, or a refusal."""
    return _clean_line(text, CHAT_CELLS, Code.TEXT_EMPTY, Code.TEXT_TOO_LONG)


def _clean_line(text: str, limit: int, empty: Code, too_long: Code) -> str:
    line = clean(text)
    if not line:
        raise Refusal(empty)
    if cells(line) > limit:
        raise Refusal(too_long, limit=limit)
    return line


def same_name(one: str, other: str) -> bool:
    """Whether two names would be taken for each other: they are spelled or drawn alike."""
    (spelled, drawn), (other_spelled, other_drawn) = _forms(one), _forms(other)
    return spelled == other_spelled or drawn == other_drawn


@lru_cache(maxsize=1 << 13)
def _forms(name: str) -> tuple[str, str]:
    """The name without regard to case and compatibility forms, and to what its letters are drawn like."""
    return unicodedata.normalize("NFKC", name).casefold(), skeleton(name)


def _without_piles(text: str) -> str:
    """The text without the marks of a pile of them: the time to put marks in order grows with its square."""
    kept: list[str] = []
    pile = 0
    for letter in text:
        pile = pile + 1 if unicodedata.combining(letter) else 0
        if pile <= PILE:
            kept.append(letter)
    return "".join(kept)


def _selects_variation(letter: str) -> bool:
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
