"""What is dealt, chosen and redrawn before the first card is laid."""

from collections import Counter
from hashlib import shake_256
from random import Random

import pytest

from tests.server.games.triche.play import LaidOut, begun, cards, laid_out, random_game, set_up, to_placing
from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.games.triche import SEATS, Chose, Opened, Options, Redrew, RoundBegan
from triqueta_protocol.games.triche_cards import deck, first_start, shuffled
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.triche.actions import REDRAW
from triqueta_server.games.triche.position import Position
from triqueta_server.games.triche.rules import RULES

DEAL = "T R I  T C\\ I  " + "T T T T R R  T T T T H/ I"
"""For two seats with the expansion: nobody has two two-coloured cards."""


def redrawing(orders: dict[tuple[int, int], str] | str = DEAL, start: int = 0) -> Position:
    position = laid_out(2, LaidOut(orders, expansion=True), start, expansion=True)
    position.apply(1, set_up("T", (0, "C\\'"), (8, "I")))
    position.apply(0, set_up("I", (5, "T"), (1, "R")))
    return position


@pytest.mark.parametrize("expansion", [False, True])
@pytest.mark.parametrize("seats", SEATS)
def test_everybody_gets_three_cards_and_then_six(seats: int, expansion: bool) -> None:
    options = Options(expansion=expansion)
    position = RULES.begin(seats, options, b"deal")
    order = shuffled(b"deal", 1, 0, len(deck(expansion=expansion)))
    dealt = [deck(expansion=expansion)[number] for number in order]
    assert RULES.public(position).hands == (3,) * seats
    assert RULES.public(position).pile == len(dealt) - 3 * seats
    for seat in range(seats):
        assert list(RULES.mine(position, seat).hand) == sorted(dealt[3 * seat : 3 * seat + 3])
    to_placing(position, Random(1))
    assert RULES.public(position).hands == (6,) * seats
    assert RULES.public(position).pile == len(dealt) - 9 * seats
    for seat in range(seats):
        first = 3 * seats + 6 * seat
        assert list(RULES.mine(position, seat).hand) == sorted(dealt[first : first + 6])


def test_all_choose_at_once_and_nobody_sees_what_until_all_have() -> None:
    position = laid_out(2, LaidOut("T R I  T T I"), 1)
    told: list[TableEvent] = []
    assert RULES.public(position).phase == "set_up"
    assert position.owing == (0, 1)
    before = RULES.public(position)
    position.apply(1, set_up("I", (0, "T"), (8, "T")), told)
    after = RULES.public(position)
    assert (after.carres, after.reach, after.turn) == (before.carres, before.reach, None)
    assert (after.owing, after.hands) == ((0,), (3, 0))
    assert told == [Chose(1)]
    own = RULES.mine(position, 1)
    assert own.laid == (0, None, None, None, 2, None, None, None, 0)
    assert (own.centre, own.hand, own.choices) == (2, (), ())
    position.apply(0, set_up("T", (1, "I"), (3, "R")), told)
    assert told[1:] == [Chose(0), Opened((((1, 2), (3, 1)), ((0, 0), (8, 0))))]
    opened = RULES.public(position)
    assert opened.carres == (
        (None, 2, None, 1, -1, None, None, None, None),
        (0, None, None, None, -1, None, None, None, 0),
    )
    assert opened.owners == (0, 1)
    assert (opened.phase, opened.owing, opened.turn) == ("place", (1,), 1)
    assert [RULES.mine(position, seat).centre for seat in range(2)] == [0, 2]
    assert [RULES.mine(position, seat).laid for seat in range(2)] == [(), ()]


def test_a_carre_is_set_up_on_any_two_cells_and_either_way_round() -> None:
    position = laid_out(2, LaidOut("T C\\ H/  T T T", expansion=True), 0, expansion=True)
    words = [RULES.write(position, 0, action) for action in position.legal(0)]
    assert len(words) == len({str(word) for word in words}) == 28 * (2 * 4 + 2 * 2 + 2 * 2)
    assert {word["centre"] for word in words} == set(cards("T C\\ H/"))
    assert {cell for word in words for cell in word["cells"]} == {0, 1, 2, 3, 5, 6, 7, 8}
    assert {laid for word in words for laid in word["cards"]} == set(cards("T C\\ C\\' H/ H/'"))
    assert len(position.legal(1)) == 28
    families = RULES.mine(position, 0).choices
    assert len(families) == 16
    assert all(choice.pick is not None and choice.pick.field == "cells" for choice in families)


def test_the_base_game_has_no_redraw() -> None:
    assert to_placing(begun(3), Random(1)).redraws == ((), (), ())


def test_a_hand_with_fewer_than_two_two_coloured_cards_may_be_redrawn() -> None:
    position = redrawing()
    assert RULES.public(position).phase == "redraw"
    assert position.owing == (0,)
    assert list(position.legal(0)) == list(range(REDRAW, REDRAW + 64))
    enough = redrawing(DEAL.replace("T T T T R R", "T T T T C/ H\\"))
    assert list(enough.legal(0)) == [REDRAW]
    [choice] = RULES.mine(enough, 0).choices
    assert choice.pick is None


def test_what_is_returned_is_shuffled_into_the_pile_and_can_come_back() -> None:
    position = redrawing({(1, 0): DEAL, (1, 1): "R R I I I I I"})
    told: list[TableEvent] = []
    position.apply(0, REDRAW + 0b110010, told)
    # T R R went back. The first R and the first three I lie or are held; the next R is one that went back.
    assert RULES.mine(position, 0).hand == tuple(sorted(cards("T T T R I I")))
    assert told == [Redrew(0, 3)]
    assert RULES.public(position).redraws == ((3,), ())
    assert RULES.public(position).pile == 81 - 18


