"""On a terminal without UTF-8 the picture keeps its shape."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcwidth

from triqueta_server.gateways.ssh.terminal import Plain, client_environment, speaks_utf8


def test_boards_keep_their_lines() -> None:
    assert Plain().feed("╭─ Rows ─╮ █▀ ▲ ✓".encode()) == b"+- Rows -+ ## ^ v"


def test_wide_letters_keep_their_cells() -> None:
    assert Plain().feed("凱爾特".encode()) == b"??????"


def test_control_sequences_pass() -> None:
    assert Plain().feed(b"\x1b[38;5;12m\x1b[2;3H") == b"\x1b[38;5;12m\x1b[2;3H"


def test_letters_in_pieces_are_waited_for() -> None:
    plain = Plain()
    assert plain.feed("─".encode()[:1]) == b""
    assert plain.feed("─".encode()[1:]) == b"-"


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_every_letter_becomes_ascii_of_its_width(text: str) -> None:
    shown = Plain().feed(text.encode()).decode("ascii")
    assert len(shown) == sum(1 if letter.isascii() else max(0, wcwidth(letter)) for letter in text)


def test_terminal_language_and_colours_are_passed_on() -> None:
    sent = {"LANG": "de_DE.UTF-8", "LC_MESSAGES": "zh_TW.UTF-8", "COLORTERM": "truecolor", "NO_COLOR": "1"}
    assert client_environment("xterm-256color", sent) == {"TERM": "xterm-256color", **sent}


def test_nothing_else_is() -> None:
    sent = {"PYTHONPATH": "/tmp", "LD_PRELOAD": "x.so", "TEXTUAL_DRIVER": "os:system", "PATH": "."}
    assert client_environment("xterm", sent) == {"TERM": "xterm"}


@pytest.mark.parametrize("value", ["", "a b", "../x", "a\nb", "x" * 65, "é"])
def test_odd_values_are_not_passed_on(value: str) -> None:
    assert client_environment(value, {"LANG": value}) == {"TERM": "xterm"}


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
