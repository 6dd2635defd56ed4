"""Triché's cards as they lie, the lines of a carré and what they score, and the shuffles of a game."""

import hashlib
import struct
from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from typing import Final


class Colour(IntEnum):
    """The three colours, each also a single-coloured card: T, R and I."""

    BLUE = 0
    GREY = 1
    RED = 2


COLOURS: Final = len(Colour)
CARDS: Final = 15
"""A card as it lies is one number: 0 to 2 have a single colour, then each two-coloured card has two numbers,
the odd one as it is dealt and the next one turned round."""

NAMES: Final = ("T", "R", "I", "C\\", "C\\", "C/", "C/", "H\\", "H\\", "H/", "H/", "É\\", "É\\", "É/", "É/")
"""Letter and cut of each card, whichever way round it lies."""

_COLOURS_OF: Final = {
    "C": (Colour.BLUE, Colour.GREY),
    "H": (Colour.GREY, Colour.RED),
    "É": (Colour.RED, Colour.BLUE),
}
"""The first one is in the upper triangle until the card is turned."""

UNTURNED: Final = tuple(card if card < COLOURS else card - (card + 1) % 2 for card in range(CARDS))
"""By card as it lies: the same card as it is dealt."""

WAYS: Final = tuple((card,) if card < COLOURS else (card, card + 1) for card in UNTURNED)
"""By card: the ways in which it can lie."""

NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST = range(8)

Faces = tuple[Colour | None, ...]


def _faces(card: int) -> Faces:
    """The colour a card shows in each of the eight directions, None where a corner is cut through."""
    if card < COLOURS:
        return (Colour(card),) * 8
    letter, cut = NAMES[card][0], NAMES[card][1]
    upper, lower = _COLOURS_OF[letter] if card == UNTURNED[card] else reversed(_COLOURS_OF[letter])
    if cut == "\\":
        return (upper, upper, upper, None, lower, lower, lower, None)
    return (upper, None, lower, lower, lower, None, upper, upper)


FACES: Final[tuple[Faces, ...]] = tuple(map(_faces, range(CARDS)))
"""By card as it lies and direction, clockwise from north."""

CELLS: Final = 9
CENTRE: Final = 4
OUTER_CELLS: Final = (0, 1, 2, 3, 5, 6, 7, 8)

LINES: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
"""The cells of each line of a carré, row by row: three rows, three columns, two diagonals."""

LINE_DIRECTIONS: Final = (EAST, EAST, EAST, SOUTH, SOUTH, SOUTH, SOUTH_EAST, SOUTH_WEST)
"""From the first cell of each line to its last."""

OUTER_LINES: Final = (0, 2, 3, 5)
"""The lines without the centre: the ones that are face up."""

DIAGONALS: Final = (6, 7)

EQUAL_OR_DIFFERENT: Final = 1
TWO_COLOURS: Final = 3


@cache
def points(line: int, first: int, middle: int, last: int) -> int:
    """What three cards score in a line: one point, or three across the cut of a two-coloured middle card."""
    onward = LINE_DIRECTIONS[line]
    back = (onward + 4) % 8
    begin, end = FACES[first][onward], FACES[last][back]
    near, far = FACES[middle][back], FACES[middle][onward]
    if begin is None or end is None or near is None or far is None:
        return 0
    if near != far:
        return TWO_COLOURS if begin == near and end == far else 0
    return EQUAL_OR_DIFFERENT if len({begin, near, end}) != 2 else 0


@cache
def most_points(
    line: int, first: int | None, middle: int | None, last: int | None, cards: int = CARDS
) -> int:
    """The most a line can score if any of the first so many cards may come where None is."""
    if first is None:
        return max(most_points(line, card, middle, last, cards) for card in range(cards))
    if middle is None:
        return max(most_points(line, first, card, last, cards) for card in range(cards))
    if last is None:
        return max(points(line, first, middle, card) for card in range(cards))
    return points(line, first, middle, last)


def spoiled(laid: Sequence[int | None], cell: int, card: int, *, diagonals: bool) -> int | None:
    """The line of another seat's carré that a card would spoil in a cell; None if it fits there.

    ``laid`` has the nine cells, None for a free one; the centre is ignored. With ``diagonals`` a two-coloured
    card must not be cut along the diagonal of its corner, unless the card in the opposite corner is.
    """
    for line in OUTER_LINES:
        if cell in LINES[line] and not most_points(
            line, *(card if at == cell else laid[at] for at in LINES[line])
        ):
            return line
    if diagonals:
        for line in DIAGONALS:
            if cell in (LINES[line][0], LINES[line][2]) and _cut_along(card, line):
                opposite = laid[sum(LINES[line]) - CENTRE - cell]
                if opposite is None or not _cut_along(opposite, line):
                    return line
    return None


def _cut_along(card: int, diagonal: int) -> bool:
    return FACES[card][LINE_DIRECTIONS[diagonal]] is None


BASE_DECK: Final = bytes(card for card in range(COLOURS) for _ in range(21))
EXPANSION_DECK: Final = BASE_DECK + bytes(card for card in range(COLOURS, CARDS, 2) for _ in range(3))
"""By the number of a card in the deck: which card it is, not turned."""


def deck(*, expansion: bool) -> bytes:
    return EXPANSION_DECK if expansion else BASE_DECK


SET_UP_CARDS: Final = 3
HAND: Final = 6

_ROUND_AND_SHUFFLE: Final = struct.Struct(">II")
_NUMBERS: Final = {len(cards): struct.Struct("8s" * len(cards)) for cards in (BASE_DECK, EXPANSION_DECK)}
"""Big-endian bytes sort like the numbers, but faster."""


def shuffled(seed: bytes, round_: int, shuffle: int, cards: int) -> list[int]:
    """The deck's card numbers in the order of one shuffle.

    SHAKE-256 of the seed, the round and the shuffle (32 bits each, most significant byte first) gives one
    unsigned 64-bit number for each card of the deck. The cards sorted by their numbers (equal numbers:
    smaller card number first) are the order. Shuffle 0 of a round is the deal; each redraw is the next one.
    """
    numbers = _NUMBERS[cards]
    stream = hashlib.shake_256(seed + _ROUND_AND_SHUFFLE.pack(round_, shuffle)).digest(numbers.size)
    keys = numbers.unpack(stream)
    return sorted(range(cards), key=keys.__getitem__)


def first_start(seed: bytes, seats: int) -> int:
    """The seat that starts the first round: the first 64 bits of shuffle 0 of round 0, modulo the seats."""
    stream = hashlib.shake_256(seed + _ROUND_AND_SHUFFLE.pack(0, 0)).digest(8)
    return int.from_bytes(stream, "big") % seats
