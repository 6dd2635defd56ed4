"""The slots of a row fit their board at every size, and are as large as they can be."""

import pytest

from triqueta_protocol.games.triqueta import KINDS
from triqueta_tui.games.triqueta.layout import LABEL, row_form, row_heights
from triqueta_tui.games.triqueta.pictures import Size


@pytest.mark.parametrize("pictures", [True, False])
def test_every_slot_lies_on_the_board(pictures: bool) -> None:
    for width in range(40, 220, 3):
        for lines in range(1, 17):
            form = row_form(width, lines, 5, pictures=pictures)
            for animal in range(KINDS):
                x, y = form.slots.spot(animal)
                assert form.header + x + form.slots.cells <= width, (width, lines)
                assert y + form.slots.lines <= lines, (width, lines)


def test_pictures_and_their_numbers_do_not_touch_the_next_picture() -> None:
    longest = len("x10 3›4 −10"), len("−10")
    for width in range(40, 220):
        for lines in range(1, 17):
            slots = row_form(width, lines, 4).slots
            if slots.size is None:
                continue
            beside = 0 if slots.below else longest[1]
            assert slots.cells > slots.size.cells + beside, (width, lines)
            if slots.below:
                text = len("x3 −10") if slots.size is Size.SMALL else len("x3 3›5 −10")
                assert slots.cells > text, (width, lines)


def test_more_room_never_means_smaller_pictures() -> None:
    def area(width: int, lines: int) -> int:
        size = row_form(width, lines, 4).slots.size
        return 0 if size is None else size.lines

    for width in (45, 60, 80, 84, 92, 120):
        sizes = [area(width, lines) for lines in range(1, 17)]
        assert sizes == sorted(sizes)


@pytest.mark.parametrize(
    ("width", "lines", "size"),
    [
        (80, 3, Size.SMALL),
        (80, 5, Size.MEDIUM),
        (45, 4, Size.SMALL),
        (120, 8, Size.LARGE),
        (40, 1, None),
    ],
)
def test_the_sizes_people_have(width: int, lines: int, size: Size | None) -> None:
    assert row_form(width, lines, 4).slots.size is size


def test_values_for_all_seats_are_shown_if_the_pictures_stay_as_large() -> None:
    form = row_form(80, 3, 5)
    assert (form.columns, form.slots.size) == (2, Size.SMALL)
    assert row_form(80, 5, 5).columns == 1
    assert form.header > LABEL


def test_heights_that_make_no_difference_are_left_out() -> None:
    assert row_heights(80) == [16, 5, 3, 2, 1]
