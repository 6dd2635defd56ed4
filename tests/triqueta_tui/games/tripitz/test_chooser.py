"""Which stone is chosen and where the cursor goes, for each grade of help."""

from typing import cast

import pytest

from tests.triqueta_tui.games.tripitz.local import LocalTable
from triqueta_protocol.games.tripitz import Choice, Claim, Exchange, Options, Place, SitOut, StandBack, Swap
from triqueta_protocol.games.tripitz_board import NEIGHBOURS
from triqueta_tui.games.tripitz.chooser import Chooser
from triqueta_tui.games.tripitz.view import View
from triqueta_tui.session.view import TableView
from triqueta_tui.settings import Help


def view(table: LocalTable) -> View:
    return cast("View", TableView.of(table.mirror))


def at_turn(help_: Help = "points", seed: str = "chooser", options: Options | None = None) -> Chooser:
    table = LocalTable(2, 0, seed, options=options)
    table.others_move()
    table.play_on(
        lambda public: public.owing == (0,) and sum(piece is not None for piece in public.board) > 12
    )
    chooser = Chooser()
    chooser.help = help_
    chooser.renew(view(table))
    return chooser


def placements(table: LocalTable) -> list[Choice]:
    return [one for one in table.rules.mine(table.position, 0).choices if isinstance(one.action, Place)]


def test_with_points_the_cursor_begins_in_the_best_cell_and_tab_goes_down_from_there() -> None:
    chooser = at_turn()
    gains = [*chooser.gains.values()]
    assert gains == sorted(gains, reverse=True)
    seen = [chooser.cell]
    for _ in gains[1:]:
        chooser.next_cell()
        seen.append(chooser.cell)
    assert seen == [*chooser.gains]
    chooser.next_cell()
    assert chooser.cell == seen[0]


def test_with_cells_tab_goes_through_the_legal_cells_as_they_lie() -> None:
    chooser = at_turn("cells")
    assert chooser.fits
    seen = []
    for _ in chooser.gains:
        seen.append(chooser.cell)
        chooser.next_cell()
    assert sorted(seen) == sorted(chooser.gains)
    start = seen.index(min(seen))
    assert seen[start:] + seen[:start] == sorted(seen)


def test_without_help_nothing_is_chosen_and_tab_goes_through_all_cells_beside_stones() -> None:
    table = LocalTable(2, 0, "chooser")
    table.others_move()
    chooser = Chooser()
    chooser.help = "nothing"
    before = chooser.cell
    chooser.renew(view(table))
    assert (chooser.at, chooser.cell) == (0, before)
    board = table.public.board
    beside = {
        cell
        for cell, piece in enumerate(board)
        if piece is None and any(board[near] is not None for near in NEIGHBOURS[cell])
    }
    seen = set()
    for _ in beside:
        chooser.next_cell()
        seen.add(chooser.cell)
    assert seen == beside


def test_enter_lays_the_chosen_stone_only_where_it_makes_a_figure() -> None:
    chooser = at_turn()
    assert chooser.press() == Place(chooser.rack[chooser.at], chooser.cell)
    taken = next(cell for cell, piece in enumerate(chooser._board) if piece is not None)
    chooser.go_to(taken)
    assert chooser.press() is None


def test_another_stone_takes_the_cursor_to_its_best_cell() -> None:
    chooser = at_turn()
    for place in range(len(chooser.rack)):
        chooser.select(place)
        if chooser.gains:
            assert chooser.cell == next(iter(chooser.gains))
            assert chooser.best_gain(chooser.rack[place]) == chooser.gains[chooser.cell]


def test_the_choices_of_the_rules_are_all_there() -> None:
    table = LocalTable(2, 0, "chooser")
    table.others_move()
    chooser = Chooser()
    chooser.renew(view(table))
    legal = {
        (one.action.stone, cell): gain
        for one in placements(table)
        if isinstance(one.action, Place)
        for cell, gain in zip(one.cells or (one.action.cell,), one.gains or (one.points,), strict=True)
    }
    found = {}
    for place, stone in enumerate(chooser.rack):
        chooser.select(place)
        found.update({(stone, cell): gain for cell, gain in chooser.gains.items()})
    assert found == legal
    assert chooser.exchange is not None
    assert isinstance(chooser.exchange.action, Exchange)


def test_a_view_that_changes_nothing_leaves_stone_and_cursor() -> None:
    table = LocalTable(2, 0, "chooser")
    table.others_move()
    chooser = Chooser()
    chooser.renew(view(table))
    chooser.select(4)
    chooser.step("left")
    before = chooser.at, chooser.cell
    chooser.renew(view(table))
    assert (chooser.at, chooser.cell) == before


def test_in_a_race_a_stone_is_claimed() -> None:
    table = LocalTable(2, 0, "race", options=Options(start_player="race"))
    chooser = Chooser()
    chooser.renew(view(table))
    assert chooser.can_stand_back
    assert chooser.press() == Claim(chooser.rack[chooser.at], chooser.cell)
    assert any(one.action == StandBack() for one in table.rules.mine(table.position, 0).choices)


@pytest.mark.parametrize("seed", ["sit 8", "sit 10"])
def test_who_can_do_nothing_sits_out_with_enter(seed: str) -> None:
    table = LocalTable(2, 0, seed)
    chooser = Chooser()
    while not chooser.can_sit_out:
        table.move()
        chooser.renew(view(table))
    assert chooser.press() == SitOut()


def test_a_joker_is_swapped_for_an_enclosed_stone() -> None:
    table = LocalTable(2, 0, "jokers 3", options=Options(jokers=True))
    chooser = Chooser()
    while not chooser.swap_cells:
        table.move()
        chooser.renew(view(table))
    assert len(chooser.swap_cells) == 2
    assert not chooser.swapping
    chooser.swap()
    first = chooser.cell
    assert chooser.press() == Swap(first)
    chooser.next_cell()
    assert {first, chooser.cell} == {*chooser.swap_cells}
    chooser.step("up_left")
    assert chooser.cell in chooser.swap_cells or chooser.press() is None
    chooser.swap()
    assert not chooser.swapping
