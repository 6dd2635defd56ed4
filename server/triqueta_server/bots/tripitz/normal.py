"""Level normal: always the highest score now, with a joker's help where that brings more.

Other bots are measured against it, so its play must not change.
"""

from random import Random

from triqueta_protocol.games.tripitz import AnyAction, Exchange, Mine, Public, SitOut, StandBack, Swap
from triqueta_protocol.games.tripitz_board import CELLS, NEIGHBOURS, worked_out
from triqueta_server.bots.tripitz.legal_moves import Placement, most_exchanged, placements, swaps


def decide(public: Public, mine: Mine, seat: int, rng: Random) -> AnyAction:
    """Lay what scores most; exchange as much as possible if nothing can be laid; never race."""
    if public.phase == "race":
        return StandBack()
    fetched = _fetch(public, mine, seat, rng)
    if fetched is not None:
        return fetched
    possible = placements(mine)
    if possible:
        most = max(one.points for one in possible)
        return rng.choice([one.action for one in possible if one.points == most])
    most = most_exchanged(mine)
    return Exchange(_least_useful(public.racks[seat], most)) if most else SitOut()


def _fetch(public: Public, mine: Mine, seat: int, rng: Random) -> Swap | None:
    """The swap after which the seat can score most; any stone is better on the rack than a joker."""
    cells = swaps(mine)
    if not cells:
        return None
    possible = placements(mine)
    free = [
        cell
        for cell in range(CELLS)
        if public.board[cell] is None and any(public.board[near] is not None for near in NEIGHBOURS[cell])
    ]
    gains = {cell: _gain_with(public, seat, cell, possible, free) for cell in cells}
    most = max(gains.values())
    # A joker on the board may spoil a quadruple that the rack has in store.
    if most < max([one.points for one in possible], default=0):
        return None
    return Swap(rng.choice([cell for cell in cells if gains[cell] == most]))


def _gain_with(public: Public, seat: int, cell: int, possible: list[Placement], free: list[int]) -> int:
    """The most the seat can score now if it swaps a joker for the stone of a cell."""
    board, stone = public.board, public.board[cell]
    assert stone is not None
    board = (*board[:cell], max(public.racks[seat]), *board[cell + 1 :])
    tries = [(one.action.cell, one.action.stone) for one in possible] + [(at, stone) for at in free]
    return max(worked_out(board, *one, one_per_axis=public.one_per_axis).points for one in tries)


def _least_useful(rack: tuple[int, ...], most: int) -> tuple[int, ...]:
    """The pieces to put back: jokers first, then stones, none of which fits anywhere."""
    return tuple(sorted(sorted(rack, reverse=True)[:most]))
