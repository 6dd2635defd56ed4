"""The figures that a placement makes, its sum, or why it makes none, in words."""

from msgspec import structs

from triqueta_protocol.games.tripitz_board import (
    AXES,
    NEIGHBOURS,
    QUADRUPLE,
    TRIPLE,
    Board,
    Group,
    Sum,
    groups,
)
from triqueta_tui.games.tripitz.stone_words import compared, feature_name
from triqueta_tui.locale import plural, say


def figures(made: Sum) -> str:
    """The figures of a placement: "1 triple + 1 quadruple"."""
    counted = (("triple", made.triples), ("quadruple", made.quadruples))
    named = [plural(f"tripitz.sums.{name}", count) for name, count in counted if count]
    return say("tripitz.sums.plus").join(named)


def full_sum(made: Sum) -> str:
    """The whole sum: "1 triple + 1 quadruple = 4, × 2 touched, edge × 2 = 16"."""
    return say(
        "tripitz.sums.worked_edge" if made.edge else "tripitz.sums.worked",
        figures=figures(made),
        base=TRIPLE * made.triples + QUADRUPLE * made.quadruples,
        touched=made.touched,
        points=made.points,
    )


def all_groups(board: Board, cell: int, stone: int, *, one_per_axis: bool = False) -> list[Group]:
    """Every group with a stone in a cell: those that count first, then the nearest misses.

    With ``one_per_axis`` only one figure of an axis is paid.
    """
    found = [
        group
        for axis in range(len(AXES))
        for group in _paid(groups(board, cell, stone, axis), one_per_axis=one_per_axis)
    ]
    return sorted(found, key=lambda group: (not group.counts, len(group.mixed), -len(group.cells)))


def _paid(along: tuple[Group, ...], *, one_per_axis: bool) -> list[Group]:
    """The groups of an axis as they are paid, quadruples first."""
    paid: list[Group] = []
    for group in along:
        again = one_per_axis and group.counts and any(one.counts for one in paid)
        paid.append(structs.replace(group, absorbed=True) if again else group)
    return paid


def group_stones(board: Board, cell: int, stone: int, group: Group) -> tuple[int, ...]:
    """The stones of a group in order, with the new one."""
    laid = (stone if at == cell else board[at] for at in group.cells)
    return tuple(piece for piece in laid if piece is not None)


def brief_sum(made: Sum) -> str:
    """The sum without words: "4 × 2 × 2 = 16", the last factor for the edge."""
    base = TRIPLE * made.triples + QUADRUPLE * made.quadruples
    factors = [base, made.touched, *([2] if made.edge else [])]
    return f"{' × '.join(map(str, factors))} = {made.points}"


def refusal_forms(board: Board, cell: int, stone: int) -> tuple[str, ...]:
    """Why a stone may not be laid in a cell, longest form first."""
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
