"""Stones keep their places on the rack, and what is new is known."""

from tests.triqueta_tui.games.tripitz.local import LocalTable
from triqueta_tui.games.tripitz.chooser import RackOrder


def test_a_new_stone_takes_the_place_of_the_one_that_is_gone() -> None:
    order = RackOrder()
    assert order.arrange(0, (3, 8, 20)) == (3, 8, 20)
    assert not order.fresh(0), "what was there from the beginning is not new"
    assert order.arrange(0, (1, 3, 20)) == (3, 1, 20)
    assert order.fresh(0) == {1}
    assert order.arrange(0, (1, 3, 20)) == (3, 1, 20), "asked again"
    assert order.fresh(0) == {1}
    assert order.arrange(0, (3, 20)) == (3, 20)
    assert not order.fresh(0)


def test_seats_have_racks_of_their_own() -> None:
    order = RackOrder()
    order.arrange(0, (1, 2))
    order.arrange(1, (3, 4))
    assert order.arrange(0, (0, 2)) == (0, 2)
    assert order.arrange(1, (3, 4)) == (3, 4)
    assert not order.fresh(1)


def test_an_order_has_the_stones_of_the_rack_through_a_whole_game() -> None:
    table, order = LocalTable(2, 0, "order"), RackOrder()
    before = order.arrange(0, table.public.racks[0])
    while table.position.owing:
        table.move()
        after = order.arrange(0, table.public.racks[0])
        assert sorted(after) == list(table.public.racks[0])
        if len(after) == len(before):
            kept = [new == old for new, old in zip(after, before, strict=True) if old in after]
            assert all(kept)
        before = after
