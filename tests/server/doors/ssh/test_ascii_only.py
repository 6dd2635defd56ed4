"""On a terminal without UTF-8 the picture keeps its shape."""

from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcwidth

from server.doors.ssh.ascii_only import Plain


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
