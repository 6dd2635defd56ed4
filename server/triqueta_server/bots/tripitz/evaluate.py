"""What stones score in a cell, looked up, and what points mean for winning the game.

A line, as seen from a free cell, is what lies next to it on either side up to the first gap, three pieces at
most. The same lines come up again and again in a search, because each stone changes only the lines that end
at it. So each line is evaluated once and cached.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Final

from triqueta_protocol.games.tripitz_board import QUADRUPLE
from triqueta_protocol.games.tripitz_stones import STONES
from triqueta_server.games.tripitz.lookups import BITS, COMPLETING, FREE, IN_LINE, NOWHERE, Line

Pay = tuple[tuple[int, int], ...]
"""Points and the mask of stones that score them, most points first."""

MOST_CACHED: Final = 60_000
"""Cells to keep from one decision to the next, at most: about 20 MB with their lines."""

_WIDTH: Final = 7
_PIECE: Final = (1 << _WIDTH) - 1
_BETWEEN: Final = 3 * _WIDTH


def _first_free(cell: int) -> Iterator[tuple[int, int, int, int]]:
    for axis, (back, further_back, last_back, on, further_on, last_on) in enumerate(IN_LINE[cell]):
        yield axis, back, further_back, last_back
        yield axis, on, further_on, last_on


WAYS: Final = tuple(
    tuple(way for way in _first_free(cell) if way[1] != NOWHERE) for cell in range(len(IN_LINE))
)
"""By cell: the axis and the next three cells of each of the six ways that lead from it."""


def _line(key: int) -> Line:
    """The pieces of a line by its key; behind a gap nothing counts."""
    back, further_back, last_back = key & _PIECE, key >> _WIDTH & _PIECE, key >> 2 * _WIDTH & _PIECE
    key >>= _BETWEEN
    on, further_on, last_on = key & _PIECE, key >> _WIDTH & _PIECE, key >> 2 * _WIDTH
    return back, further_back, last_back, on, further_on, last_on


class PayTable:
    """Caches what lines pay. One for each way of counting: every figure, or one for each axis."""

    def __init__(self, *, one_per_axis: bool) -> None:
        self._one_per_axis = one_per_axis
        self._numbers: dict[int, int] = {}
        self._lines: list[Pay] = [()]
        self._seen: dict[Pay, int] = {(): 0}
        self._cells: dict[tuple[int, int, int, int], Pay] = {}

    def line(self, board: Sequence[int], cell: int, axis: int) -> int:
        """The number of what a line pays; 0 if it pays nothing."""
        back, further_back, last_back, on, further_on, last_on = IN_LINE[cell][axis]
        before = board[back]
        if before < FREE:
            two = board[further_back]
            before |= two << _WIDTH
            if two < FREE:
                before |= board[last_back] << 2 * _WIDTH
        after = board[on]
        if after < FREE:
            two = board[further_on]
            after |= two << _WIDTH
            if two < FREE:
                after |= board[last_on] << 2 * _WIDTH
        key = before | after << _BETWEEN
        number = self._numbers.get(key)
        if number is None:
            number = self._add(key)
        return number

    def cell(self, first: int, second: int, third: int, factor: int) -> Pay:
        """What stones score in a cell with these three lines, each figure ``factor`` times."""
        key = first, second, third, factor
        pay = self._cells.get(key)
        if pay is None:
            together = self._lines[first]
            for number in (second, third):
                together = _added(together, self._lines[number])
            pay = self._cells[key] = tuple([(units * factor, stones) for units, stones in together])
        return pay

    @property
    def full(self) -> bool:
        return len(self._cells) > MOST_CACHED

    def _add(self, key: int) -> int:
        pay = self._evaluate(_line(key))
        number = self._seen.get(pay)
        if number is None:
            number = self._seen[pay] = len(self._lines)
            self._lines.append(pay)
        self._numbers[key] = number
        return number

    def _evaluate(self, line: Line) -> Pay:
        before, two_before, three_before, after, two_after, three_after = line
        ending = COMPLETING[before][two_before]
        middle = COMPLETING[before][after]
        beginning = COMPLETING[after][two_after]
        some = ending | middle | beginning
        if not some:
            return ()
        if self._one_per_axis:
            by_units = {1: some}
        else:
            three = ending & middle & beginning
            two = (ending & middle | ending & beginning | middle & beginning) & ~three
            by_units = {1: some & ~two & ~three, 2: two, 3: three}
        # The fourth stone of a quadruple is the exclusive or of the three others, which are a triple.
        pairs, lasts = before ^ two_before, after ^ two_after
        fourths = (pairs ^ three_before, pairs ^ after, lasts ^ three_after, lasts ^ before)
        for stone in {*fourths}:
            if stone < STONES and some >> stone & 1:
                units = self._with_fourth(stone, line)
                by_units = {count: stones & ~BITS[stone] for count, stones in by_units.items()}
                by_units[units] = by_units.get(units, 0) | BITS[stone]
        return _sorted(by_units)

    def _with_fourth(self, stone: int, line: Line) -> int:
        """Units of a stone that may complete a quadruple in a line."""
        before, two_before, three_before, after, two_after, three_after = line
        end = COMPLETING[before][two_before] >> stone & 1
        middle = COMPLETING[before][after] >> stone & 1
        begin = COMPLETING[after][two_after] >> stone & 1
        fours = 0
        if end:
            rest = stone ^ before ^ two_before
            if rest == three_before:
                fours += 1
                end = 0
            if rest == after:
                fours += 1
                end = middle = 0
        if begin:
            rest = stone ^ after ^ two_after
            if rest == three_after:
                fours += 1
                begin = 0
            if rest == before:
                fours += 1
                begin = middle = 0
        if self._one_per_axis:
            return QUADRUPLE if fours else 1
        return QUADRUPLE * fours + end + middle + begin


def _sorted(by_units: dict[int, int]) -> Pay:
    return tuple([(units, by_units[units]) for units in sorted(by_units, reverse=True) if by_units[units]])


def _added(one: Pay, other: Pay) -> Pay:
    """What stones score in two lines together."""
    if not one or not other:
        return one or other
    by_units: dict[int, int] = {}
    in_one = in_other = 0
    for _, stones in one:
        in_one |= stones
    for _, stones in other:
        in_other |= stones
    for units, stones in one:
        if stones & ~in_other:
            by_units[units] = by_units.get(units, 0) | stones & ~in_other
        for more, others in other:
            if stones & others:
                by_units[units + more] = by_units.get(units + more, 0) | stones & others
    for units, stones in other:
        if stones & ~in_one:
            by_units[units] = by_units.get(units, 0) | stones & ~in_one
    return _sorted(by_units)


_tables: Final[dict[bool, PayTable]] = {}


def pay_table(*, one_per_axis: bool) -> PayTable:
    """The table for a decision: the one in use, or a new one when that is full."""
    if one_per_axis not in _tables or _tables[one_per_axis].full:
        _tables[one_per_axis] = PayTable(one_per_axis=one_per_axis)
    return _tables[one_per_axis]


def apart(points: Sequence[float], swing: float) -> list[float]:
    """Each seat's chance to win from these points, if luck moves any two seats apart by ``swing``."""
    scale = swing * math.sqrt(2)
    ahead = [math.prod([1 + math.erf((one - other) / scale) for other in points]) for one in points]
    total = sum(ahead)
    return [one / total for one in ahead]


def certain(points: Sequence[float]) -> list[float]:
    """Each seat's share of the win when the game is over."""
    best = max(points)
    share = 1 / sum([one == best for one in points])
    return [share if one == best else 0.0 for one in points]


def lead(points: Sequence[float], seat: int) -> float:
    """How far a seat is ahead of the best other seat."""
    return points[seat] - max([other for at, other in enumerate(points) if at != seat])
