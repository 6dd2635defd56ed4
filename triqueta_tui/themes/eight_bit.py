"""Colours for terminals with 256: the nearest ones, with dark ones kept distinct.

Rich sends the nearest corner of a coarse cube. There every dark
tint is black, and a card cannot be told from the table below it.
"""

import math
from functools import lru_cache
from itertools import product
from typing import Final

from textual.color import Color

_STEPS: Final = (0, 95, 135, 175, 215, 255)
_GREYS: Final = 24
_WHITE: Final = 231
"""The last of the cube; the greys follow."""

Lab = tuple[float, float, float]


def nearest(colour: Color) -> Color:
    """The colour that makes Rich send the most similar of the 256 colours."""
    return _nearest(colour.rgb)


def numbered(number: int) -> Color:
    """The colour that makes Rich send the one with this number, 16 to 255."""
    if number > _WHITE:
        # Rich divides the greys by their lightness, not by the values that terminals give them.
        part = round((number - _WHITE) / 25 * 255)
        return Color(part, part, part)
    number -= 16
    return Color(_STEPS[number // 36], _STEPS[number // 6 % 6], _STEPS[number % 6])


@lru_cache(maxsize=1024)
def _nearest(rgb: tuple[int, int, int]) -> Color:
    wanted = lab(rgb)
    corners = product(*map(_near, rgb))
    # The greys of the cube are left out: Rich sends the greys below for them.
    shown = {(r, g, b): Color(r, g, b) for r, g, b in corners if not r == g == b or r in {0, 255}}
    middle = round((sum(rgb) / 3 - 8) / 10)
    for number in range(max(0, middle - 2), min(_GREYS, middle + 3)):
        level = 8 + 10 * number
        shown[level, level, level] = numbered(_WHITE + 1 + number)
    return shown[min(shown, key=lambda one: math.dist(lab(one), wanted))]


def _near(part: int) -> tuple[int, ...]:
    """The steps of the cube below and above."""
    above = next(index for index, step in enumerate(_STEPS) if step >= part)
    return _STEPS[max(0, above - 1) : above + 1]


@lru_cache(maxsize=1024)
def lab(rgb: tuple[int, int, int]) -> Lab:
    """The colour in CIELAB, in which equal distances look equal."""
    r, g, b = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (number / 255 for number in rgb)
    )
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)