def test_only_the_number_is_told() -> None:
    told: list[TableEvent] = []
    masks = (0b000111, 0b111000)
    for mask in masks:
        redrawing().apply(0, REDRAW + mask, told)
    assert told[0] == told[1]


def test_a_seat_redraws_three_times_at_most_and_then_the_next_one_may() -> None:
    position = redrawing()
    for tries in range(3):
        assert position.owing == (0,)
        assert len(position.legal(0)) == 64
        position.apply(0, REDRAW + 1)
        assert position.redraws[0] == (1,) * (tries + 1)
    assert (position.phase, position.owing) == ("redraw", (1,))


def test_returning_none_means_to_stop() -> None:
    position = redrawing()
    position.apply(0, REDRAW + 3)
    position.apply(0, REDRAW)
    assert (position.owing, position.redraws) == ((1,), ((2, 0), ()))
    position.apply(1, REDRAW)
    assert (position.phase, position.owing) == ("place", (0,))


def test_whoever_has_enough_by_now_may_only_keep_and_looks_like_one_who_wants_to() -> None:
    position = redrawing({(1, 0): DEAL, (1, 1): "C\\ C\\ C\\"})
    other = redrawing()
    for one in (position, other):
        one.apply(0, REDRAW + 3)
    assert list(position.legal(0)) == [REDRAW]
    assert len(other.legal(0)) == 64
    assert RULES.public(position) == RULES.public(other)
    told: list[TableEvent] = []
    for one in (position, other):
        one.apply(0, REDRAW, told)
    assert told == [Redrew(0, 0)] * 2
    assert RULES.public(position) == RULES.public(other)


def test_redraws_go_round_from_the_start_player() -> None:
    position = redrawing(start=1)
    assert position.owing == (1,)
    position.apply(1, REDRAW)
    assert position.owing == (0,)
    position.apply(0, REDRAW)
    assert (position.phase, position.owing) == ("place", (1,))


def test_the_shuffle_decides_who_starts_the_first_round() -> None:
    starts = Counter(RULES.begin(6, Options(), b"start %d" % seed).start for seed in range(120))
    assert set(starts) == set(range(6))
    assert all(RULES.begin(6, Options(start=4), b"%d" % seed).start == 4 for seed in range(5))


def test_the_left_neighbour_starts_the_next_round() -> None:
    position = begun(3, start=2)
    told: list[TableEvent] = []
    while position.round == 1:
        seat = position.owing[0]
        position.apply(seat, position.legal(seat)[0], told)
    assert position.start == 0
    assert told[-1] == RoundBegan(2, 0)
    assert RULES.public(position).owing == (0, 1, 2)
    assert sorted(position.owners) == [0, 1, 2] == position.owners


def test_each_round_has_an_order_of_its_own_from_the_one_seed() -> None:
    orders = [tuple(shuffled(b"seed", round_, shuffle, 81)) for round_ in (1, 2) for shuffle in (0, 1)]
    assert len(set(orders)) == 4
    assert all(sorted(order) == list(range(81)) for order in orders)


def test_the_shuffle_is_the_documented_one() -> None:
    """Written out once more as the protocol describes it, number by number."""
    for seed in (b"", b"triche", bytes(32)):
        for cards_ in (63, 81):
            for round_, shuffle in ((1, 0), (2, 3), (300, 1)):
                stream = shake_256(seed + round_.to_bytes(4, "big") + shuffle.to_bytes(4, "big")).digest(
                    8 * cards_
                )
                numbers = [int.from_bytes(stream[8 * at : 8 * at + 8], "big") for at in range(cards_)]
                order = sorted(range(cards_), key=lambda at: (numbers[at], at))
                assert shuffled(seed, round_, shuffle, cards_) == order
        first = int.from_bytes(shake_256(seed + bytes(8)).digest(8), "big")
        assert [first_start(seed, seats) for seats in SEATS] == [first % seats for seats in SEATS]


def test_the_same_seed_and_the_same_actions_give_the_same_game() -> None:
    for expansion in (False, True):
        games = [begun(4, b"same", expansion=expansion, target=15) for _ in range(2)]
        log = random_game(games[0], Random(2))
        for seat, action in log:
            games[1].apply(seat, action)
        assert RULES.public(games[0]) == RULES.public(games[1])
        assert games[0].phase == "over"


@pytest.mark.parametrize(
    ("seats", "options", "why"),
    [(1, Options(), "seats"), (7, Options(), "seats"), (3, Options(start=3), "start")],
)
def test_what_cannot_be_played_is_refused(seats: int, options: Options, why: str) -> None:
    with pytest.raises(RefusalError) as refused:
        RULES.begin(seats, options, b"")
    assert refused.value.code == Code.BAD_OPTIONS
    assert refused.value.detail["why"] == why


@pytest.mark.parametrize("target", [15, 21, 30])
@pytest.mark.parametrize("expansion", [False, True])
def test_every_target_goes_with_either_form(target: int, expansion: bool) -> None:
    options = Options(target=target, expansion=expansion)  # type: ignore[arg-type]
    position = RULES.begin(2, options, b"target")
    random_game(position, Random(target))
    assert max(position.points) >= target
    assert (
        max(total - gain for total, gain in zip(position.points, position.rounds[-1], strict=True)) < target
    )
