"""How large a guest's window may be."""

import pytest

from server.doors.window_size import window


@pytest.mark.parametrize(
    ("given", "drawn"),
    [((100, 30), (100, 30)), ((0, 0), (80, 24)), ((65535, 65535), (400, 150)), ((1, -1), (1, 1))],
)
def test_windows_have_a_size_that_can_be_drawn(given: tuple[int, int], drawn: tuple[int, int]) -> None:
    assert window(*given) == drawn
