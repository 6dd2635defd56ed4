"""Breaks paragraphs into lines: between words, or between characters where the script does so."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, Self

from rich.cells import cell_len, set_cell_size
from rich.style import Style

Ink = str | Style
"""A style, or the name of one of the widget's own; the empty name for plain text.

In a ``Sentence`` also a colour of the theme, as in its style sheet: ``$primary``.
"""

Piece = tuple[str, Ink]

Line = tuple[Piece, ...]
"""One line on the screen."""

STRONG: Final = "strong"

_NEVER_FIRST: Final = frozenset("，。、；：！？」』）】》〉…—·’”")
"""Not at the start of a line: these marks belong to the word before them."""

_NEVER_LAST: Final = frozenset("「『（【《〈‘“")
"""Not at the end of a line: these marks belong to the word after them."""


class Sentence(str):
    """A sentence with styled pieces; elsewhere it is its text."""

    __slots__ = ("brief", "pieces")

    pieces: Line
    brief: Line
    """The brief form; empty if there is none."""

    def __new__(cls, pieces: Line, brief: Line = ()) -> Self:
        sentence = super().__new__(cls, "".join(words for words, _ in pieces))
        sentence.pieces = pieces
        sentence.brief = brief
        return sentence


def pieces_of(sentence: str) -> Line:
    return sentence.pieces if isinstance(sentence, Sentence) else line((sentence, ""))


def fitted(sentence: str, cells: int) -> Line:
    """One line of this width: the sentence, its brief form, or a part with an ellipsis."""
    pieces = pieces_of(sentence)
    if width(pieces) > cells and isinstance(sentence, Sentence) and sentence.brief:
        pieces = sentence.brief
    if width(pieces) <= cells:
        return pieces
    letters = [(letter, ink) for words, ink in pieces for letter in words]
    while letters and sum(cell_len(letter) for letter, _ in letters) > cells - 1:
        letters.pop()
    text, inks = "".join(letter for letter, _ in letters), [ink for _, ink in letters]
    return (*_runs(text, inks), ("…", ""))


def line(*pieces: Piece) -> Line:
    """A line without empty pieces."""
    return tuple(piece for piece in pieces if piece[0])


def width(pieces: Line) -> int:
    return sum(cell_len(words) for words, _ in pieces)


def padded(words: str, cells: int) -> str:
    """Pad with blanks up to a width in cells."""
    return words + " " * (cells - cell_len(words))


def shortened(words: str, cells: int) -> str:
    """Cut to a width in cells, with an ellipsis."""
    if cell_len(words) <= cells:
        return words
    return set_cell_size(words, max(0, cells - 1)).rstrip() + "…"


def paragraphs(text: str, cells: int) -> list[Line]:
    """Break a text into lines, an empty line between paragraphs; ``[b]…[/b]`` is strong."""
    lines: list[Line] = []
    for paragraph in text.strip().split("\n\n"):
        if lines:
            lines.append(())
        lines += wrapped(_marked(paragraph.replace("\n", " ")), cells)
    return lines


def wrapped(pieces: Line, cells: int) -> list[Line]:
    """Break a line into lines of at most this width."""
    text = "".join(words for words, _ in pieces)
    styles = [style for words, style in pieces for _ in words]
    lines: list[Line] = []
    start = 0
    for end in _breaks(text, max(cells, 2)):
        stop = start + len(text[start:end].rstrip())
        lines.append(tuple(_runs(text[start:stop], styles[start:stop])))
        start = end
    return lines


def broken(text: str, cells: int) -> list[str]:
    """The lines of a text of one style, which may contain line breaks.

    For widgets that break only between words: where the script has none, that leaves lines half empty.
    """
    lines = (one for part in text.split("\n") for one in wrapped(line((part, "")), cells))
    return ["".join(words for words, _ in pieces) for pieces in lines]


def line_count(text: str, cells: int) -> int:
    """The number of lines of this width that a text takes."""
    return len(broken(text, cells))


def _marked(paragraph: str) -> Line:
    parts = re.split(r"\[b\](.*?)\[/b\]", paragraph)
    return line(*((part, STRONG if number % 2 else "") for number, part in enumerate(parts)))


def _breaks(text: str, cells: int) -> Iterator[int]:
    """The end of each line. A word that is too long for a line is cut."""
    start = chance = 0
    used = 0
    for place, letter in enumerate(text):
        if place > start and _may_break(text[place - 1], letter):
            chance = place
        used += cell_len(letter)
        if used > cells and not letter.isspace():
            if chance > start:
                yield chance
                start = chance
                used = cell_len(text[start : place + 1])
            if used > cells:
                yield place
                start = place
                used = cell_len(letter)
    yield len(text)


def _may_break(before: str, after: str) -> bool:
    if before.isspace():
        return not after.isspace()
    if after in _NEVER_FIRST or before in _NEVER_LAST or after.isspace():
        return False
    return _wide(before) or _wide(after)


def _wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF"


def _runs(text: str, styles: list[Ink]) -> Iterator[Piece]:
    start = 0
    for place in range(1, len(text) + 1):
        if place == len(text) or styles[place] != styles[start]:
            yield text[start:place], styles[start]
            start = place
