"""How a game begins: start stones, racks, who starts, and the race for the first move."""

from collections import Counter
from typing import get_args

import pytest

from tests.server.games.tripitz.play import (
    EXAMPLE_START,
    LaidOut,
    begun,
    example,
    names,
    place,
    stone,
    stones,
)
from tests.server.games.tripitz.reference import PIECES
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.games.tripitz import SEATS, Options, Placed, Started, StoodBack
from triqueta_protocol.games.tripitz_board import CENTRE
from triqueta_protocol.games.tripitz_stones import (
    RACK,
    STONES,
    StartStones,
    bag_order,
    features,
    mixed,
    start_order,
    start_stones,
    starter_number,
)
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.tripitz.actions import CLAIM, EXCHANGE, STAND_BACK
from triqueta_server.games.tripitz.position import Position
from triqueta_server.games.tripitz.rules import RULES

START = " ".join(EXAMPLE_START.values())
UNFIT = [
    name
    for name in map("-".join, PIECES[:STONES])
    if name not in START.split() and not any(fits >> stone(name) & 1 for fits in example().fits.values())
]
"""Stones that fit nowhere beside the start stones of the example."""
ONE = "red-star-grey"
"""Scores 1 beside them."""
TWO = "yellow-star-white"
"""Scores 2."""


def starting(how: str, seeds: int) -> list[tuple[int, ...]]:
    return [
        start_stones(lambda attempt, game=game: start_order(b"start %d" % game, attempt), how)  # type: ignore[arg-type,misc]
        for game in range(seeds)
    ]


def test_start_stones_are_all_different_in_every_feature() -> None:
    starts = starting("all_different", 400)
    for start in starts:
        assert mixed(start) == ()
        assert all(len({*values}) == 4 for values in zip(*map(features, start), strict=True))
    # 576 quadruples: 400 draws hit about 288 of them, and every arrangement of colours comes.
    assert 250 < len({frozenset(start) for start in starts}) < 330
    assert len({tuple(number >> 4 for number in start) for start in starts}) == 24
    assert max(Counter(start[0] for start in starts).values()) < 25


def test_start_stones_of_four_colours_and_at_random_never_share_a_value() -> None:
    for how in ("four_colours", "random"):
        starts = starting(how, 400)
        for start in starts:
            assert len({*start}) == 4
            assert all(len({*values}) > 1 for values in zip(*map(features, start), strict=True))
        colours = [len({number >> 4 for number in start}) for start in starts]
        assert (min(colours) == 4) == (how == "four_colours")


def test_start_stones_that_share_a_value_are_drawn_again() -> None:
    shared = "red-moon-white blue-moon-black green-moon-grey yellow-moon-lightblue"
    orders = {0: shared, 1: "red-moon-white red-star-black red-star-grey blue-moon-grey"}
    drawn = start_stones(lambda attempt: stones(orders[attempt]), "random")
    assert list(drawn) == stones(orders[1])


@pytest.mark.parametrize("jokers", [False, True])
@pytest.mark.parametrize("seats", SEATS)
def test_everybody_has_seven_and_the_rest_is_in_the_bag(seats: int, jokers: bool) -> None:
    position = begun(seats, b"racks", Options(jokers=jokers))
    public = RULES.public(position)
    laid = [piece for piece in public.board if piece is not None]
    assert [public.board[cell] for cell in CENTRE] == list(
        start_stones(lambda attempt: start_order(b"racks", attempt), "all_different")
    )
    order = [piece for piece in bag_order(b"racks", 0, jokers=jokers) if piece not in laid]
    for seat, rack in enumerate(public.racks):
        assert list(rack) == sorted(order[RACK * seat : RACK * seat + RACK])
    assert public.bag == (68 if jokers else 64) - 4 - RACK * seats
    assert list(position.bag) == order[RACK * seats :]
    assert all(piece < STONES for piece in laid)


def laid_out(*first: str, starter: int = 0, **options: str) -> Position:
    """The start stones of the example; the racks begin with given stones, all others fit nowhere."""
    spare = iter(UNFIT)
    racks = []
    for rack in first:
        racks += [*rack.split(), *(next(spare) for _ in range(RACK - len(rack.split())))]
    laid = LaidOut(" ".join(racks), start=START, starter=starter)
    return Position(len(first), Options(start_stones="random", **options), laid)  # type: ignore[arg-type]


@pytest.mark.parametrize("starter", [0, 1, 2, 5])
def test_somebody_who_can_lay_a_stone_starts(starter: int) -> None:
    position = laid_out("", ONE, TWO, starter=starter)
    assert position.start == [1, 2][starter % 2]
    assert (position.owing, position.phase) == ((position.start,), "turn")
    assert any(action >= EXCHANGE for action in position.legal(position.owing[0]))


