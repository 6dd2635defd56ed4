"""Lookup tables: where a card fits, what a line scores, and the placements for a mask of cells.

The cards around a centre are one number, a grid: four bits for each slot of the ring, 0 where it is free,
else the card as it lies plus one. Each line without the centre is three neighbouring slots, so twelve bits.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from typing import Final

from triqueta_protocol.games.triche import SEATS
from triqueta_protocol.games.triche_cards import CARDS, FACES, LINE_DIRECTIONS, LINES, WAYS, points
from triqueta_server.games.triche.actions import (
    CONQUER,
    KIND_OF,
    KINDS,
    PAIRS,
    REDRAW,
    RING,
    SET_UP,
    SWAP,
    placement,
    set_up,
)

Actions = tuple[int, ...]

MOST_SEATS: Final = SEATS[-1]
BITS: Final = 4
DIGIT: Final = (1 << BITS) - 1
EVERY_SLOT: Final = (1 << len(RING)) - 1

UNITS: Final = tuple(1 << BITS * kind for kind in KIND_OF)
"""By card: one of it in a hand. A hand is one number, four bits for each kind."""
IN_HAND: Final = tuple(DIGIT << BITS * kind for kind in KIND_OF)
"""By card: the bits of a hand that count it."""

LAID: Final = tuple(tuple(card + 1 << BITS * slot for slot in range(len(RING))) for card in range(CARDS))
"""By card and slot: the card in a grid."""

REDRAWING: Final = range(REDRAW, SET_UP)
KEEPING: Final = range(REDRAW, REDRAW + 1)
CONQUERING: Final = range(CONQUER, SWAP)
SWAPPING: Final = range(SWAP, REDRAW)

ALONE: Final = tuple((seat,) for seat in range(MOST_SEATS))
"""By seat: that seat alone owes a decision."""


@lru_cache(maxsize=1 << 13)
def cards(hand: int) -> tuple[int, ...]:
    """Each card of a hand, not turned, like ones together."""
    return tuple(card for kind, card in enumerate(KINDS) for _ in range(hand >> BITS * kind & DIGIT))


@lru_cache(maxsize=1 << 13)
def ways(hand: int) -> tuple[int, ...]:
    """The different cards as they can be laid from a hand."""
    return tuple(way for card in dict.fromkeys(cards(hand)) for way in WAYS[card])


@lru_cache(maxsize=1 << 8)
def set_ups(hand: int) -> Actions:
    """The ways to set up a carré from a hand of three."""
    return tuple(dict.fromkeys(_set_ups(cards(hand))))


@lru_cache(maxsize=1 << 8)
def set_up_possible(hand: int) -> frozenset[int]:
    """The same as a set."""
    return frozenset(set_ups(hand))


def _set_ups(dealt: tuple[int, ...]) -> Iterator[int]:
    for at, centre in enumerate(dealt):
        one, other = dealt[:at] + dealt[at + 1 :]
        for lower, upper in ((one, other), (other, one)):
            for first in WAYS[lower]:
                for second in WAYS[upper]:
                    for pair in range(len(PAIRS)):
                        yield set_up(centre, first, second, pair)


_SLOTS_OF: Final = tuple(
    tuple(slot for slot in range(len(RING)) if slots >> slot & 1) for slots in range(EVERY_SLOT + 1)
)


def _placings(card: int, carre: int) -> tuple[Actions, ...]:
    every = [placement(card, carre, slot) for slot in range(len(RING))]
    return tuple([tuple([every[slot] for slot in slots]) for slots in _SLOTS_OF])


PLACING: Final = tuple(tuple(_placings(card, carre) for card in range(CARDS)) for carre in range(MOST_SEATS))
"""By carré, card and mask of slots: the placements."""


OUTER: Final = tuple((line, tuple(RING.index(cell) for cell in LINES[line])) for line in (0, 5, 2, 3))
"""The lines without the centre as they follow each other round the ring, with the slots of their cells.

