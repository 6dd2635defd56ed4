"""What rows are worth to everybody; the own kept tokens count as far as they help."""

import random

import pytest
from msgspec.structs import replace

from tests.triqueta_tui.games.triqueta.local import LocalTable
from triqueta_protocol.games.triqueta import Animal, Change, Mine, Options, Public, Worth, points
from triqueta_server.games.triqueta.rules import RULES
from triqueta_tui.games.triqueta.view import Values
from triqueta_tui.table.numbers import SeatValue
from triqueta_tui.table.seat_values import pick

OWL, BEAR = Animal.OWL, Animal.BEAR


def views() -> tuple[Public, Mine]:
    table = LocalTable(3, 0, options=Options(start=0))
    return RULES.public(table.position), RULES.mine(table.position, 0)


def holding(counts: dict[int, int], row: tuple[int, ...], kept: tuple[int, ...] = ()) -> Values:
    """Seat 0 has a collection and kept tokens; the first row has these animals."""
    public, mine = views()
    collection = tuple(counts.get(animal, 0) for animal in Animal)
    public = replace(
        public,
        rows=(row, *public.rows[1:]),
        collections=(collection, *public.collections[1:]),
        face_down=(len(kept), 0, 0),
    )
    return Values(public, replace(mine, face_down=kept), 0)


def test_without_kept_tokens_it_is_what_the_server_says() -> None:
    for seed in ("fern", "heath", "rowan"):
        table = LocalTable(4, 2, seed)
        while table.position.owing:
            mine = RULES.mine(table.position, 2)
            values = Values(table.public, replace(mine, face_down=()), 2)
            for row, worth in enumerate(mine.worth):
                assert values.own(row) == (None if 2 in table.public.takers else worth)
            table.move()


def test_a_kept_token_makes_a_triqueta_with_the_row() -> None:
    assert holding({OWL: 1}, (OWL,), kept=(OWL,)).own(0) == Worth(4, (Change(OWL, 2, 3, 4),))


def test_a_kept_token_that_would_spoil_stays_out() -> None:
    assert holding({OWL: 2}, (OWL,), kept=(OWL,)).own(0) == Worth(0, (Change(OWL, 3, 3, 0),))


def test_a_kept_token_never_makes_a_row_worth_more_than_the_best_end() -> None:
    chance = random.Random(7)
    for _ in range(200):
        count, more, kept = chance.randrange(5), chance.randrange(1, 4), chance.randrange(3)
        worth = holding({BEAR: count}, (BEAR,) * more, kept=(BEAR,) * kept).own(0)
        assert worth is not None
        ends = [max(points(BEAR, total + one) for one in range(kept + 1)) for total in (count, count + more)]
        assert worth.points == ends[1] - ends[0]


def test_the_others_are_judged_by_what_lies_face_up() -> None:
    values = holding({}, (OWL, OWL, OWL), kept=(OWL,))
    assert values.of_row(0) == [SeatValue(0, 5), SeatValue(1, 6), SeatValue(2, 6)]


def test_who_is_out_of_the_round_has_no_values() -> None:
    values = holding({}, (OWL,))
    out = replace(values.public, takers=(None, 0, None), rows=((OWL,), (), ()))
    seen = Values(out, values.mine, 0)
    assert [one.seat for one in seen.of_row(0)] == [1, 2]
    assert seen.own(0) is None
    assert seen.of_row(1) == []


def test_a_watcher_sees_everybodys_values_and_none_of_their_own() -> None:
    public = holding({}, (OWL,)).public
    values = Values(public, None, None)
    assert values.own(0) is None
    assert [one.seat for one in values.of_row(0)] == [0, 1, 2]


@pytest.mark.parametrize(("room", "seats"), [(1, [2]), (2, [0, 2]), (3, [0, 1, 2]), (9, [0, 1, 2])])
def test_where_space_is_short_the_own_value_and_the_highest_are_shown(room: int, seats: list[int]) -> None:
    values = [SeatValue(0, 7), SeatValue(1, 3), SeatValue(2, -4)]
    assert [one.seat for one in pick(values, room, 2)] == seats


def test_a_token_to_keep_counts_as_it_will_in_the_end() -> None:
    assert holding({OWL: 1}, (), kept=(OWL,)).kept(OWL) == Change(OWL, 2, 3, 4)
    assert holding({OWL: 3}, ()).kept(OWL) == Change(OWL, 3, 3, 0)
    assert holding({}, ()).kept(BEAR) == Change(BEAR, 0, 1, 1)
