"""The points of a placement, and the final result."""

from collections.abc import Sequence

from triqueta_protocol.games.tripitz import SeatScore
from triqueta_protocol.games.tripitz_board import Sum, points
from triqueta_server.games.tripitz.lookups import COMPLETING, EDGES, FREE, IN_LINE

Figures = tuple[int, int, int]
"""Triples and quadruples to be paid, and neighbours touched."""


def figures(board: Sequence[int], cell: int, stone: int, *, one_per_axis: bool) -> Figures:
    """What a stone makes in a free cell.

    The fourth stone of a quadruple is the exclusive or of the three others, which are a triple.
    """
    triples = quadruples = touched = 0
    with_stone = COMPLETING[stone]
    for back, further_back, last_back, on, further_on, last_on in IN_LINE[cell]:
        before, after = board[back], board[on]
        if before < FREE:
            touched += 1
        if after < FREE:
            touched += 1
        ending, beginning = with_stone[before], with_stone[after]
        if not ending and not beginning:
            continue
        two_before, two_after = board[further_back], board[further_on]
        end = ending >> two_before & 1
        middle = ending >> after & 1
        begin = beginning >> two_after & 1
        if not end and not middle and not begin:
            continue
        fours = 0
        if end:
            rest = stone ^ before ^ two_before
            if rest == board[last_back]:
                fours = 1
                end = 0
            if rest == after:
                fours += 1
                end = middle = 0
        if begin:
            rest = stone ^ after ^ two_after
            if rest == board[last_on]:
                fours += 1
                begin = 0
            if rest == before:
                fours += 1
                begin = middle = 0
        if one_per_axis:
            if fours:
                quadruples += 1
            else:
                triples += 1
        else:
            quadruples += fours
            triples += end + middle + begin
    return triples, quadruples, touched


def sum_of(made: Figures, cell: int) -> Sum:
    edge = EDGES[cell]
    return Sum(*made, edge, points(*made, edge=edge))


def final_scores(totals: Sequence[int]) -> tuple[SeatScore, ...]:
    """The final result; equal totals share a rank."""
    return tuple(SeatScore(total, rank=1 + sum(other > total for other in totals)) for total in totals)
