"""Turns, exchanges, jokers and ends, ruling by ruling."""

import pytest

from tests.server.games.tripitz import reference
from tests.server.games.tripitz.play import (
    EXAMPLE_START,
    LaidOut,
    arranged,
    cell,
    exchange,
    names,
    place,
    stone,
    stones,
    swap,
)
from triqueta_protocol.errors import RefusalError
from triqueta_protocol.games.tripitz import Ended, Exchanged, Options, Place, Placed, SatOut, Swapped
from triqueta_protocol.games.tripitz_board import COORDINATES, Sum
from triqueta_protocol.games.tripitz_stones import RACK
from triqueta_protocol.table_events import TableEvent
from triqueta_server.games.tripitz.actions import EXCHANGE, SIT_OUT, SWAP
from triqueta_server.games.tripitz.position import Position
from triqueta_server.games.tripitz.rules import RULES

TWO = "yellow-star-white"
UNFIT = "yellow-circle-grey"
FULL = (
    "yellow-star-white yellow-circle-grey yellow-moon-white yellow-moon-black yellow-moon-grey "
    "red-moon-white red-moon-grey"
)
BAG = (
    "blue-circle-white blue-circle-grey blue-moon-white blue-triangle-white blue-triangle-black "
    "red-star-white green-moon-white red-triangle-grey"
)


def at_start(*racks: str, bag: str = "", **more: object) -> Position:
    return arranged(EXAMPLE_START, racks, bag, **more)  # type: ignore[arg-type]


def apply(position: Position, action: int) -> list[TableEvent]:
    told: list[TableEvent] = []
    position.apply(position.owing[0], action, told)
    return told


def a_placement(position: Position, name: str) -> int:
    return next(action for action in position.placements(position.owing[0]) if action & 63 == stone(name))


# Laying


def test_laying_a_stone_scores_and_draws_one() -> None:
    position = at_start(FULL, FULL.replace(TWO, "red-star-grey"), bag=BAG)
    [placed] = apply(position, place(TWO, (1, 1)))
    assert isinstance(placed, Placed)
    assert placed == Placed(0, stone(TWO), cell(1, 1), Sum(1, 0, 2, False, 2), stone("blue-circle-white"))
    assert position.points == [2, 0]
    assert position.owing == (1,)
    assert stone("blue-circle-white") in RULES.public(position).racks[0]
    assert RULES.public(position).last is not None
    assert len(RULES.public(position).racks[0]) == RACK


def test_nothing_is_drawn_from_an_empty_bag() -> None:
    position = at_start(f"{TWO} {UNFIT}", UNFIT)
    [placed] = apply(position, a_placement(position, TWO))
    assert isinstance(placed, Placed)
    assert placed.drawn is None
    assert names(RULES.public(position).racks[0]) == {UNFIT}


def test_a_stone_that_makes_no_figure_may_not_be_laid_even_if_it_touches() -> None:
    position = at_start(FULL, FULL)
    with pytest.raises(RefusalError):
        position.apply(0, place(UNFIT, (2, 0)))


def test_other_groups_may_be_spoiled_by_the_way() -> None:
    """Move 5 of the example makes one triple and one group that is none."""
    board = EXAMPLE_START | {
        (2, -1): "yellow-circle-black",
        (0, -1): "blue-circle-black",
        (3, -2): "red-triangle-white",
        (2, -2): "blue-star-grey",
    }
    position = arranged(board, ["green-circle-black", ""])
    assert place("green-circle-black", (1, -2)) in position.legal(0)


# Exchanging


def test_any_part_of_the_rack_may_be_exchanged_also_if_a_stone_could_be_laid() -> None:
    position = at_start(FULL, FULL, bag=BAG)
    exchanges = [action for action in position.legal(0) if EXCHANGE < action < SWAP]
    assert len(exchanges) == 127
    assert position.placements(0)


@pytest.mark.parametrize(("bag", "count"), [(1, 7), (2, 28), (6, 126), (7, 127)])
def test_no_more_is_exchanged_than_the_bag_has(bag: int, count: int) -> None:
    position = at_start(FULL, FULL, bag=" ".join(BAG.split()[:bag]))
    assert sum(EXCHANGE < action < SWAP for action in position.legal(0)) == count
    [choice] = [one for one in RULES.mine(position, 0).choices if one.pick is not None]
    assert choice.pick is not None
    assert (choice.pick.least, choice.pick.most) == (1, min(bag, 7))


