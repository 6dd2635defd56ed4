"""The quick rules and the plain ones, played side by side: legal actions, scores, ends."""

from collections import Counter
from random import Random

import pytest

from tests.server.games.tripitz.play import FORMS, begun, random_action
from tests.server.games.tripitz.reference import PIECES, Reference, Word
from triqueta_protocol.games.tripitz import (
    SEATS,
    Ended,
    Exchange,
    Exchanged,
    Options,
    Place,
    Placed,
    Swap,
    Swapped,
)
from triqueta_protocol.games.tripitz_board import COORDINATES
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.tripitz.actions import EXCHANGE, STAND_BACK, SWAP, typed
from triqueta_server.games.tripitz.position import Position
from triqueta_server.games.tripitz.rules import RULES


def word(position: Position, seat: int, action: int) -> Word:
    """An action in the reference's words."""
    match typed(action, position.hands[seat]):
        case Place(stone=stone, cell=cell):
            return "place", PIECES[stone], COORDINATES[cell]
        case Exchange(stones=stones):
            return "exchange", frozenset(PIECES[piece] for piece in stones)
        case Swap(cell=cell):
            return "swap", COORDINATES[cell]
    return ("sit_out",)


def reference_of(position: Position) -> Reference:
    public = RULES.public(position)
    board = {COORDINATES[at]: PIECES[piece] for at, piece in enumerate(public.board) if piece is not None}
    racks = [[PIECES[piece] for piece in rack] for rack in public.racks]
    pieces = 68 if public.jokers else 64
    elsewhere = {*board.values()}.union(*racks)
    game = Reference(board, racks, [piece for piece in PIECES[:pieces] if piece not in elsewhere])
    game.short, game.one_per_axis = public.short, public.one_per_axis
    game.turn = public.owing[0]
    return game


def same(position: Position, game: Reference, *, searched: bool) -> None:
    public = RULES.public(position)
    board = {COORDINATES[at]: PIECES[piece] for at, piece in enumerate(public.board) if piece is not None}
    assert board == game.board
    assert [{PIECES[piece] for piece in rack} for rack in public.racks] == game.racks
    assert {PIECES[piece] for piece in position.bag[position.drawn :]} == game.bag
    assert list(public.points) == game.totals
    assert (public.ending or "") == game.over
    assert public.bag == len(game.bag)
    assert public.idle == game.idle
    if game.over:
        assert public.owing == ()
        return
    assert public.owing == (game.turn,)
    if searched:
        for seat in range(position.seats):
            found = [(PIECES[action & 63], COORDINATES[action >> 6]) for action in position.placements(seat)]
            assert len({*found}) == len(found)
            assert {*found} == game.placements(seat)


def side_by_side(seats: int, options: Options, seed: str, every: int = 1) -> Counter[str]:
    """A random game; the legal actions are searched anew at one of so many moments."""
    rng = Random(seed)
    position = begun(seats, seed.encode(), options)
    if position.phase == "race":
        for seat in position.owing:
            position.apply(seat, STAND_BACK)
    game = reference_of(position)
    seen: Counter[str] = Counter()
    moment = 0
    while position.owing:
        seat = position.owing[0]
        searched = moment % every == 0
        moment += 1
        same(position, game, searched=searched)
        legal = position.legal(seat)
        if searched and (rng.random() < 0.1 or not position.left or position.hands[seat] >> 64):
            assert len({*legal}) == len(legal)
            assert {word(position, seat, action) for action in legal} == game.legal(seat)
        action = random_action(position, seat, rng)
        before = word(position, seat, action)
        told: list[TableEvent] = []
        position.apply(seat, action, told)
        seen["place" if action < EXCHANGE else "exchange" if action < SWAP else str(before[0])] += 1
        match told[0]:
            case Placed() as placed:
                drawn = None if placed.drawn is None else PIECES[placed.drawn]
                game.place(PIECES[placed.stone], COORDINATES[placed.cell], drawn)
            case Exchanged() as exchanged:
                back = {PIECES[piece] for piece in exchanged.stones}
                game.exchange(back, {PIECES[piece] for piece in exchanged.drawn})
            case Swapped() as swapped:
                assert game.board[COORDINATES[swapped.cell]] == PIECES[swapped.stone]
                game.swap(COORDINATES[swapped.cell], PIECES[swapped.joker])
            case _:
                game.sit_out()
        assert [one.why for one in told if isinstance(one, Ended)] == ([game.over] if game.over else [])
    same(position, game, searched=False)
    seen[game.over] += 1
    best = max(game.totals)
    assert RULES.winners(position) == tuple(s for s, total in enumerate(game.totals) if total == best)
    return seen


@pytest.mark.parametrize("form", FORMS)
def test_both_play_the_same_game(form: str) -> None:
    seen: Counter[str] = Counter()
    for seats in SEATS:
        seen += side_by_side(seats, FORMS[form], f"side by side {form} {seats}", every=8)
    assert seen["place"] > 50
    assert seen["exchange"] > 3


def test_legal_cells_kept_up_to_date_are_those_searched_anew_over_whole_games() -> None:
    side_by_side(2, Options(jokers=True), "whole")


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_both_play_the_same_game_many_times(form: str) -> None:
    seen: Counter[str] = Counter()
    for game in range(40):
        seats = SEATS[game % len(SEATS)]
        seen += side_by_side(seats, FORMS[form], f"many {form} {seats} {game}", every=2)
    assert seen["sit_out"] > 0 or FORMS[form].short
    assert (seen["swap"] > 0) == FORMS[form].jokers
    assert (seen["edge"] > 0) == FORMS[form].short
