"""Tripitz's actions: as small numbers, typed, and as on the wire."""

from functools import lru_cache
from typing import Any, Final

from triqueta_protocol.games.tripitz import AnyAction, Claim, Exchange, Place, SitOut, StandBack, Swap
from triqueta_protocol.games.tripitz_board import CELLS
from triqueta_protocol.games.tripitz_stones import PIECES, RACK
from triqueta_server.games.actions import WireActions, bad_action, encode

CELL_SHIFT: Final = 6
STONE_MASK: Final = (1 << CELL_SHIFT) - 1

PLACE: Final = 0
"""``PLACE + (cell << CELL_SHIFT | stone)``."""
EXCHANGE: Final = CELLS << CELL_SHIFT
"""``EXCHANGE + mask``: bit ``i`` says whether the ``i``-th piece of the rack goes back; never 0."""
SWAP: Final = EXCHANGE + (1 << RACK)
"""``SWAP + cell``."""
SIT_OUT: Final = SWAP + CELLS
STAND_BACK: Final = SIT_OUT + 1
CLAIM: Final = STAND_BACK + 1
"""``CLAIM`` and a placement."""
ACTIONS: Final = range(CLAIM + EXCHANGE)

_ACTIONS: Final = WireActions[AnyAction](AnyAction)


@lru_cache(maxsize=1 << 13)
def pieces(mask: int) -> tuple[int, ...]:
    """The pieces of a rack, in the order of their numbers."""
    return tuple([piece for piece in range(PIECES) if mask >> piece & 1])


def placement(stone: int, cell: int) -> int:
    return cell << CELL_SHIFT | stone


@lru_cache(maxsize=1 << 12)
def picked(rack: int, places: int) -> tuple[int, ...]:
    """The pieces at a mask of places in a rack."""
    return tuple([piece for at, piece in enumerate(pieces(rack)) if places >> at & 1])


@lru_cache(maxsize=1 << 12)
def typed(action: int, rack: int) -> AnyAction:
    """A numbered action of the seat with this rack as a typed one."""
    if action < EXCHANGE:
        return Place(action & STONE_MASK, action >> CELL_SHIFT)
    if action < SWAP:
        return Exchange(picked(rack, action - EXCHANGE))
    if action < SIT_OUT:
        return Swap(action - SWAP)
    if action < CLAIM:
        return SitOut() if action == SIT_OUT else StandBack()
    return Claim(action - CLAIM & STONE_MASK, action - CLAIM >> CELL_SHIFT)


def read(action: dict[str, Any], rack: int) -> int:
    """The number of an action from the wire, for the seat with this rack; refuses a malformed one."""
    word = _ACTIONS.decode(action)
    match word:
        case Place():
            return placement(word.stone, word.cell)
        case Exchange():
            return _read_exchange(word.stones, pieces(rack))
        case Swap():
            return SWAP + word.cell
        case SitOut():
            return SIT_OUT
        case Claim():
            return CLAIM + placement(word.stone, word.cell)
        case StandBack():
            return STAND_BACK


def _read_exchange(stones: tuple[int, ...], rack: tuple[int, ...]) -> int:
    if list(stones) != sorted({*stones}):
        raise bad_action("`stones` must increase")
    missing = [piece for piece in stones if piece not in rack]
    if missing:
        raise bad_action(f"`stones`: {missing[0]} is not on the rack")
    return EXCHANGE + sum([1 << rack.index(piece) for piece in stones])


def write(action: int, rack: int) -> dict[str, Any]:
    """An action as a new map for the wire and the store."""
    return encode(typed(action, rack))