The n-th begins at slot 2n of the ring; the last two run against it.
"""


def line_states(grid: int) -> tuple[int, int, int, int]:
    """The twelve bits of each line without the centre, in the order of ``OUTER``."""
    return grid & 0xFFF, grid >> 8 & 0xFFF, grid >> 16 & 0xFFF, grid >> 24 | (grid & 0xF) << 8


_ALL: Final = (1 << CARDS * len(RING)) - 1
_FREE: Final = CARDS
"""Stands for an empty cell."""


@cache
def _in_slot(mask: int, slot: int) -> int:
    """A mask of cards as the bits of one slot."""
    return sum(1 << len(RING) * card + slot for card in range(CARDS) if mask >> card & 1)


@cache
def _fits_and_scores(line: int) -> tuple[dict[tuple[int, ...], int], dict[tuple[int, ...], int]]:
    """By cells of a line: what it scores; and by place of a free cell and the two others, which cards fit."""
    scores: dict[tuple[int, ...], int] = {}
    fits: dict[tuple[int, ...], int] = defaultdict(int)
    for on_line in product(range(CARDS), repeat=3):
        scored = points(line, *on_line)
        if scored:
            scores[on_line] = scored
            for at, card in enumerate(on_line):
                one, other = on_line[:at] + on_line[at + 1 :]
                for others in ((one, other), (one, _FREE), (_FREE, other), (_FREE, _FREE)):
                    fits[at, *others] |= 1 << card
    return scores, fits


def _line_tables(line: int, slots: tuple[int, ...]) -> tuple[list[int], bytes]:
    """By state of a line: where which card fits as far as this line is concerned, and what it scores."""
    same_direction = LINE_DIRECTIONS.index(LINE_DIRECTIONS[line])
    scores_of, fits_of = _fits_and_scores(same_direction)
    elsewhere = _ALL & ~sum(_in_slot((1 << CARDS) - 1, slot) for slot in slots)
    digits = [(card + 1) % (CARDS + 1) for card in range(CARDS + 1)]
    along_ring = slots[1] - slots[0] == 1
    fits, scores = [0] * (1 << 3 * BITS), bytearray(1 << 3 * BITS)
    for on_line in product(range(CARDS + 1), repeat=3):
        first, middle, last = on_line if along_ring else on_line[::-1]
        state = digits[first] | digits[middle] << BITS | digits[last] << 2 * BITS
        mask = elsewhere
        for at, slot in enumerate(slots):
            if on_line[at] == _FREE:
                mask |= _in_slot(fits_of[at, *on_line[:at], *on_line[at + 1 :]], slot)
        fits[state] = mask
        scores[state] = scores_of.get(on_line, 0)
    return fits, bytes(scores)


(_TOP, TOP_POINTS), (_RIGHT, RIGHT_POINTS), (_BOTTOM, BOTTOM_POINTS), (_LEFT, LEFT_POINTS) = (
    _line_tables(line, slots) for line, slots in OUTER
)
OUTER_POINTS: Final = (TOP_POINTS, RIGHT_POINTS, BOTTOM_POINTS, LEFT_POINTS)
"""In the order of ``OUTER``, by state: what the line scores, 0 also if it is not complete."""


def _diagonal_table(line: int) -> tuple[int, ...]:
    """By the two corners of a diagonal: where which card fits as far as this diagonal is concerned.

    A card cut along the diagonal spoils it, so it may come only where the opposite corner has done so.
    """
    corners = tuple(RING.index(LINES[line][end]) for end in (0, 2))
    along = sum(1 << card for card in range(CARDS) if FACES[card][LINE_DIRECTIONS[line]] is None)
    table = []
    for last, first in product(range(-1, CARDS), repeat=2):
        fits = _ALL
        for corner, opposite in zip(corners, (last, first), strict=True):
            if opposite < 0 or not along >> opposite & 1:
                fits &= ~_in_slot(along, corner)
        table.append(fits)
    return tuple(table)


_MAIN: Final = _diagonal_table(6)
_ANTI: Final = _diagonal_table(7)


def fitting(grid: int) -> bytes:
    """By card: the mask of slots in which it fits in another's carré, diagonals apart."""
    fits = (
        _TOP[grid & 0xFFF]
        & _RIGHT[grid >> 8 & 0xFFF]
        & _BOTTOM[grid >> 16 & 0xFFF]
        & _LEFT[grid >> 24 | (grid & 0xF) << 8]
    )
    return fits.to_bytes(CARDS, "little")


def fitting_with_diagonals(grid: int) -> bytes:
    """The same where two-coloured cards must not spoil a diagonal."""
    fits = (
        _TOP[grid & 0xFFF]
        & _RIGHT[grid >> 8 & 0xFFF]
        & _BOTTOM[grid >> 16 & 0xFFF]
        & _LEFT[grid >> 24 | (grid & 0xF) << 8]
        & _MAIN[grid & 0xF | grid >> 12 & 0xF0]
        & _ANTI[grid >> 8 & 0xF | grid >> 20 & 0xF0]
    )
    return fits.to_bytes(CARDS, "little")


NOWHERE: Final = bytes(CARDS)
"""A full carré: no card fits."""

_SLOTS_OF_OUTER: Final = tuple(sum(1 << slot for slot in slots) for _, slots in OUTER)

COMPLETED: Final = tuple(
    tuple(
        tuple(at for at, line in enumerate(_SLOTS_OF_OUTER) if line >> slot & 1 and not line & free)
        for free in range(EVERY_SLOT + 1)
    )
    for slot in range(len(RING))
)
"""By slot and mask of free slots after it was filled: the places in ``OUTER`` of the lines it completed."""
