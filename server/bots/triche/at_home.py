"""What the cards of a hand can still bring in the own carré, if nobody comes between."""

from collections.abc import Sequence
from itertools import permutations, product
from typing import Final

from protocol.games.triche import Cells, Mine, Place, Public
from protocol.games.triche_cards import CENTRE, LINES, OUTER_LINES, WAYS, points

FEW: Final = 3
"""Free cells up to which a hand can be planned."""


def home_after(public: Public, mine: Mine, seat: int, action: Place) -> int | None:
    """The most that a placement and the cards that are left then bring at home; None while much is free."""
    own = public.owners.index(seat)
    cells = public.carres[own]
    after = _with(cells, action.cell, action.card) if action.carre == own else cells
    rest = list(mine.hand)
    rest.remove(next(card for card in rest if action.card in WAYS[card]))
    free = [cell for cell, laid in enumerate(after) if laid is None]
    if len(free) > FEW:
        return None
    known = mine.centre if own == seat and mine.centre is not None and len(WAYS[mine.centre]) == 1 else None
    return most_filled(after, known, rest) - _scored(cells, known)


def most_filled(cells: Cells, centre: int | None, cards: Sequence[int]) -> int:
    """What a carré scores at most if its free cells are filled with some of these cards."""
    free = [cell for cell, laid in enumerate(cells) if laid is None]
    best = _scored(cells, centre)
    for chosen in set(permutations(cards, min(len(free), len(cards)))):
        for ways in product(*(WAYS[card] for card in chosen)):
            filled = cells
            for cell, card in zip(free, ways, strict=False):
                filled = _with(filled, cell, card)
            best = max(best, _scored(filled, centre))
    return best


def _scored(cells: Cells, centre: int | None) -> int:
    """The points of complete lines; those through the centre count if it is known."""
    lines = range(len(LINES)) if centre is not None else OUTER_LINES
    total = 0
    for line in lines:
        first, middle, last = (centre if at == CENTRE else cells[at] for at in LINES[line])
        if first is not None and middle is not None and last is not None:
            total += points(line, first, middle, last)
    return total


def _with(cells: Cells, at: int, card: int) -> Cells:
    return (*cells[:at], card, *cells[at + 1 :])
