"""What a guest's client learns about the guest's terminal, and what it does not."""

import pytest

from server.net.doors.window import window
from server.net.ssh.surroundings import speaks_utf8, surroundings


def test_terminal_language_and_colours_are_passed_on() -> None:
    sent = {"LANG": "de_DE.UTF-8", "LC_MESSAGES": "zh_TW.UTF-8", "COLORTERM": "truecolor", "NO_COLOR": "1"}
    assert surroundings("xterm-256color", sent) == {"TERM": "xterm-256color", **sent}


def test_nothing_else_is() -> None:
    sent = {"PYTHONPATH": "/tmp", "LD_PRELOAD": "x.so", "TEXTUAL_DRIVER": "os:system", "PATH": "."}
    assert surroundings("xterm", sent) == {"TERM": "xterm"}


@pytest.mark.parametrize("value", ["", "a b", "../x", "a\nb", "x" * 65, "é"])
def test_odd_values_are_not_passed_on(value: str) -> None:
    assert surroundings(value, {"LANG": value}) == {"TERM": "xterm"}


@pytest.mark.parametrize(
    ("given", "drawn"),
    [((100, 30), (100, 30)), ((0, 0), (80, 24)), ((65535, 65535), (400, 150)), ((1, -1), (1, 1))],
)
def test_windows_have_a_size_that_can_be_drawn(given: tuple[int, int], drawn: tuple[int, int]) -> None:
    assert window(*given) == drawn


@pytest.mark.parametrize(
    ("sent", "speaks"),
    [
        ({}, True),
        ({"LANG": "en_US.UTF-8"}, True),
        ({"LANG": "de_AT.utf8@euro"}, True),
        ({"LANG": "de_DE"}, True),
        ({"LC_CTYPE": "UTF-8"}, True),
        ({"LANG": "C"}, False),
        ({"LANG": "POSIX"}, False),
        ({"LANG": "de_DE.ISO-8859-1"}, False),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "C"}, False),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),
    ],
)
def test_whether_a_terminal_shows_more_than_ascii(sent: dict[str, str], speaks: bool) -> None:
    assert speaks_utf8(sent) is speaks
