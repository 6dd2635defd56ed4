"""What a press does: nothing irrevocable on one slip, and the cursor where a hand expects it."""

from collections.abc import Sequence

import pytest

from triqueta_protocol.games.triqueta import AnyAction, Choice, ChooseTower, Draw, Keep, Place, Take
from triqueta_tui.games.triqueta.chooser import Chooser


def offered(*actions: AnyAction | tuple[AnyAction, int], confirm: bool = True) -> Chooser:
    chooser = Chooser(confirm=confirm)
    chooser.renew(choices(actions))
    return chooser


def choices(actions: Sequence[AnyAction | tuple[AnyAction, int]]) -> list[Choice]:
    pairs = [one if isinstance(one, tuple) else (one, 0) for one in actions]
    return [Choice(action, points) for action, points in pairs]


def test_drawing_lies_under_the_cursor_first() -> None:
    chooser = offered(Draw(), Take(0), Take(1))
    assert chooser.hand is Draw
    assert chooser.press() == Draw()


def test_taking_a_row_asks_for_a_second_press() -> None:
    chooser = offered(Draw(), Take(0), Take(1))
    assert chooser.press_row(1) is None
    assert chooser.armed
    assert chooser.row == 1
    assert chooser.press_row(1) == Take(1)


def test_enter_confirms_what_a_digit_asked_for() -> None:
    chooser = offered(Draw(), Take(0), Take(1))
    chooser.press_row(0)
    assert chooser.press() == Take(0)


@pytest.mark.parametrize("between", ["move", "cancel", "other row"])
def test_anything_in_between_takes_the_first_press_back(between: str) -> None:
    chooser = offered(Draw(), Take(0), Take(1))
    chooser.press_row(0)
    if between == "move":
        chooser.move(1)
        chooser.move(-1)
    elif between == "cancel":
        assert chooser.cancel()
    else:
        assert chooser.press_row(1) is None
    assert chooser.press_row(0) is None


def test_the_second_press_can_be_switched_off() -> None:
    assert offered(Draw(), Take(0), confirm=False).press_row(0) == Take(0)


def test_a_token_is_laid_at_once_and_the_next_one_begins_at_the_same_row() -> None:
    chooser = offered(Place(0), Place(2), Keep())
    assert chooser.press_row(2) == Place(2)
    chooser.renew(choices([Draw(), Take(0), Take(2)]))
    chooser.renew(choices([Place(0), Place(2), Keep()]))
    assert chooser.row == 2


def test_the_cursor_goes_round_the_rows_and_the_hand() -> None:
    chooser = offered(Keep(), Place(1), Place(0))
    seen = []
    for _ in range(4):
        seen.append(chooser.row if chooser.row is not None else chooser.hand)
        chooser.move(1)
    assert seen == [0, 1, Keep, 0]


def test_with_an_empty_tower_the_best_row_lies_under_the_cursor() -> None:
    assert offered((Take(0), -3), (Take(1), 4), (Take(2), 1)).row == 1


def test_what_is_not_offered_does_nothing() -> None:
    chooser = offered(Draw(), Take(0))
    assert chooser.press_row(3) is None
    assert chooser.press_hand(Keep) is None
    assert not chooser.armed
    assert Chooser().press() is None


def test_the_same_choices_again_leave_a_first_press_standing() -> None:
    chooser = offered(Draw(), Take(0))
    chooser.press_row(0)
    chooser.renew(choices([Draw(), Take(0)]))
    assert chooser.armed


def test_choosing_a_tower_belongs_to_another_screen() -> None:
    assert not offered(ChooseTower(1)).open
