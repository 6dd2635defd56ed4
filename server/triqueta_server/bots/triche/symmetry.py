"""Set-ups that differ only by a rotation or reflection of the carré."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from triqueta_protocol.games.triche_cards import CARDS, COLOURS
from triqueta_server.games.triche.actions import KIND_OF, read_set_up

_SIDE: Final = 3
_TURNED: Final = tuple(card if card < COLOURS else card + (1 if card % 2 else -1) for card in range(CARDS))
_FALLING: Final = frozenset((3, 4, 7, 8, 11, 12))
"""Cards cut from the upper left to the lower right."""
_SAME: Final = tuple(range(CARDS))
_OVER_MAIN: Final = tuple(_TURNED[card] if card in _FALLING else card for card in range(CARDS))
_OVER_ANTI: Final = tuple(card if card in _FALLING else _TURNED[card] for card in range(CARDS))


def _cells(column: int, row: int, *, swapped: bool) -> tuple[int, ...]:
    """Where each cell goes; a negative sign counts columns or rows from the other end."""
    moved = []
    for cell in range(_SIDE * _SIDE):
        down, across = divmod(cell, _SIDE)
        if swapped:
            down, across = across, down
        down, across = (
            down if row > 0 else _SIDE - 1 - down,
            across if column > 0 else _SIDE - 1 - across,
        )
        moved.append(_SIDE * down + across)
    return tuple(moved)


WITH_TWO_COLOURS: Final = (
    (_cells(1, 1, swapped=False), _SAME),
    (_cells(-1, -1, swapped=False), _TURNED),
    (_cells(1, 1, swapped=True), _OVER_MAIN),
    (_cells(-1, -1, swapped=True), _OVER_ANTI),
)
"""Moves of the cells, and what becomes of the cards that lie there."""
SINGLE_COLOURED: Final = tuple(
    (_cells(column, row, swapped=swapped), _SAME)
    for column in (1, -1)
    for row in (1, -1)
    for swapped in (False, True)
)


@lru_cache(maxsize=1 << 15)
def _same_for_all(action: int, expansion: bool) -> tuple[object, ...]:
    centre, first, second, (one, other) = read_set_up(action)
    return min(
        (KIND_OF[centre], *sorted(((cells[one], cards[first]), (cells[other], cards[second]))))
        for cells, cards in (WITH_TWO_COLOURS if expansion else SINGLE_COLOURED)
    )


def distinct(actions: Iterable[int], *, expansion: bool) -> list[int]:
    """The set-ups without those that are symmetric to an earlier one."""
    found: dict[tuple[object, ...], int] = {}
    for action in actions:
        found.setdefault(_same_for_all(action, expansion), action)
    return list(found.values())
