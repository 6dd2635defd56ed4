"""Cells are counted in cells, and only what changed is painted."""

from rich.style import Style
from textual.geometry import Region

from triqueta_tui.widgets.canvas import Canvas, differences, one_per_line

RED = Style.parse("red")


def text(canvas: Canvas, y: int = 0) -> str:
    return canvas.strip(y).text


def test_wide_letters_take_two_cells_and_are_never_cut_in_half() -> None:
    canvas = Canvas(5, 1)
    assert canvas.write(0, 0, "熊熊熊") == 4
    assert text(canvas) == "熊熊 "


def test_wide_letters_do_not_lie_across_a_seam() -> None:
    canvas = Canvas(8, 1, seams=lambda: {0, 3})
    assert canvas.write(0, 0, "空行鹿") == 7
    assert "".join(text for text, _ in canvas.cells[0]) == "空 行鹿 "


def test_whether_text_would_be_torn_apart_can_be_asked() -> None:
    canvas = Canvas(8, 1, seams=lambda: {0, 3})
    assert not canvas.is_whole(0, "空行")
    assert canvas.is_whole(1, "空行")
    assert canvas.is_whole(0, "deer")


def test_marks_join_the_letter_before_them() -> None:
    canvas = Canvas(6, 1)
    assert canvas.write(0, 0, "Do\u0300ng") == 4
    assert text(canvas) == "Do\u0300ng  "
    assert canvas.strip(0).cell_length == 6


def test_what_leaves_the_sheet_is_cut() -> None:
    canvas = Canvas(4, 2)
    canvas.write(2, 0, "hare")
    canvas.write(0, 7, "below")
    canvas.write(0, 1, "hare", limit=2)
    assert [text(canvas, y) for y in range(2)] == ["  ha", "ha  "]


def test_text_can_end_at_a_column() -> None:
    canvas = Canvas(6, 1)
    assert canvas.write_right(5, 0, "熊1") == 2
    assert text(canvas) == "  熊1 "


def test_nothing_differs_between_two_equal_drawings() -> None:
    one, other = Canvas(9, 2), Canvas(9, 2)
    for canvas in (one, other):
        canvas.write(1, 1, "owl", RED)
    assert list(differences(one, other)) == []


def test_changes_far_apart_on_a_line_are_painted_apart() -> None:
    one, other = Canvas(40, 1), Canvas(40, 1)
    other.write(1, 0, "x")
    other.write(30, 0, "yy")
    assert list(differences(one, other)) == [Region(1, 0, 1, 1), Region(30, 0, 2, 1)]


def test_changes_close_together_are_painted_in_one_go() -> None:
    one, other = Canvas(40, 1), Canvas(40, 1)
    other.write(1, 0, "x")
    other.write(5, 0, "y")
    assert list(differences(one, other)) == [Region(1, 0, 5, 1)]


def test_a_change_inside_a_wide_letter_paints_the_whole_letter() -> None:
    one, other = Canvas(8, 1), Canvas(8, 1)
    one.write(2, 0, "熊")
    other.write(3, 0, "x")
    assert list(differences(one, other)) == [Region(2, 0, 2, 1)]


def test_a_new_ground_paints_the_whole_line() -> None:
    one, other = Canvas(8, 2), Canvas(8, 2)
    other.ground(1, 1, RED)
    assert list(differences(one, other)) == [Region(0, 1, 8, 1)]


def test_a_line_is_sent_once_however_many_spans_of_it_changed() -> None:
    spans = [Region(1, 0, 2, 1), Region(30, 0, 2, 1), Region(4, 3, 1, 1)]
    assert one_per_line(spans) == [Region(1, 0, 31, 1), Region(4, 3, 1, 1)]
    assert one_per_line([]) == []
