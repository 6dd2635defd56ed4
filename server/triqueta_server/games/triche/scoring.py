"""The points of carrés, and the final result."""

from collections.abc import Sequence
from itertools import product
from typing import Final

from triqueta_protocol.games.triche import CarreSheet, ScoredLine, SeatScore
from triqueta_protocol.games.triche_cards import CARDS, CELLS, CENTRE, LINES, WAYS, points
from triqueta_server.games.triche.actions import RING
from triqueta_server.games.triche.lookups import (
    BITS,
    BOTTOM_POINTS,
    COMPLETED,
    DIGIT,
    LEFT_POINTS,
    OUTER,
    OUTER_POINTS,
    RIGHT_POINTS,
    TOP_POINTS,
    line_states,
)


def outer_points(grid: int) -> int:
    """What the complete lines without the centre score."""
    return (
        TOP_POINTS[grid & 0xFFF]
        + RIGHT_POINTS[grid >> 8 & 0xFFF]
        + BOTTOM_POINTS[grid >> 16 & 0xFFF]
        + LEFT_POINTS[grid >> 24 | (grid & 0xF) << 8]
    )


def _through_table(line: int, *, against_ring: bool = False) -> tuple[int, ...]:
    """By the two ends of a line through the centre: what it scores with each centre, four bits for each.

    Twelve points are the most that four lines score, so the numbers of four lines can be added.
    """
    table = []
    for upper, lower in product(range(-1, CARDS), repeat=2):
        first, last = (upper, lower) if against_ring else (lower, upper)
        if first < 0 or last < 0:
            table.append(0)
        else:
            table.append(sum(points(line, first, card, last) << BITS * card for card in range(CARDS)))
    return tuple(table)


_ROW: Final = _through_table(1, against_ring=True)
_COLUMN: Final = _through_table(4)
_MAIN: Final = _through_table(6)
_ANTI: Final = _through_table(7)


def best_centre(grid: int, centre: int) -> tuple[int, int]:
    """The better way round of a full carré's centre, and what the four lines through it score then."""
    with_each = (
        _ROW[grid >> 12 & 0xF | grid >> 24 & 0xF0]
        + _COLUMN[grid >> 4 & 0xF | grid >> 16 & 0xF0]
        + _MAIN[grid & 0xF | grid >> 12 & 0xF0]
        + _ANTI[grid >> 8 & 0xF | grid >> 20 & 0xF0]
    )
    scored = with_each >> BITS * centre & DIGIT
    for way in WAYS[centre][1:]:
        turned = with_each >> BITS * way & DIGIT
        if turned > scored:
            return way, turned
    return centre, scored


def cells(grid: int, centre: int | None) -> tuple[int | None, ...]:
    """The nine cells of a carré, row by row."""
    laid: list[int | None] = [None] * CELLS
    for slot, cell in enumerate(RING):
        digit = grid >> BITS * slot & DIGIT
        if digit:
            laid[cell] = digit - 1
    laid[CENTRE] = centre
    return tuple(laid)


def carre_sheet(grid: int, centre: int, owner: int) -> CarreSheet:
    """A full carré with its centre as it was laid: line by line."""
    turned, _ = best_centre(grid, centre)
    laid = tuple(card for card in cells(grid, turned) if card is not None)
    lines = tuple(points(line, *(laid[cell] for cell in on_line)) for line, on_line in enumerate(LINES))
    return CarreSheet(laid, owner, lines, sum(lines))


def completed_lines(grid: int, slot: int, free: int) -> tuple[ScoredLine, ...]:
    """The lines that a card has completed in a slot, and what they score."""
    states = line_states(grid)
    return tuple([ScoredLine(OUTER[at][0], OUTER_POINTS[at][states[at]]) for at in COMPLETED[slot][free]])


def final_scores(totals: Sequence[int], start: int) -> tuple[SeatScore, ...]:
    """The final result; a tie goes to the seat that played its last card later in the last round."""
    seats = len(totals)
    standings = [(total, (seat - start) % seats) for seat, total in enumerate(totals)]
    return tuple(
        SeatScore(total, last_card, rank=1 + sum(other > (total, last_card) for other in standings))
        for total, last_card in standings
    )
