"""Whatever comes over the line, what reaches the client is something its parser survives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual._xterm_parser import XTermParser

from triqueta_server.gateways.input_cleaning import LONGEST, Keyboard, window


def survives(*typed: bytes) -> None:
    """The client's own parser takes in what is passed on."""
    keyboard, parser = Keyboard(), XTermParser()
    # What is typed last must not complete what was left of something dropped.
    for piece in (*typed, b"99999999;1u"):
        if passed_on := keyboard.feed(piece).decode():
            for _ in parser.feed(passed_on):
                pass


@pytest.mark.parametrize(
    "typed",
    [
        b"q",
        b"\x1b",
        b"\x1b[A",
        b"\x1bOP",
        b"\x1b[1;5C",
        b"\x1b[15~",
        b"\x1b[97;5u",
        b"\x1b[97;;97:98u",
        b"\x1b[<0;12;7M",
        b"\x1b[<35;120;40m",
        b"\x1b[200~words\x1b[201~",
        b"\x1b[I",
        b"\x1b[?2026;2$y",
        b"\x1b[",
        b"\x1b\x1b",
        "凱爾特 ü".encode(),
    ],
)
def test_what_keyboards_send_is_passed_on(typed: bytes) -> None:
    assert Keyboard().feed(typed) == typed


@pytest.mark.parametrize(
    "typed",
    [
        b"\x1b[99999999;1u",
        b"\x1b[1114112u",
        b"\x1b[55296u",
        b"\x1b[97;1;99999999u",
        b"\x1b[1:2;3u",
        b"\x1b[<0;99999999;1M",
        b"\x1b[48;99999;99999;1;1t",
        b"\x1b[?2048;2$y",
    ],
)
def test_what_only_breaks_things_is_dropped(typed: bytes) -> None:
    assert Keyboard().feed(b"a" + typed + b"b") == b"ab"


def test_broken_utf8_becomes_a_mark() -> None:
    assert Keyboard().feed(b"a\xff\xfeb").decode() == "a\ufffd\ufffdb"


def test_other_encodings_are_understood() -> None:
    assert Keyboard("latin-1").feed("ü".encode("latin-1")) == "ü".encode()


@pytest.mark.parametrize("at", range(1, 13))
def test_a_sequence_in_pieces_is_judged_as_a_whole(at: int) -> None:
    bad, keyboard = b"\x1b[99999999;1u", Keyboard()
    passed_on = keyboard.feed(b"x" + bad[:at]) + keyboard.feed(bad[at:] + b"y")
    # Where its beginning was passed on already, it ends as something that means nothing.
    assert passed_on == (b"x\x1b[Iy" if at <= 2 else b"xy")


@pytest.mark.parametrize("at", range(1, 10))
def test_a_good_sequence_in_pieces_arrives_whole(at: int) -> None:
    good, keyboard = b"\x1b[<0;12;34M", Keyboard()
    assert keyboard.feed(b"x" + good[:at]) + keyboard.feed(good[at:] + b"y") == b"x" + good + b"y"


def test_digits_of_other_scripts_are_no_parameters() -> None:
    assert Keyboard().feed("\x1b[٩٩٩٩٩٩٩٩;1u".encode()) == b""


def test_a_letter_in_pieces_arrives_whole() -> None:
    keyboard = Keyboard()
    assert keyboard.feed("凱".encode()[:2]) == b""
    assert keyboard.feed("凱".encode()[2:]) == "凱".encode()


def test_nothing_is_held_back_for_ever() -> None:
    keyboard = Keyboard()
    assert keyboard.feed(b"\x1b[" + b"1" * LONGEST).endswith(b"1")


@given(st.lists(st.binary(max_size=12), max_size=8))
def test_any_bytes_are_survived(pieces: list[bytes]) -> None:
    survives(*pieces)


_ESCAPES = st.from_regex(r"\x1b\[[0-9:;<=>?]{0,20}[ -/]?[@-~]", fullmatch=True)


@given(st.lists(_ESCAPES, min_size=1, max_size=4), st.integers(1, 30))
def test_any_control_sequences_are_survived(sequences: list[str], at: int) -> None:
    typed = "".join(sequences).encode()
    survives(typed[:at], typed[at:])


@pytest.mark.parametrize(
    ("given", "drawn"),
    [((100, 30), (100, 30)), ((0, 0), (80, 24)), ((65535, 65535), (400, 150)), ((1, -1), (1, 1))],
)
def test_windows_have_a_size_that_can_be_drawn(given: tuple[int, int], drawn: tuple[int, int]) -> None:
    assert window(*given) == drawn
