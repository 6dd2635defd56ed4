"""Tripitz once more, slow and obvious: a map of coordinates to stones, everything searched anew each time.

It shares no table with the rules. A stone is a tuple of three words, a joker the string "joker" and a number.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

COLOURS = ("yellow", "red", "blue", "green")
SYMBOLS = ("circle", "moon", "triangle", "star")
INKS = ("white", "black", "grey", "lightblue")

Piece = tuple[str, ...]
At = tuple[int, int]
Word = tuple[str, ...] | tuple[str, Piece, At] | tuple[str, frozenset[Piece]] | tuple[str, At]

STONES: list[Piece] = [(colour, symbol, ink) for colour in COLOURS for symbol in SYMBOLS for ink in INKS]
JOKERS: list[Piece] = [("joker", str(number)) for number in range(4)]
PIECES = STONES + JOKERS

CELLS: list[At] = sorted(
    ((q, r) for q in range(-5, 7) for r in range(-5, 6) if -5 <= q + r <= 6), key=lambda at: (at[1], at[0])
)
STEPS: list[At] = [(1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1)]


def neighbours(at: At) -> list[At]:
    return [(at[0] + dq, at[1] + dr) for dq, dr in STEPS]


@cache
def on_edge(at: At) -> bool:
    return any(near not in CELLS for near in neighbours(at))


def distance(one: At, other: At) -> int:
    dq, dr = one[0] - other[0], one[1] - other[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def go_together(stones: Iterable[Piece]) -> bool:
    """All equal or all different in every feature."""
    listed = list(stones)
    if any(piece in JOKERS for piece in listed):
        return False
    for feature in range(3):
        values = {stone[feature] for stone in listed}
        if len(values) not in (1, len(listed)):
            return False
    return True


@cache
def windows(at: At, length: int) -> list[tuple[int, frozenset[At]]]:
    """Every stretch of so many cells in a line that contains a cell, with its axis."""
    found = []
    for axis, (dq, dr) in enumerate(STEPS[::2]):
        for first in range(1 - length, 1):
            steps = range(first, first + length)
            found.append((axis, frozenset((at[0] + step * dq, at[1] + step * dr) for step in steps)))
    return [(axis, cells) for axis, cells in found if all(cell in CELLS for cell in cells)]


def score(board: dict[At, Piece], at: At, stone: Piece, one_per_axis: bool = False) -> tuple[int, int, int]:
    """Triples, quadruples and points of a stone laid in a free cell."""
    laid = board | {at: stone}

    def figures(length: int) -> list[tuple[int, frozenset[At]]]:
        return [
            (axis, cells)
            for axis, cells in windows(at, length)
            if all(cell in laid for cell in cells) and go_together(laid[cell] for cell in cells)
        ]

    quadruples = figures(4)
    triples = [(axis, cells) for axis, cells in figures(3) if not any(cells < four for _, four in quadruples)]
    if one_per_axis:
        axes_of_four = {axis for axis, _ in quadruples}
        fours, threes = len(axes_of_four), len({axis for axis, _ in triples} - axes_of_four)
    else:
        fours, threes = len(quadruples), len(triples)
    touched = sum(near in board for near in neighbours(at))
    return threes, fours, (threes + 3 * fours) * touched * (2 if on_edge(at) else 1)


class Reference:
    """A game that is told who draws what; everything else it finds itself."""

    def __init__(
        self, start: dict[At, Piece], racks: Sequence[Iterable[Piece]], bag: Iterable[Piece]
    ) -> None:
        self.board = dict(start)
        self.racks = [set(rack) for rack in racks]
        self.bag = set(bag)
        self.totals = [0] * len(self.racks)
        self.turn = 0
        self.over = ""
        self.idle = 0
        self.short = self.one_per_axis = False
        self.sat_out: list[int] = []

    def placements(self, seat: int) -> set[tuple[Piece, At]]:
        free = [at for at in CELLS if at not in self.board and any(n in self.board for n in neighbours(at))]
        return {
            (stone, at)
            for stone in self.racks[seat]
            if stone not in JOKERS
            for at in free
            if sum(score(self.board, at, stone)[:2])
        }

    def swappable(self) -> set[At]:
        return {
            at
            for at, piece in self.board.items()
            if piece not in JOKERS
            and all(
                (at[0] + dq, at[1] + dr) in self.board
                for dq in range(-2, 3)
                for dr in range(-2, 3)
                if distance((0, 0), (dq, dr)) <= 2
            )
        }

    def legal(self, seat: int) -> set[Word]:
        found: set[Word] = {("place", stone, at) for stone, at in self.placements(seat)}
        rack = self.racks[seat]
        for count in range(1, min(len(rack), len(self.bag)) + 1):
            found |= {("exchange", frozenset(picked)) for picked in combinations(sorted(rack), count)}
        if not found:
            found.add(("sit_out",))
        if rack & set(JOKERS):
            found |= {("swap", at) for at in self.swappable()}
        return found

    def has_stones(self, seat: int) -> bool:
        rack = self.racks[seat]
        return bool(rack - set(JOKERS)) or bool(rack and self.swappable())

    def place(self, stone: Piece, at: At, drawn: Piece | None) -> None:
        self.totals[self.turn] += score(self.board, at, stone, self.one_per_axis)[2]
        self.racks[self.turn].remove(stone)
        self.board[at] = stone
        self.idle, self.sat_out = 0, []
        if self.short and on_edge(at):
            assert drawn is None
            self.over = "edge"
            return
        assert (drawn is None) == (not self.bag)
        if drawn is not None:
            self.bag.remove(drawn)
            self.racks[self.turn].add(drawn)
        self._next()

    def exchange(self, back: set[Piece], drawn: set[Piece]) -> None:
        assert len(back) == len(drawn)
        assert drawn <= self.bag
        assert back <= self.racks[self.turn]
        self.bag = self.bag - drawn | back
        self.racks[self.turn] = self.racks[self.turn] - back | drawn
        self._idle()

    def swap(self, at: At, joker: Piece) -> None:
        stone = self.board[at]
        self.racks[self.turn].remove(joker)
        self.racks[self.turn].add(stone)
        self.board[at] = joker

    def sit_out(self) -> None:
        self.sat_out.append(self.turn)
        if {seat for seat in range(len(self.racks)) if self.has_stones(seat)} <= set(self.sat_out):
            self.over = "stuck"
        self._idle()

    def _idle(self) -> None:
        self.idle += 1
        if self.over:
            return
        if self.idle == 3 * len(self.racks):
            self.over = "idle"
        else:
            self._next()

    def _next(self) -> None:
        seats = len(self.racks)
        order = [(self.turn + step) % seats for step in range(1, seats + 1)]
        holding = [seat for seat in order if self.bag or self.has_stones(seat)]
        if holding:
            self.turn = holding[0]
        else:
            self.over = "all_placed"