def test_an_exchange_draws_first_and_then_returns_and_shuffles() -> None:
    shuffles = LaidOut("", "red-moon-white yellow-moon-black red-star-white", jokers=True)
    position = at_start(FULL, FULL, bag=BAG, shuffles=shuffles)
    back = "yellow-moon-black red-moon-white"
    told = apply(position, exchange(position, 0, back))
    drawn = tuple(stones(BAG)[:2])
    assert told == [Exchanged(0, tuple(sorted(stones(back))), drawn)]
    assert names(RULES.public(position).racks[0]) == {*FULL.split()} - {*back.split()} | names(drawn)
    assert position.points == [0, 0]
    assert position.owing == (1,)
    assert list(position.bag[:3]) == stones("red-moon-white yellow-moon-black red-star-white")
    assert names(position.bag) == {*BAG.split()[2:], *back.split()}
    assert position.left == len(BAG.split())


# Sitting out, and the end


def test_nobody_sits_out_who_can_do_anything() -> None:
    assert SIT_OUT not in at_start(FULL, FULL, bag=BAG).legal(0)
    nothing_fits = at_start(FULL.replace(TWO, "red-star-white"), FULL, bag=BAG)
    assert nothing_fits.placements(0) == []
    assert SIT_OUT not in nothing_fits.legal(0)
    assert SIT_OUT not in at_start(TWO, UNFIT).legal(0)
    assert list(at_start(UNFIT, TWO).legal(0)) == [SIT_OUT]


def test_sitting_out_is_for_this_turn_only() -> None:
    position = at_start("yellow-moon-white", f"{TWO} {UNFIT}")
    assert apply(position, SIT_OUT) == [SatOut(0)]
    apply(position, a_placement(position, TWO))
    assert position.owing == (0,)
    assert position.idle == 0


def test_when_all_sit_out_one_after_the_other_it_is_over() -> None:
    position = at_start(UNFIT, "yellow-moon-white", "", points=[3, 5, 5])
    apply(position, SIT_OUT)
    assert apply(position, SIT_OUT) == [SatOut(1), Ended("stuck")]
    assert position.owing == ()
    public = RULES.public(position)
    assert public.ending == "stuck"
    assert [(score.total, score.rank) for score in public.scores or ()] == [(3, 3), (5, 1), (5, 1)]
    assert RULES.winners(position) == (1, 2)


def test_a_seat_without_stones_is_passed_over() -> None:
    position = at_start(f"{TWO} {UNFIT}", "", f"{TWO.replace('white', 'grey')} red-moon-white")
    apply(position, a_placement(position, TWO))
    assert position.owing == (2,)


def test_whoever_alone_has_stones_plays_on() -> None:
    position = at_start(f"{TWO} red-star-grey", "", "")
    apply(position, a_placement(position, TWO))
    assert position.owing == (0,)


def test_when_the_last_stone_is_laid_it_is_over_at_once() -> None:
    position = at_start(TWO, "")
    told = apply(position, a_placement(position, TWO))
    assert told[-1] == Ended("all_placed")
    assert position.owing == ()
    assert RULES.winners(position) == (0,)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_endless_exchanging_ends_after_three_turns_of_everybody(seats: int) -> None:
    position = Position(seats, Options(), LaidOut(start=" ".join(EXAMPLE_START.values())))
    for turn in range(3 * seats):
        assert position.owing
        assert position.idle == turn
        apply(position, EXCHANGE + 1)
    assert (position.owing, position.ending) == ((), "idle")


def test_a_stone_laid_begins_the_count_anew() -> None:
    position = Position(2, Options(), LaidOut(start=" ".join(EXAMPLE_START.values())))
    for _ in range(5):
        apply(position, EXCHANGE + 1)
    while not position.placements(position.owing[0]):
        apply(position, EXCHANGE + 127)
    apply(position, position.placements(position.owing[0])[0])
    assert position.idle == 0
    assert position.owing


# The short game

TO_THE_EDGE = {(0, -3): "red-moon-white", (0, -4): "red-moon-black"}


@pytest.mark.parametrize("short", [False, True])
def test_the_short_game_is_over_when_the_edge_is_reached(short: bool) -> None:
    options = Options(short=short)
    racks = ["red-moon-grey " + FULL.replace(" red-moon-grey", "").replace(" red-moon-white", "")] * 2
    position = arranged(TO_THE_EDGE, racks, BAG, options=options)
    told = apply(position, place("red-moon-grey", (0, -5)))
    placed = told[0]
    assert isinstance(placed, Placed)
    assert placed.sum == Sum(1, 0, 1, True, 2)
    assert position.points == [2, 0]
    assert (placed.drawn is None) == short
    assert [one.why for one in told if isinstance(one, Ended)] == (["edge"] if short else [])
    assert bool(position.owing) != short


# Jokers


def disc(radius: int, at: tuple[int, int] = (0, 0)) -> list[tuple[int, int]]:
    return [one for one in COORDINATES if reference.distance(one, at) <= radius]


def covered(cells: list[tuple[int, int]], **special: str) -> dict[tuple[int, int], str]:
    """Cells with any stones, but some with given pieces."""
    reserved = {*special.values(), *FULL.split()}
    others = ("-".join(one) for one in reference.STONES)
    spare = (name for name in others if name not in reserved)
    return {at: special.get(f"{at[0]},{at[1]}") or next(spare) for at in cells}


