"""The groups of stones that a placement makes, and why it makes no figure, in words."""

from msgspec import structs

from protocol.games.tripitz_board import AXES, NEIGHBOURS, QUADRUPLE, TRIPLE, Board, Group, Sum, groups
from triqueta_tui.games.tripitz.stone_words import compared, feature_name
from triqueta_tui.locale import say


def all_groups(board: Board, cell: int, stone: int, *, one_per_axis: bool = False) -> list[Group]:
    """Every group that a stone in a cell is part of: what counts first, then what comes nearest to it.

    With ``one_per_axis`` all but one of the figures of an axis are absorbed.
    """
    found = [
        group
        for axis in range(len(AXES))
        for group in _paid(groups(board, cell, stone, axis), one_per_axis=one_per_axis)
    ]
    return sorted(found, key=lambda group: (not group.counts, len(group.mixed), -len(group.cells)))


def _paid(along: tuple[Group, ...], *, one_per_axis: bool) -> list[Group]:
    """The groups of an axis, quadruples first, as they are paid for."""
    paid: list[Group] = []
    for group in along:
        again = one_per_axis and group.counts and any(one.counts for one in paid)
        paid.append(structs.replace(group, absorbed=True) if again else group)
    return paid


def group_stones(board: Board, cell: int, stone: int, group: Group) -> tuple[int, ...]:
    """The stones of a group as they lie, the new one among them."""
    laid = (stone if at == cell else board[at] for at in group.cells)
    return tuple(piece for piece in laid if piece is not None)


def brief_sum(made: Sum) -> str:
    """The sum without words: "4 × 2 × 2 = 16", the last one for the edge."""
    base = TRIPLE * made.triples + QUADRUPLE * made.quadruples
    factors = [base, made.touched, *([2] if made.edge else [])]
    return f"{' × '.join(map(str, factors))} = {made.points}"


def whys_none(board: Board, cell: int, stone: int) -> tuple[str, ...]:
    """Why a stone may not be laid in a cell, from the most words to the fewest."""
    if board[cell] is not None:
        return (say("tripitz.table.none.taken"),)
    if all(board[near] is None for near in NEIGHBOURS[cell]):
        return (say("tripitz.table.none.alone"),)
    spoiled = [group for group in all_groups(board, cell, stone) if len(group.cells) == 3 and group.mixed]
    if not spoiled:
        return (say("tripitz.table.none.no_line"),)
    told = [compared(group_stones(board, cell, stone, group), group.mixed[0]) for group in spoiled]
    between, few = say("tripitz.table.none.between"), feature_name(spoiled[0].mixed[0])
    return between.join(dict.fromkeys(told)), told[0], say("tripitz.table.none.spoiled", feature=few)
