"""Shortens Textual's escape sequences: a style is written only where it changes, and only what changes of it.

Textual writes every run of characters with its whole style before it and a reset after it, and a line break
before each move to another line. On a slow line that is most of the bytes.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.driver import Driver

_STYLE: Final = re.compile(r"\x1b\[([\d;]*)m")
_MOVES: Final = re.compile(r"(?:\x1b\[\d+;\d+H|[\r\n])+")
"""Moving the cursor paints nothing, so it needs no style."""

_BLANK: Final = re.compile(r"(?:\x1b\[\d+;\d+H|[\r\n ])+")
"""Of blanks only the background shows, unless they have a line through or below them, or are reversed."""

_INVISIBLE: Final = frozenset({"1", "2", "3"})
"""Bold, dim and italic: what does not show on blanks."""

_PLACE: Final = re.compile(r"(\n)?\x1b\[(\d+);(\d+)H")
"""Textual ends each piece of a line with a line break, and then says where the next one begins."""

_CONTROL: Final = re.compile(r"[\x00-\x1f]")
_SURE: Final = 40
"""No terminal is narrower, so what ends before this column has not reached the right edge."""


class _Style(NamedTuple):
    """The terminal's style: the codes of the two colours, and all others."""

    fore: str = ""
    back: str = ""
    rest: frozenset[str] = frozenset()


_PLAIN: Final = _Style()

_OFF: Final = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "8": "28", "9": "29"}
"""The code that ends each of the other codes."""


def with_shorter_escapes(driver: type[Driver]) -> type[Driver]:
    """A driver that writes the same with fewer bytes."""

    class ShorterEscapes(driver):  # type: ignore[misc, valid-type]  # the terminal's driver is chosen at run time
        def write(self, data: str) -> None:
            super().write(shorter_moves(shorten(data)))

    return ShorterEscapes


def shorten(data: str) -> str:
    """The same output in fewer bytes. It begins and ends in the style of the original."""
    pieces: list[str] = []
    has = wants = _PLAIN
    end = 0
    for style in _STYLE.finditer(data):
        has = _put(pieces, data[end : style.start()], has, wants)
        wants = _said(wants, style[1])
        end = style.end()
    has = _put(pieces, data[end:], has, wants)
    if has != wants:
        pieces.append(_change(has, wants))
    return "".join(pieces)


def shorter_moves(data: str) -> str:
    """The same output with shorter moves, without those that lead nowhere and line breaks before moves."""
    pieces: list[str] = []
    line = column = end = 0
    for place in _PLACE.finditer(data):
        between = data[end : place.start()]
        text = _STYLE.sub("", between)
        sure = line and text and not _CONTROL.search(text) and column + cell_len(text) < _SURE
        row = int(place[2])
        if sure and row == line:
            move = f"\x1b[{place[3]}G"
        elif sure and place[1] and row == line + 1 and place[3] == "1":
            move = "\r\n"
        else:
            move = place[0].removeprefix("\n")
        if line and not between:
            # Nothing was written where the last move led.
            pieces.pop()
        pieces += (between, move)
        line, column, end = row, int(place[3]), place.end()
    pieces.append(data[end:])
    return "".join(pieces)


def _put(pieces: list[str], text: str, has: _Style, wants: _Style) -> _Style:
    """Append text, after an escape sequence if the style has to change; returns the style after it."""
    if not text:
        return has
    if has != wants and not _MOVES.fullmatch(text):
        if _BLANK.fullmatch(text):
            wants = _on_blanks(has, wants)
        if has != wants:
            pieces.append(_change(has, wants))
            has = wants
    pieces.append(text)
    return has


def _on_blanks(has: _Style, wants: _Style) -> _Style:
    """The style nearest to what there is that shows the same on blanks."""
    return _Style(has.fore, wants.back, has.rest) if has.rest | wants.rest <= _INVISIBLE else wants


@lru_cache(maxsize=1024)
def _said(before: _Style, codes: str) -> _Style:
    fore, back, rest = before
    numbers = iter(codes.split(";"))
    for number in numbers:
        match int(number or 0):
            case 0:
                fore, back, rest = _PLAIN
            case 38:
                fore = _colour(number, numbers)
            case 48:
                back = _colour(number, numbers)
            case code if 30 <= code <= 37 or 90 <= code <= 97:
                fore = number
            case code if 40 <= code <= 47 or 100 <= code <= 107:
                back = number
            case 39:
                fore = ""
            case 49:
                back = ""
            case _:
                rest |= {number}
    return _Style(fore, back, rest)


def _colour(which: str, numbers: Iterator[str]) -> str:
    """The codes of a colour that takes several numbers: one of 256, or red, green and blue."""
    kind = next(numbers)
    return ";".join([which, kind, *islice(numbers, 1 if kind == "5" else 3)])


@lru_cache(maxsize=4096)
def _change(has: _Style, wants: _Style) -> str:
    """The shortest escape sequence from one style to another: from what there is, or from nothing."""
    complete = ["0", *_added(_PLAIN, wants)] if wants != _PLAIN else [""]
    taken_away = [_OFF.get(code) for code in sorted(has.rest - wants.rest)]
    if None in taken_away:
        return _sequence(complete)
    off = {code for code in taken_away if code}
    # One code ends both bold and dim.
    kept = frozenset(code for code in has.rest & wants.rest if _OFF.get(code) not in off)
    fore, back = has.fore, has.back
    if fore and not wants.fore:
        off, fore = off | {"39"}, ""
    if back and not wants.back:
        off, back = off | {"49"}, ""
    changed = [*sorted(off), *_added(_Style(fore, back, kept), wants)]
    return min(_sequence(changed), _sequence(complete), key=len)


def _added(has: _Style, wants: _Style) -> list[str]:
    """The codes of what is wanted and not there."""
    colours = ((wants.fore, has.fore), (wants.back, has.back))
    return [*sorted(wants.rest - has.rest), *(colour for colour, was in colours if colour != was)]


def _sequence(codes: list[str]) -> str:
    return f"\x1b[{';'.join(codes)}m"
