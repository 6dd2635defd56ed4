"""Why an action is illegal; clients have a sentence for each reason."""

from enum import StrEnum
from typing import TYPE_CHECKING

from triqueta_protocol.games.triqueta import KEEPS
from triqueta_server.games.actions import refusals
from triqueta_server.games.triqueta.actions import ACTIONS, BOX, DRAW, KEEP, PLACE, REVEAL, TAKE, TOWER

if TYPE_CHECKING:
    from triqueta_server.games.triqueta.position import Position


class Why(StrEnum):
    """The ``why`` of an ``illegal_action``."""

    UNKNOWN = "unknown"
    NOT_NOW = "not_now"
    DRAW_FIRST = "draw_first"
    PLACE_FIRST = "place_first"
    TOWER_FIRST = "tower_first"
    REVEAL_FIRST = "reveal_first"
    TOWER_EMPTY = "tower_empty"
    TOWER_GONE = "tower_gone"
    NO_SUCH_ROW = "no_such_row"
    ROW_GONE = "row_gone"
    NO_KEEPS_LEFT = "no_keeps_left"
    NO_BOX = "no_box"
    SAME_USE = "same_use"


def _why(position: "Position", seat: int, action: int) -> Why:
    if action not in ACTIONS:
        return Why.UNKNOWN
    match position.phase:
        case "tower":
            return Why.TOWER_GONE if TOWER <= action < REVEAL else Why.TOWER_FIRST
        case "reveal":
            return Why.NOT_NOW if action >= REVEAL else Why.REVEAL_FIRST
        case _ if action >= TOWER:
            return Why.NOT_NOW
        case "place":
            return _why_not_this_use(position, seat, action)
        case _:
            return _why_not_on_turn(position, action)


def _why_not_on_turn(position: "Position", action: int) -> Why:
    if action == DRAW:
        return Why.TOWER_EMPTY
    return _why_not_this_row(position, action - TAKE) if action < PLACE else Why.DRAW_FIRST


def _why_not_this_use(position: "Position", seat: int, action: int) -> Why:
    if action < PLACE:
        return Why.PLACE_FIRST
    if action == BOX:
        return Why.NO_BOX
    if action == KEEP:
        return Why.SAME_USE if len(position.kept[seat]) < KEEPS else Why.NO_KEEPS_LEFT
    row = action - PLACE
    return Why.SAME_USE if position.rows_left >> row & 1 else _why_not_this_row(position, row)


def _why_not_this_row(position: "Position", row: int) -> Why:
    return Why.ROW_GONE if row < position.seats else Why.NO_SUCH_ROW


refusal = refusals(_why)
