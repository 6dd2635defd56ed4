"""What a carré promises: the points of its finished lines, and a part of those that may still come."""

from functools import lru_cache
from typing import Final

from protocol.games.triche import FACE_DOWN, Cells
from protocol.games.triche_cards import (
    BASE_DECK,
    CARDS,
    CENTRE,
    COLOURS,
    EXPANSION_DECK,
    LINES,
    OUTER_CELLS,
    OUTER_LINES,
    UNTURNED,
    WAYS,
    most_points,
    points,
)

CARE: Final = 0.35
"""How far a free cell is filled with the best card for a line rather than with any."""


def _shares(deck: bytes) -> tuple[float, ...]:
    """How likely an unknown card is to be each card, either way round."""
    return tuple(deck.count(UNTURNED[card]) / len(WAYS[card]) / len(deck) for card in range(CARDS))


_SHARES: Final = (_shares(BASE_DECK), _shares(EXPANSION_DECK))


@lru_cache(maxsize=1 << 17)
def _promise(line: int, first: int | None, middle: int | None, last: int | None, expansion: bool) -> float:
    """What a line promises; None is a free cell."""
    on_line = (first, middle, last)
    if first is not None and middle is not None and last is not None and middle != FACE_DOWN:
        return float(points(line, first, middle, last))
    at = 1 if middle == FACE_DOWN else on_line.index(None)
    kinds = CARDS if expansion else COLOURS
    each = [_promise(line, *on_line[:at], card, *on_line[at + 1 :], expansion) for card in range(kinds)]
    mean = sum(share * value for share, value in zip(_SHARES[expansion], each, strict=False))
    return mean if on_line[at] is not None else CARE * max(each) + (1 - CARE) * mean


@lru_cache(maxsize=1 << 16)
def promise(cells: Cells, expansion: bool) -> float:
    """What a carré promises; a centre that is known counts the better way round."""
    centre = cells[CENTRE]
    assert centre is not None
    ways = (FACE_DOWN,) if centre == FACE_DOWN else WAYS[centre]
    outer = sum(_promise(line, *(cells[cell] for cell in LINES[line]), expansion) for line in OUTER_LINES)
    return outer + max(
        sum(
            _promise(line, cells[cut[0]], way, cells[cut[2]], expansion)
            for line, cut in enumerate(LINES)
            if cut[1] == CENTRE
        )
        for way in ways
    )


@lru_cache(maxsize=1 << 15)
def openings(cells: Cells, expansion: bool) -> tuple[frozenset[int], ...]:
    """The ways to conquer a carré: for each cell that would complete a line, the cards that fit there."""
    kinds = CARDS if expansion else COLOURS
    found = []
    for cell in OUTER_CELLS:
        lines = [line for line in OUTER_LINES if cell in LINES[line]]
        if cells[cell] is None and any(_misses_one(cells, line) for line in lines):
            fitting = frozenset(
                card
                for card in range(kinds)
                if all(
                    most_points(line, *(card if at == cell else cells[at] for at in LINES[line]), kinds)
                    for line in lines
                )
            )
            if fitting:
                found.append(fitting)
    return tuple(found)


def _misses_one(cells: Cells, line: int) -> bool:
    return [cells[cell] for cell in LINES[line]].count(None) == 1
