"""The groups of stones that a placement makes, and why it makes no figure, in words."""

from collections.abc import Iterator

from protocol.games.tripitz_board import AXES, NEIGHBOURS, Board, Group, groups
from triqueta_tui.games.tripitz.stone_words import compared
from triqueta_tui.locale import say


def all_groups(board: Board, cell: int, stone: int) -> list[Group]:
    """Every group that a stone in a cell is part of: what counts first, then what comes nearest to it."""
    found = [group for axis in range(len(AXES)) for group in groups(board, cell, stone, axis)]
    return sorted(found, key=lambda group: (not group.counts, len(group.mixed), -len(group.cells)))


def group_stones(board: Board, cell: int, stone: int, group: Group) -> tuple[int, ...]:
    """The stones of a group as they lie, the new one among them."""
    laid = (stone if at == cell else board[at] for at in group.cells)
    return tuple(piece for piece in laid if piece is not None)


def why_none(board: Board, cell: int, stone: int) -> str:
    """Why a stone may not be laid in a cell."""
    if board[cell] is not None:
        return say("tripitz.table.none.taken")
    if all(board[near] is None for near in NEIGHBOURS[cell]):
        return say("tripitz.table.none.alone")
    spoiled = list(_spoiled(board, cell, stone))
    if not spoiled:
        return say("tripitz.table.none.no_line")
    return say("tripitz.table.none.between").join(dict.fromkeys(spoiled))


def _spoiled(board: Board, cell: int, stone: int) -> Iterator[str]:
    """For each line of three with the stone: the first feature that is neither alike nor different."""
    for group in all_groups(board, cell, stone):
        if len(group.cells) == 3 and group.mixed:
            yield compared(group_stones(board, cell, stone, group), group.mixed[0])
