"""What may be seen of a game of Tripitz: everything but the order of the bag."""

from functools import lru_cache

from protocol.games.tripitz import LaidStone, Mine, Public, SeatScore
from server.games.tripitz.actions import pieces
from server.games.tripitz.choices import choices
from server.games.tripitz.lookups import FREE
from server.games.tripitz.position import Position
from server.games.tripitz.scoring import final_scores, sum_of


def public(position: Position) -> Public:
    """What everybody sees."""
    over = position.phase == "over"
    options = position.options
    return Public(
        owing=position.owing,
        short=options.short,
        jokers=options.jokers,
        one_per_axis=options.one_figure_per_axis,
        phase=position.phase,
        start=position.start,
        board=tuple([piece if piece < FREE else None for piece in position.board[:-1]]),
        racks=tuple(map(pieces, position.hands)),
        bag=position.left,
        exchanges=position.exchanges,
        points=tuple(position.points),
        idle=position.idle,
        last=None if position.last is None else _laid(*position.last),
        ending=position.ending,
        scores=_scores(tuple(position.points)) if over else None,
    )


def mine(position: Position, seat: int) -> Mine:
    """What one seat is told beyond the public view."""
    return Mine(choices=choices(position, seat))


@lru_cache(maxsize=1 << 12)
def _laid(seat: int, stone: int, cell: int, made: tuple[int, int, int]) -> LaidStone:
    return LaidStone(seat, stone, cell, sum_of(made, cell))


@lru_cache(maxsize=1 << 8)
def _scores(points: tuple[int, ...]) -> tuple[SeatScore, ...]:
    return final_scores(points)
