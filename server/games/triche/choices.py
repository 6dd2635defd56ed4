"""What is open to a seat, as its view tells it: alike actions as families, and what each placement does."""

from functools import lru_cache
from typing import Final

from protocol.games.triche import AnyAction, Choice, Conquer, Redraw, SetUp, Swap
from protocol.games.triche_cards import HAND, OUTER_CELLS
from protocol.games.views import Pick
from server.games.triche.actions import CARRE_SHIFT, RING, SLOT_MASK, placement, typed
from server.games.triche.lookups import COMPLETED, LAID, set_ups, ways
from server.games.triche.position import Position
from server.games.triche.scoring import completed_lines, outer_points

_KEEP: Final = (Choice(Redraw(())),)
_REDRAW: Final = (Choice(Redraw(()), pick=Pick("cards", tuple(range(HAND)), least=0, most=HAND)),)
_TWO_CELLS: Final = Pick("cells", OUTER_CELLS, least=2, most=2)


def choices(position: Position, seat: int) -> tuple[Choice, ...]:
    if seat not in position.owing:
        return ()
    match position.phase:
        case "set_up":
            return _set_up_choices(position.hands[seat])
        case "redraw":
            return _REDRAW if len(position.legal(seat)) > 1 else _KEEP
        case "place":
            return _placements(position, seat)
    carre = position.last >> CARRE_SHIFT & SLOT_MASK
    gain = outer_points(position.grids[carre]) - outer_points(
        position.grids[position.carre_of[position.turn]]
    )
    if position.phase == "conquer":
        return _yes_or_no(Conquer(yes=False), Conquer(yes=True), gain)
    return _yes_or_no(Swap(yes=False), Swap(yes=True), -gain)


def _yes_or_no(no: AnyAction, yes: AnyAction, points: int) -> tuple[Choice, ...]:
    return Choice(no), Choice(yes, points)


@lru_cache(maxsize=1 << 8)
def _set_up_choices(hand: int) -> tuple[Choice, ...]:
    """One family for each centre and order of the two others: any two cells."""
    shown: dict[tuple[int, tuple[int, int]], Choice] = {}
    for action in set_ups(hand):
        word = typed(action)
        assert isinstance(word, SetUp)
        shown.setdefault((word.centre, word.cards), Choice(word, pick=_TWO_CELLS))
    return tuple(shown.values())


def _placements(position: Position, seat: int) -> tuple[Choice, ...]:
    cards = ways(position.hands[seat])
    own = position.carre_of[seat]
    found: list[Choice] = []
    for carre, fits in enumerate(position.fits):
        grid, free = position.grids[carre], position.free[carre]
        for card in cards:
            slots = free if carre == own else fits[card]
            if slots:
                found += _in_carre(card, carre, slots, grid, free, carre == own, False)
    if not found:
        for carre, free in enumerate(position.free):
            if carre != own and free:
                for card in cards:
                    found += _in_carre(card, carre, free, position.grids[carre], free, False, True)
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def _in_carre(
    card: int, carre: int, slots: int, grid: int, free: int, own: bool, forced: bool
) -> tuple[Choice, ...]:
    """A card in these slots of a carré: a family of cells where it completes nothing, and each other one."""
    quiet, found = [], []
    for slot in sorted(range(len(RING)), key=RING.__getitem__):
        if not slots >> slot & 1:
            continue
        after = free ^ 1 << slot
        if not COMPLETED[slot][after]:
            quiet.append(slot)
            continue
        lines = completed_lines(grid | LAID[card][slot], slot, after)
        found.append(
            Choice(
                typed(placement(card, carre, slot)),
                sum(line.points for line in lines) if own else 0,
                lines=lines,
                conquer=not own and not forced,
                forced=forced,
            )
        )
    if quiet:
        cells = tuple(RING[slot] for slot in quiet)
        pick = Pick("cell", cells, least=1, most=1, single=True) if len(cells) > 1 else None
        found.insert(0, Choice(typed(placement(card, carre, quiet[0])), pick=pick, forced=forced))
    return tuple(found)
