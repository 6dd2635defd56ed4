"""The slots of a row fit their board at every size, and are as large as they can be."""

import pytest

from triqueta_protocol.games.triqueta import KINDS
from triqueta_tui.games.triqueta.layout import HEADER, row_heights, row_slots
from triqueta_tui.games.triqueta.pictures import Size


@pytest.mark.parametrize("pictures", [True, False])
def test_every_slot_lies_on_the_board(pictures: bool) -> None:
    for width in range(40, 220, 3):
        for lines in range(1, 17):
            slots = row_slots(width, lines, pictures=pictures)
            for animal in range(KINDS):
                x, y = slots.spot(animal)
                assert HEADER + x + slots.cells <= width, (width, lines)
                assert y + slots.lines <= lines, (width, lines)


def test_pictures_and_their_numbers_do_not_touch_the_next_picture() -> None:
    longest = len("▮▮▮")
    for width in range(40, 220):
        for lines in range(1, 17):
            slots = row_slots(width, lines)
            if slots.size is None:
                continue
            beside = 0 if slots.below else longest
            assert slots.cells >= slots.size.cells + beside, (width, lines)
            if slots.below:
                text = len("▮▮▮ −10") if slots.size is Size.SMALL else len("▮▮▮ ✗−10")
                assert slots.cells > text, (width, lines)


def test_more_room_never_means_smaller_pictures() -> None:
    def area(width: int, lines: int) -> int:
        size = row_slots(width, lines).size
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
    assert row_slots(width, lines).size is size


def test_heights_that_make_no_difference_are_left_out() -> None:
    assert row_heights(80) == [16, 5, 3, 2, 1]
