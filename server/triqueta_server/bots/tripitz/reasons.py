"""Reasons for the best action in Tripitz: what it scores, and what it leaves to the next seat."""

from collections.abc import Sequence
from typing import Final

from triqueta_protocol.advice import Reason
from triqueta_protocol.games.tripitz import AnyAction, Claim, Exchange, Mine, Place, Public, Swap
from triqueta_protocol.games.tripitz_board import NEIGHBOURS, Board, worked_out
from triqueta_protocol.games.tripitz_stones import STONES
from triqueta_server.bots.coach import Option
from triqueta_server.bots.reasons import general

REASONS: Final = (
    "race",
    "most_points",
    "leaves_less",
    "nothing_to_lay",
    "little_to_lay",
    "fetches",
)
"""Beside those of any game."""

LITTLE: Final = 4
"""Points up to which a placement is called poor."""


def explain(public: Public, mine: Mine, seat: int, options: Sequence[Option]) -> Reason:
    if not options:
        return Reason("race")
    choices = _choices(mine)
    found = _of_action(public, mine, seat, options[0].action) if choices > 1 else None
    return found or general(options, seat, choices)


def _of_action(public: Public, mine: Mine, seat: int, action: AnyAction) -> Reason | None:
    gains = _gains(mine)
    most = max((gain for gain, _, _ in gains), default=0)
    match action:
        case Place() | Claim():
            own = next(gain for gain, stone, cell in gains if (stone, cell) == (action.stone, action.cell))
            if own == most:
                return Reason("most_points", {"points": own})
            return _leaving_less(public, seat, (action.stone, action.cell), max(gains)[1:])
        case Exchange():
            if not gains:
                return Reason("nothing_to_lay")
            return Reason("little_to_lay", {"points": most}) if most <= LITTLE else None
        case Swap():
            stone = public.board[action.cell]
            assert stone is not None
            board = [STONES if cell == action.cell else piece for cell, piece in enumerate(public.board)]
            fetched = _best(board, (stone,), one_per_axis=public.one_per_axis)
            return Reason("fetches", {"stone": stone, "points": fetched}) if fetched > most else None
    return None


def _leaving_less(
    public: Public, seat: int, chosen: tuple[int, int], greedy: tuple[int, int]
) -> Reason | None:
    """Compare what the next seat can score after this placement and after the one that scores most."""
    following = (seat + 1) % len(public.racks)
    rack = public.racks[following]
    if not rack or max(rack) >= STONES:
        return None  # passed over, or able to fetch a stone first
    left = [
        _best(_with(public.board, stone, cell), rack, one_per_axis=public.one_per_axis)
        for stone, cell in (chosen, greedy)
    ]
    if left[0] >= left[1]:
        return None
    return Reason("leaves_less", {"seat": following, "points": left[0], "otherwise": left[1]})


def _gains(mine: Mine) -> list[tuple[int, int, int]]:
    """Every placement or claim: its points, stone and cell."""
    found: list[tuple[int, int, int]] = []
    for choice in mine.choices:
        action = choice.action
        if isinstance(action, Place | Claim):
            cells, points = choice.cells or (action.cell,), choice.gains or (choice.points,)
            found += [(gain, action.stone, cell) for cell, gain in zip(cells, points, strict=True)]
    return found


def _choices(mine: Mine) -> int:
    single = len(mine.choices) == 1 and mine.choices[0].pick is None and not mine.choices[0].cells
    return 1 if single else 2


def _with(board: Board, stone: int, cell: int) -> Board:
    return [stone if at == cell else piece for at, piece in enumerate(board)]


def _best(board: Board, stones: Sequence[int], *, one_per_axis: bool) -> int:
    """The most that any of these stones scores on a board."""
    beside = [
        cell
        for cell, piece in enumerate(board)
        if piece is None and any(board[near] is not None for near in NEIGHBOURS[cell])
    ]
    sums = (
        worked_out(board, cell, stone, one_per_axis=one_per_axis).points
        for stone in stones
        if stone < STONES
        for cell in beside
    )
    return max(sums, default=0)