JOKING = Options(jokers=True)


def test_a_joker_is_swapped_for_a_stone_two_rows_inside() -> None:
    position = arranged(covered(disc(2)), ["joker-1 joker-3", UNFIT], options=JOKING)
    assert position.enclosed() == [cell(0, 0)]
    wanted = position.board[cell(0, 0)]
    before = dict(position.fits)
    told = apply(position, swap((0, 0)))
    assert told == [Swapped(0, cell(0, 0), wanted, stone("joker-1"))]
    assert position.owing == (0,)
    assert {*RULES.public(position).racks[0]} == {wanted, stone("joker-3")}
    assert position.board[cell(0, 0)] == stone("joker-1")
    assert position.fits == before
    assert not any(action >= SWAP and action < SIT_OUT for action in position.legal(0))


@pytest.mark.parametrize("gap", [at for at in disc(2) if at != (0, 0)])
def test_a_stone_with_a_free_cell_two_steps_away_may_not_be_fetched(gap: tuple[int, int]) -> None:
    board = {at: name for at, name in covered(disc(2)).items() if at != gap}
    position = arranged(board, ["joker-0", UNFIT], options=JOKING)
    assert position.enclosed() == []


def test_the_edge_of_the_board_is_as_good_as_free() -> None:
    position = arranged(covered(disc(3, (2, -3))), ["joker-0", UNFIT], options=JOKING)
    inside = {COORDINATES[at] for at in position.enclosed()}
    assert inside == {(q, r) for q, r in disc(1, (2, -3)) if r >= -3}
    assert len(inside) == 5


def test_without_a_joker_nothing_is_swapped() -> None:
    position = arranged(covered(disc(2)), [UNFIT, "joker-0"], options=JOKING)
    with pytest.raises(RefusalError) as refused:
        position.apply(0, swap((0, 0)))
    assert refused.value.detail == {"why": "no_joker"}


def test_several_jokers_may_be_swapped_before_the_action_and_the_action_follows() -> None:
    position = arranged(covered(disc(3)), ["joker-0 joker-1", UNFIT], options=JOKING)
    assert len(position.enclosed()) == 7
    apply(position, swap((0, 0)))
    apply(position, swap((1, 0)))
    assert position.owing == (0,)
    assert len(position.enclosed()) == 5
    assert position.idle == 0
    legal = position.legal(0)
    assert bool(position.placements(0)) != (SIT_OUT in legal)


def test_a_swap_is_never_compulsory_and_a_joker_cannot_be_laid() -> None:
    position = arranged(covered(disc(2)), ["joker-0", UNFIT], options=JOKING)
    assert position.placements(0) == []
    assert set(position.legal(0)) == {SIT_OUT, swap((0, 0))}
    apply(position, SIT_OUT)
    assert position.owing == (1,)


def test_a_rack_of_jokers_without_a_swap_is_no_stones() -> None:
    position = at_start(f"{TWO} {UNFIT}", "joker-0 joker-2", options=JOKING)
    apply(position, a_placement(position, TWO))
    assert position.owing == (0,)
    last = at_start(TWO, "joker-0", options=JOKING)
    assert apply(last, a_placement(last, TWO))[-1] == Ended("all_placed")


def test_jokers_go_back_into_the_bag() -> None:
    rack = "joker-0 " + " ".join(FULL.split()[:6])
    position = at_start(rack, FULL, bag=BAG, options=JOKING)
    told = apply(position, exchange(position, 0, "joker-0"))
    assert isinstance(told[0], Exchanged)
    assert told[0].stones == (stone("joker-0"),)
    assert stone("joker-0") in position.bag


def test_a_joker_in_the_fourth_place_spoils_the_quadruple_and_not_the_triple() -> None:
    """The only way in which a swap changes what a free cell is worth."""
    line = {"-3,0": "red-moon-white", "-2,0": "red-moon-black", "-1,0": "red-moon-grey"}
    cells = [at for at in disc(2, (-3, 0)) if at != (0, 0)]
    board = covered(cells, **line)
    position = arranged(board, ["red-moon-lightblue joker-0", UNFIT], options=JOKING)
    assert cell(-3, 0) in position.enclosed()
    before = gain(position, "red-moon-lightblue", (0, 0))
    apply(position, swap((-3, 0)))
    assert before == 3 * gain(position, "red-moon-lightblue", (0, 0)) > 0


def gain(position: Position, name: str, at: tuple[int, int]) -> int:
    """What a placement would score, as the view says."""
    wanted = Place(stone(name), cell(*at))
    [choice] = [one for one in RULES.mine(position, position.owing[0]).choices if one.covers(wanted)]
    return dict(zip(choice.cells, choice.gains, strict=True)).get(wanted.cell, choice.points)
