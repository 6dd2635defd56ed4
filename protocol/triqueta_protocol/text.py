"""Cleans typed text, so that it can do no harm on other terminals."""

import unicodedata
from functools import lru_cache
from typing import Final

from triqueta_protocol.errors import Code, RefusalError

NAME_CELLS: Final = 16
"""The widest name, in terminal cells."""

CHAT_CELLS: Final = 240
"""The longest line of chat, in terminal cells."""

MARKS_PER_LETTER: Final = 2
"""Combining marks kept on one letter; more would only smear over neighbouring lines."""

PILE: Final = 8
"""Combining marks in a row that are processed; no language has as many on a letter."""

_INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters, marks and symbols by category that draw nothing."""


def clean(text: str) -> str:
    """The visible part of a text on one line, without controls, escapes and changes of direction."""
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
    # Again, because a removed character may have separated a letter from its mark.
    return unicodedata.normalize("NFC", " ".join("".join(kept).split()))


def cells(text: str) -> int:
    """The most terminal cells that a cleaned text takes: not all terminals combine characters."""
    if text.isascii() and text.isprintable():
        return len(text)
    from wcwidth import wcswidth, wcwidth  # noqa: PLC0415 - large tables, which ASCII does without

    return max(wcswidth(text), sum(map(wcwidth, text)))


def clean_name(text: str) -> str:
    """Clean a player's or table's name, or refuse it."""
    return _clean_line(text, NAME_CELLS, Code.NAME_EMPTY, Code.NAME_TOO_LONG)


def clean_seed(text: str) -> str:
    """Clean a seed in words, or refuse it."""
    words = clean(text)
    if not words:
        raise RefusalError(Code.TEXT_EMPTY)
    return words


def clean_chat(text: str) -> str:
    """Clean a chat line, or refuse it."""
    return _clean_line(text, CHAT_CELLS, Code.TEXT_EMPTY, Code.TEXT_TOO_LONG)


def _clean_line(text: str, limit: int, empty: Code, too_long: Code) -> str:
    line = clean(text)
    if not line:
        raise RefusalError(empty)
    if cells(line) > limit:
        raise RefusalError(too_long, limit=limit)
    return line


def same_name(one: str, other: str) -> bool:
    """Whether two names can be mistaken for each other: they are spelled or look alike."""
    (spelled, drawn), (other_spelled, other_drawn) = _forms(one), _forms(other)
    return spelled == other_spelled or drawn == other_drawn


@lru_cache(maxsize=1 << 13)
def _forms(name: str) -> tuple[str, str]:
    """The name without case, compatibility forms and lookalike letters."""
    return unicodedata.normalize("NFKC", name).casefold(), skeleton(name)


def _without_piles(text: str) -> str:
    """The text without long runs of marks: the time to order marks grows with the square of the run."""
    kept: list[str] = []
    pile = 0
    for letter in text:
        pile = pile + 1 if unicodedata.combining(letter) else 0
        if pile <= PILE:
            kept.append(letter)
    return "".join(kept)


def _selects_variation(letter: str) -> bool:
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"


_ALIKE: Final = {
    # Cyrillic
    **dict(zip("АВЕЅІЈКМНОРСТУХԚԜӀ", "ABESlJKMHOPCTYXQWl", strict=True)),
    **dict(zip("авеѕіјкмнорстухһԁԛԝӏьԍ", "abesijkmhopctyxhdqwlbg", strict=True)),
    # Greek
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ", "ABEZHlKMNOPTYXCJ", strict=True)),
    **dict(zip("αγηικνορτυχωϲϳ", "aynikvoptuxwcj", strict=True)),
    # Armenian
    **dict(zip("օոսհցյ", "onuhgj", strict=True)),
    # Capitals drawn as small letters, and letters drawn a little otherwise
    **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢɑɡı", "abcdefghijklmnopqrstuvwyzagi", strict=True)),
    # Latin: one stroke is one stroke
    **dict(zip("I1|", "lll", strict=True)),
}

_CHEROKEE: Final = dict(zip("ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏃᏏᏒᏔᏙᏚᏞᏟᏢᏦᏧᏴ", "DRTiyAJEWMHYGZbRWVSLCPKdB", strict=True))

_SKELETON: Final = str.maketrans(
    _ALIKE
    | _CHEROKEE
    # The small letters of this script are drawn like its capitals, and stand in another place.
    | {letter.lower(): latin for letter, latin in _CHEROKEE.items()}
)


def skeleton(name: str) -> str:
    """A form that is equal for names that look alike; for comparing only."""
    return unicodedata.normalize("NFKC", name).translate(_SKELETON).casefold()
