"""The views of a game of Triché: the public one, and what one seat sees beyond it."""

from functools import lru_cache
from typing import Final

from triqueta_protocol.games.triche import (
    FACE_DOWN,
    AnyAction,
    CarreSheet,
    Cells,
    Choice,
    Conquer,
    LaidCard,
    Mine,
    Place,
    Public,
    Reach,
    Redraw,
    SeatScore,
    SetUp,
    Swap,
)
from triqueta_protocol.games.triche_cards import (
    CARDS,
    CELLS,
    CENTRE,
    COLOURS,
    HAND,
    LINES,
    OUTER_CELLS,
    OUTER_LINES,
    most_points,
)
from triqueta_protocol.games.views import Pick
from triqueta_server.games.triche.actions import (
    CARRE_SHIFT,
    RING,
    SLOT_MASK,
    SLOTS,
    placement,
    read_set_up,
    typed,
)
from triqueta_server.games.triche.lookups import COMPLETED, LAID, cards, set_ups, ways
from triqueta_server.games.triche.position import Position
from triqueta_server.games.triche.scoring import (
    carre_sheet,
    cells,
    completed_lines,
    final_scores,
    outer_points,
)

_NOTHING: Final[Cells] = (None,) * CELLS
_THROUGH: Final = tuple(
    (line, first, last) for line, (first, middle, last) in enumerate(LINES) if middle == CENTRE
)
"""The lines through the centre, with the cells of their ends."""

MOST: Final = (8, 21)
"""The most a carré can score, without and with the expansion."""


def public(position: Position) -> Public:
    """The public view.

    A move changes few of these fields. Each part comes from a cache, so unchanged parts are the same objects
    as before, and comparing two views is fast.
    """
    phase = position.phase
    over = phase == "over"
    grids = tuple(position.grids)
    sheet = _sheet(position.ended)
    return Public(
        owing=position.owing,
        expansion=position.expansion,
        target=position.target,
        diagonals=position.diagonals,
        round=position.round,
        phase=phase,
        start=position.start,
        turn=None if over or phase == "set_up" else position.turn,
        carres=_shown(position, grids, sheet),
        owners=_tuple(tuple(position.owners)),
        reach=_final_reach(sheet) if over else _reaches(grids, position.expansion),
        hands=_sizes(tuple(position.hands)),
        pile=len(position.shuffles.cards) - _dealt(position),
        redraws=position.redraws,
        last=_last(position),
        points=_tuple(tuple(position.points)),
        rounds=position.rounds,
        sheet=sheet,
        scores=_scores(tuple(position.points), position.start) if over else None,
    )


def mine(position: Position, seat: int) -> Mine:
    """What one seat sees beyond the public view."""
    chosen = position.chosen[seat]
    waiting = position.phase == "set_up" and chosen is not None
    centre, laid = _set_up(chosen) if chosen is not None else (None, ())
    return Mine(
        choices=choices(position, seat),
        hand=cards(position.hands[seat]),
        centre=centre,
        laid=laid if waiting else (),
    )


def _last(position: Position) -> LaidCard | None:
    if position.last < 0:
        return None
    seat = position.turn if position.phase != "place" else (position.turn - 1) % position.seats
    return _laid_card(seat, position.last)


@lru_cache(maxsize=1 << 12)
def _laid_card(seat: int, action: int) -> LaidCard:
    placed = typed(action)
    assert isinstance(placed, Place)
    return LaidCard(seat, placed.card, placed.carre, placed.cell)


def _dealt(position: Position) -> int:
    """The number of cards that left the pile."""
    return (3 if position.phase == "set_up" else 9) * position.seats


@lru_cache(maxsize=1 << 10)
def _set_up(action: int) -> tuple[int, Cells]:
    """The centre of a carré as it was set up, and its cells as its builder sees them."""
    centre, first, second, (one, other) = read_set_up(action)
    return centre, cells(LAID[first][SLOTS[one]] | LAID[second][SLOTS[other]], centre)


@lru_cache(maxsize=1 << 12)
def _tuple(numbers: tuple[int, ...]) -> tuple[int, ...]:
    return numbers


@lru_cache(maxsize=1 << 12)
def _sizes(hands: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([len(cards(hand)) for hand in hands])


@lru_cache(maxsize=1 << 12)
def _cells(grid: int) -> Cells:
    return cells(grid, FACE_DOWN)


@lru_cache(maxsize=1 << 10)
def _carres(grids: tuple[int, ...]) -> tuple[Cells, ...]:
    return tuple(map(_cells, grids))


def _shown(position: Position, grids: tuple[int, ...], sheet: tuple[CarreSheet, ...]) -> tuple[Cells, ...]:
    """Nothing before all carrés are set up; then centres face down; all open when the game is over."""
    match position.phase:
        case "set_up":
            return (_NOTHING,) * position.seats
        case "over":
            return tuple(carre.cells for carre in sheet)
    return _carres(grids)


@lru_cache(maxsize=1 << 12)
def _reach(grid: int, expansion: bool) -> Reach:
    """What the complete lines score, and the most that each line can come to with one centre for all."""
    laid = cells(grid, None)
    kinds = CARDS if expansion else COLOURS
    most = sum(most_points(line, *(laid[cell] for cell in LINES[line]), kinds) for line in OUTER_LINES)
    most += max(
        sum(most_points(line, laid[first], centre, laid[last], kinds) for line, first, last in _THROUGH)
        for centre in range(kinds)
    )
    # Seven of eight lines of single colours never score without the eighth.
    if not expansion and most == 7:
        most = 6
    return Reach(outer_points(grid), min(most, MOST[expansion]))


@lru_cache(maxsize=1 << 10)
def _reaches(grids: tuple[int, ...], expansion: bool) -> tuple[Reach, ...]:
    return tuple(_reach(grid, expansion) for grid in grids)


@lru_cache(maxsize=1 << 8)
def _sheet(ended: tuple[tuple[int, int, int], ...]) -> tuple[CarreSheet, ...]:
    return tuple(carre_sheet(*carre) for carre in ended)


def _final_reach(sheet: tuple[CarreSheet, ...]) -> tuple[Reach, ...]:
    return tuple(Reach(carre.points, carre.points) for carre in sheet)


@lru_cache(maxsize=1 << 8)
def _scores(points: tuple[int, ...], start: int) -> tuple[SeatScore, ...]:
    return final_scores(points, start)


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