@pytest.mark.parametrize("how", ["random_able", "best_opening", "race"])
def test_if_nobody_can_anybody_may_start(how: str) -> None:
    starts = [laid_out("", "", "", starter=starter, start_player=how) for starter in range(3)]
    assert [position.start for position in starts] == [0, 1, 2]
    assert all(position.phase == "turn" for position in starts)


def test_who_could_score_most_starts() -> None:
    for starter in range(3):
        assert laid_out(ONE, TWO, starter=starter, start_player="best_opening").start == 1
    tie = [
        laid_out(TWO, ONE, "blue-star-grey", starter=s, start_player="best_opening").start for s in range(4)
    ]
    assert tie == [0, 2, 0, 2]


def test_the_seed_decides_who_starts() -> None:
    starts = Counter(begun(4, b"who %d" % game).start for game in range(200))
    assert set(starts) == {0, 1, 2, 3}
    assert max(starts.values()) < 80
    for game in range(20):
        seed = b"who %d" % game
        position = begun(4, seed)
        able = [seat for seat in range(4) if position.placements(seat)]
        assert position.start == able[starter_number(seed) % len(able)]


# The race for the first move


def racing() -> Position:
    return laid_out(ONE, "", TWO, "blue-star-grey", starter=1, start_player="race")


def test_all_who_can_lay_a_stone_may_claim_the_first_move_at_once() -> None:
    position = racing()
    assert (position.phase, position.owing, position.start) == ("race", (0, 2, 3), None)
    assert position.legal(1) == ()
    for seat in (0, 2, 3):
        legal = position.legal(seat)
        assert legal[0] == STAND_BACK
        assert len(legal) > 1
        assert [action - CLAIM for action in legal[1:]] == position.placements(seat)


@pytest.mark.parametrize("seat", [0, 2, 3])
def test_the_first_claim_wins_and_is_the_first_move(seat: int) -> None:
    position = racing()
    told: list[TableEvent] = []
    action = position.legal(seat)[1]
    position.apply(seat, action, told)
    [placed] = told
    assert isinstance(placed, Placed)
    assert placed.claimed
    assert placed.drawn is not None
    assert (position.phase, position.start, position.owing) == ("turn", seat, ((seat + 1) % 4,))
    assert position.points[seat] > 0
    for other in (0, 2, 3):
        with pytest.raises(RefusalError) as refused:
            position.apply(other, CLAIM + position.placements(other)[0])
        late = Code.ILLEGAL_ACTION if other in position.owing else Code.NOT_YOUR_TURN
        assert refused.value.code == late
        assert refused.value.detail == ({"why": "race_over"} if other in position.owing else {})


def test_a_wrong_claim_costs_nothing() -> None:
    position = racing()
    with pytest.raises(RefusalError) as refused:
        position.apply(0, CLAIM + place(UNFIT[0], (2, 0)))
    assert refused.value.detail == {"why": "no_figure"}
    assert (position.phase, position.owing) == ("race", (0, 2, 3))


def test_if_all_stand_back_the_shuffle_chooses_among_those_who_can() -> None:
    position = racing()
    told: list[TableEvent] = []
    for seat in (2, 0):
        position.apply(seat, STAND_BACK, told)
        assert position.phase == "race"
        with pytest.raises(RefusalError):
            position.apply(seat, STAND_BACK)
    assert position.owing == (3,)
    position.apply(3, STAND_BACK, told)
    assert told == [StoodBack(2), StoodBack(0), StoodBack(3), Started(2)]
    assert (position.phase, position.start, position.owing) == ("turn", 2, (2,))
    assert position.idle == 0
    assert any(action >= EXCHANGE for action in position.legal(2))


def test_seats_are_two_to_six() -> None:
    for seats in (1, 7):
        with pytest.raises(RefusalError) as refused:
            RULES.begin(seats, Options(), b"")
        assert refused.value.code == Code.BAD_OPTIONS


def test_the_same_seed_is_the_same_game() -> None:
    assert get_args(StartStones) == ("all_different", "four_colours", "random")
    for how in get_args(StartStones):
        options = Options(start_stones=how)
        assert RULES.public(begun(3, b"one", options)) == RULES.public(begun(3, b"one", options))
        assert RULES.public(begun(3, b"one", options)) != RULES.public(begun(3, b"two", options))
    assert names(start_order(b"one", 0)) == names(range(STONES))
