"""The views of a game of Tripitz: everything but the order of the bag."""

from functools import lru_cache
from typing import Final

from triqueta_protocol.games.tripitz import (
    Choice,
    Claim,
    Exchange,
    LaidStone,
    Mine,
    Place,
    Public,
    SeatScore,
    SitOut,
    StandBack,
    Swap,
)
from triqueta_protocol.games.tripitz_board import points
from triqueta_protocol.games.tripitz_stones import RACK
from triqueta_protocol.games.views import Pick
from triqueta_server.games.tripitz.actions import CELL_SHIFT, STONE_MASK, pieces
from triqueta_server.games.tripitz.lookups import ALL_STONES, EDGES, FREE
from triqueta_server.games.tripitz.position import Position
from triqueta_server.games.tripitz.scoring import figures, final_scores, sum_of


def public(position: Position) -> Public:
    """The public view."""
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
    """What one seat sees beyond the public view."""
    return Mine(choices=choices(position, seat))


@lru_cache(maxsize=1 << 12)
def _laid(seat: int, stone: int, cell: int, made: tuple[int, int, int]) -> LaidStone:
    return LaidStone(seat, stone, cell, sum_of(made, cell))


@lru_cache(maxsize=1 << 8)
def _scores(points: tuple[int, ...]) -> tuple[SeatScore, ...]:
    return final_scores(points)


_SIT_OUT: Final = Choice(SitOut())
_STAND_BACK: Final = Choice(StandBack())


def choices(position: Position, seat: int) -> tuple[Choice, ...]:
    if seat not in position.owing:
        return ()
    found = _placements(position, seat)
    if position.phase == "race":
        return (*found, _STAND_BACK)
    rack = position.hands[seat]
    if position.left:
        found.append(_exchanges(pieces(rack), min(RACK, position.left)))
    elif not found:
        found.append(_SIT_OUT)
    enclosed = position.enclosed() if rack > ALL_STONES else ()
    if enclosed:
        pick = Pick("cell", tuple(enclosed), least=1, most=1, single=True) if len(enclosed) > 1 else None
        found.append(Choice(Swap(enclosed[0]), pick=pick))
    return tuple(found)


def _placements(position: Position, seat: int) -> list[Choice]:
    """One choice for each stone that can be laid, in the order of their numbers."""
    by_stone: dict[int, list[tuple[int, int]]] = {}
    one_per_axis = position.options.one_figure_per_axis
    for action in position.placements(seat):
        cell, stone = action >> CELL_SHIFT, action & STONE_MASK
        made = figures(position.board, cell, stone, one_per_axis=one_per_axis)
        by_stone.setdefault(stone, []).append((-points(*made, edge=EDGES[cell]), cell))
    most = min([worst_first for laid in by_stone.values() for worst_first, _ in laid], default=0)
    word = Claim if position.phase == "race" else Place
    return [_placing(word, stone, sorted(by_stone[stone]), most) for stone in sorted(by_stone)]


def _placing(word: type[Place | Claim], stone: int, laid: list[tuple[int, int]], most: int) -> Choice:
    """``laid`` has what the stone scores, negative, and the cell; the best first."""
    gain, cell = laid[0]
    return Choice(
        word(stone, cell),
        -gain,
        best=gain == most,
        cells=tuple([cell for _, cell in laid]) if len(laid) > 1 else (),
        gains=tuple([-gain for gain, _ in laid]) if len(laid) > 1 else (),
    )


def _exchanges(rack: tuple[int, ...], most: int) -> Choice:
    return Choice(Exchange(rack[:1]), pick=Pick("stones", rack, least=1, most=most))
