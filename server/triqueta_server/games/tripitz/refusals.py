"""Why an action is illegal; clients have a sentence for each reason."""

from enum import StrEnum
from typing import TYPE_CHECKING

from triqueta_protocol.games.tripitz_stones import STONES
from triqueta_server.games.actions import refusals
from triqueta_server.games.tripitz.actions import (
    ACTIONS,
    CELL_SHIFT,
    CLAIM,
    EXCHANGE,
    SIT_OUT,
    STAND_BACK,
    STONE_MASK,
    SWAP,
)
from triqueta_server.games.tripitz.lookups import ALL_STONES, BITS, FREE

if TYPE_CHECKING:
    from triqueta_server.games.tripitz.position import Position


class Why(StrEnum):
    """The ``why`` of an ``illegal_action``."""

    UNKNOWN = "unknown"
    RACE_FIRST = "race_first"
    RACE_OVER = "race_over"
    NOT_ON_RACK = "not_on_rack"
    CELL_TAKEN = "cell_taken"
    NO_FIGURE = "no_figure"
    BAG_TOO_SMALL = "bag_too_small"
    NO_JOKER = "no_joker"
    NOT_A_STONE = "not_a_stone"
    NOT_ENCLOSED = "not_enclosed"
    CAN_DO_SOMETHING = "can_do_something"


def _why(position: "Position", seat: int, action: int) -> Why:
    if action not in ACTIONS or action == EXCHANGE:
        return Why.UNKNOWN
    racing = position.phase == "race"
    if racing != (action >= STAND_BACK):
        return Why.RACE_FIRST if racing else Why.RACE_OVER
    if action < EXCHANGE or action >= CLAIM:
        return _why_not_there(position, seat, action - CLAIM if racing else action)
    if action == SIT_OUT:
        return Why.CAN_DO_SOMETHING
    return Why.BAG_TOO_SMALL if action < SWAP else _why_no_swap(position, seat, action - SWAP)


def _why_not_there(position: "Position", seat: int, action: int) -> Why:
    if not position.hands[seat] & BITS[action & STONE_MASK]:
        return Why.NOT_ON_RACK
    return Why.NO_FIGURE if position.board[action >> CELL_SHIFT] == FREE else Why.CELL_TAKEN


def _why_no_swap(position: "Position", seat: int, cell: int) -> Why:
    if position.hands[seat] <= ALL_STONES:
        return Why.NO_JOKER
    return Why.NOT_ENCLOSED if position.board[cell] < STONES else Why.NOT_A_STONE


refusal = refusals(_why)
