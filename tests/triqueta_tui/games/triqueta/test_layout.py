"""Every size shows what matters; what matters less gives way first."""

import pytest

from triqueta_tui.games.triqueta.layout import arrange

SEATS = range(2, 6)


def used(width: int, height: int, seats: int) -> int:
    plan = arrange(width, height, seats)
    parts = 3 if plan.sheet else 2
    rules = parts if plan.ruled else 0
    return 2 + plan.prompt + seats * plan.rows + plan.hand + plan.sheet + plan.log + rules


@pytest.mark.parametrize("seats", SEATS)
def test_nothing_is_ever_cut_off(seats: int) -> None:
    for width in range(40, 220, 3):
        for height in range(12, 70):
            assert used(width, height, seats) <= height, (width, height)


@pytest.mark.parametrize("seats", SEATS)
def test_a_log_without_a_column_of_its_own_has_room_for_a_sentence(seats: int) -> None:
    for width in range(60, 220, 3):
        for height in range(24, 70):
            plan = arrange(width, height, seats)
            rule = 1 if plan.ruled else 0
            assert plan.side or plan.log > rule, (width, height)


@pytest.mark.parametrize("seats", SEATS)
def test_80x24_shows_rows_with_pictures_the_hand_and_everybodys_collection(seats: int) -> None:
    plan = arrange(80, 24, seats)
    assert plan.rows >= 2
    assert plan.hand >= 2
    assert plan.sheet > seats
    assert plan.prompt == 2
    assert plan.log >= 1


@pytest.mark.parametrize("seats", SEATS)
def test_120x36_shows_everything(seats: int) -> None:
    plan = arrange(120, 36, seats)
    assert plan.side >= 34
    assert plan.towers == 7
    assert plan.rows >= 4
    assert plan.hand >= 4
    assert plan.sheet > seats


@pytest.mark.parametrize("seats", SEATS)
def test_40x12_still_has_every_row_the_hand_and_the_own_collection(seats: int) -> None:
    plan = arrange(40, 12, seats)
    assert (plan.rows, plan.hand, plan.prompt) == (1, 1, 1)
    assert plan.sheet >= 2


@pytest.mark.parametrize("seats", SEATS)
def test_a_large_terminal_draws_large_pictures(seats: int) -> None:
    plan = arrange(200, 50, seats)
    assert plan.rows >= 8
    assert plan.towers > arrange(120, 36, seats).towers
    assert plan.pad >= 18


@pytest.mark.parametrize("seats", SEATS)
def test_little_is_left_empty(seats: int) -> None:
    for size in ((45, 40), (80, 24), (95, 30), (100, 30), (120, 36), (150, 40), (200, 50)):
        assert size[1] - used(*size, seats) < 5, size


@pytest.mark.parametrize("seats", SEATS)
def test_the_right_column_has_room_for_all_of_it(seats: int) -> None:
    for width in range(95, 220, 3):
        for height in range(24, 70):
            plan = arrange(width, height, seats)
            if plan.side:
                # Towers and pad have a line with their name; log and chat need a few lines each.
                taken = plan.towers + 1 + (plan.pad + 1 if plan.pad else 0)
                assert height - 2 - plan.prompt - taken >= 4, (width, height)


def test_more_height_never_shows_a_row_smaller() -> None:
    for seats in SEATS:
        heights = [arrange(80, height, seats).rows for height in range(12, 28)]
        assert heights == sorted(heights)
