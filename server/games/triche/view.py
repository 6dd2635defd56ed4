"""What may be seen of a game of Triché: by everybody, and by one seat beyond that."""

from functools import lru_cache
from typing import Final

from protocol.games.triche import (
    FACE_DOWN,
    CarreSheet,
    Cells,
    LaidCard,
    Mine,
    Place,
    Public,
    Reach,
    SeatScore,
)
from protocol.games.triche_cards import CARDS, CELLS, CENTRE, COLOURS, LINES, OUTER_LINES, most_points
from server.games.triche.actions import SLOTS, read_set_up, typed
from server.games.triche.choices import choices
from server.games.triche.lookups import LAID, cards
from server.games.triche.position import Position
from server.games.triche.scoring import carre_sheet, cells, final_scores, outer_points

_NOTHING: Final[Cells] = (None,) * CELLS
_THROUGH: Final = tuple(
    (line, first, last) for line, (first, middle, last) in enumerate(LINES) if middle == CENTRE
)
"""The lines through the centre, with the cells of their ends."""

MOST: Final = (8, 21)
"""The most a carré can score, without and with the expansion."""


def public(position: Position) -> Public:
    """What everybody sees.

    A move changes few of these fields. Each part comes from a cache keyed by what it is made of, so that the
    others are the same objects as before and whoever compares two views is done with them at once.
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
    """How many cards have left the pile."""
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
    """Nothing before all carrés are set up, then centres face down, and when the game is over open."""
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
