"""What lines promise, looked up: thousandths of a point by the cards that lie on them.

A finished line promises what it scores. A free cell is filled partly with the best card and partly with any,
as in ``prospects``; how far with the best one is a matter of taste, so the tables are made to order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

from protocol.games.triche_cards import CARDS, COLOURS, UNTURNED, WAYS, deck, points
from server.games.triche.lookups import BITS, OUTER

POINT: Final = 1000

UNKNOWN: Final = CARDS
"""Stands for a centre that is not known."""

_FREE: Final = CARDS
_ACROSS: Final = ((1, True), (4, False), (6, False), (7, False))
"""The lines through the centre, and whether their first end comes later on the ring than their last."""

_Line = dict[tuple[int, ...], float]
Ends = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Lines:
    """Tables for one deck."""

    outer: tuple[tuple[int, ...], ...]
    """By line without the centre, in the order of ``lookups.OUTER``, and its state."""
    through: tuple[Ends, ...]
    """By centre as it lies or ``UNKNOWN``: for row, column and diagonals by the two ends, four bits each."""


def shares(expansion: bool) -> tuple[float, ...]:
    """How likely a card that nobody has seen is to be each card, either way round."""
    cards = deck(expansion=expansion)
    return tuple(cards.count(UNTURNED[card]) / len(WAYS[card]) / len(cards) for card in range(CARDS))


@cache
def lines(care: float, expansion: bool) -> Lines:
    """``care`` says how far a free cell is filled with the best card for a line rather than with any."""
    kinds = range(CARDS if expansion else COLOURS)
    every = {line: _line(line, care, expansion) for line in (0, 3, 1, 4, 6, 7)}
    outer = tuple(
        _by_state(every[0 if line in (0, 2) else 3], kinds, backwards=slots[1] - slots[0] != 1)
        for line, slots in OUTER
    )
    row, column, main, anti = (
        [_by_ends(every[line], kinds, way, later) for way in range(CARDS + 1)] for line, later in _ACROSS
    )
    return Lines(outer, tuple(zip(row, column, main, anti, strict=True)))


def _line(line: int, care: float, expansion: bool) -> _Line:
    """What a line promises by its three cells, free ones among them."""
    cards = range(CARDS if expansion else COLOURS)
    likely = shares(expansion)[: len(cards)]
    table: _Line = {cells: float(points(line, *cells)) for cells in product(cards, repeat=3)}

    for free in ((2,), (1,), (0,), (1, 2), (0, 2), (0, 1), (0, 1, 2)):
        for cells in product(*((_FREE,) if at in free else cards for at in range(3))):
            at = free[0]
            each = [table[*cells[:at], card, *cells[at + 1 :]] for card in cards]
            mean = sum(share * value for share, value in zip(likely, each, strict=True))
            table[cells] = care * max(each) + (1 - care) * mean
    return table


def _by_state(table: _Line, cards: Sequence[int], *, backwards: bool) -> tuple[int, ...]:
    states = [0] * (1 << 3 * BITS)
    for cells in product((*cards, _FREE), repeat=3):
        first, middle, last = ((card + 1) % (CARDS + 1) for card in (cells[::-1] if backwards else cells))
        states[first | middle << BITS | last << 2 * BITS] = round(POINT * table[cells])
    return tuple(states)


def _by_ends(table: _Line, cards: Sequence[int], centre: int, backwards: bool) -> tuple[int, ...]:
    """By the lower end on the ring and, four bits up, the upper one; ``centre`` may be unknown."""
    ends = [0] * (1 << 2 * BITS)
    if centre != UNKNOWN and centre not in cards:
        return tuple(ends)
    likely = shares(len(cards) > COLOURS)
    for one, other in product((*cards, _FREE), repeat=2):
        lower, upper = (other, one) if backwards else (one, other)
        if centre == UNKNOWN:
            promise = sum(likely[card] * table[one, card, other] for card in cards)
        else:
            promise = table[one, centre, other]
        ends[(lower + 1) % (CARDS + 1) | (upper + 1) % (CARDS + 1) << BITS] = round(POINT * promise)
    return tuple(ends)
