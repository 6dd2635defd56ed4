"""Why an action is illegal; clients have a sentence for each reason."""

from enum import StrEnum
from typing import TYPE_CHECKING

from triqueta_protocol.games.triche_cards import DIAGONALS, EAST, LINE_DIRECTIONS, spoiled
from triqueta_server.games.actions import refusals
from triqueta_server.games.triche.actions import (
    ACTIONS,
    CARD_SHIFT,
    CARRE_SHIFT,
    CONQUER,
    REDRAW,
    RING,
    SET_UP,
    SLOT_MASK,
    SWAP,
)
from triqueta_server.games.triche.lookups import IN_HAND
from triqueta_server.games.triche.scoring import cells

if TYPE_CHECKING:
    from triqueta_server.games.triche.position import Position


class Why(StrEnum):
    """The ``why`` of an ``illegal_action``."""

    UNKNOWN = "unknown"
    SET_UP_FIRST = "set_up_first"
    REDRAW_FIRST = "redraw_first"
    PLACE_FIRST = "place_first"
    CONQUER_FIRST = "conquer_first"
    SWAP_FIRST = "swap_first"
    NOT_IN_HAND = "not_in_hand"
    NO_SUCH_CARRE = "no_such_carre"
    CELL_TAKEN = "cell_taken"
    SPOILS_ROW = "spoils_row"
    SPOILS_COLUMN = "spoils_column"
    SPOILS_DIAGONAL = "spoils_diagonal"
    ENOUGH_TWO_COLOURED = "enough_two_coloured"


_FIRST = {
    "set_up": Why.SET_UP_FIRST,
    "redraw": Why.REDRAW_FIRST,
    "place": Why.PLACE_FIRST,
    "conquer": Why.CONQUER_FIRST,
    "swap": Why.SWAP_FIRST,
}


def _why(position: "Position", seat: int, action: int) -> Why:
    if action not in ACTIONS:
        return Why.UNKNOWN
    phase = position.phase
    if _phase_of(action) != phase:
        return _FIRST[phase]
    if phase == "place":
        return _why_not_there(position, seat, action)
    return Why.NOT_IN_HAND if phase == "set_up" else Why.ENOUGH_TWO_COLOURED


def _phase_of(action: int) -> str:
    if action < CONQUER:
        return "place"
    if action < SWAP:
        return "conquer"
    if action < REDRAW:
        return "swap"
    return "redraw" if action < SET_UP else "set_up"


def _why_not_there(position: "Position", seat: int, action: int) -> Why:
    card, carre, slot = action >> CARD_SHIFT, action >> CARRE_SHIFT & SLOT_MASK, action & SLOT_MASK
    if not position.hands[seat] & IN_HAND[card]:
        return Why.NOT_IN_HAND
    if carre >= position.seats:
        return Why.NO_SUCH_CARRE
    if not position.free[carre] >> slot & 1:
        return Why.CELL_TAKEN
    laid = cells(position.grids[carre], None)
    line = spoiled(laid, RING[slot], card, diagonals=position.diagonals)
    assert line is not None
    if line in DIAGONALS:
        return Why.SPOILS_DIAGONAL
    return Why.SPOILS_ROW if LINE_DIRECTIONS[line] == EAST else Why.SPOILS_COLUMN


refusal = refusals(_why)
