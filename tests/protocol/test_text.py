"""Cleaning of names and chat: whatever goes in, what comes out harms no terminal."""

import unicodedata
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from wcwidth import wcswidth

from triqueta_protocol.errors import Code, RefusalError
from triqueta_protocol.text import (
    CHAT_CELLS,
    MARKS_PER_LETTER,
    NAME_CELLS,
    PILE,
    cells,
    clean,
    clean_chat,
    clean_name,
    same_name,
)

TROUBLE = (
    "\x00\x07\x08\x1b\x7f\x85\x9b\t\n\r\v\f"  # control, escape, line ends
    "\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\u180e"  # nothing to see
    "\u202a\u202b\u202d\u202e\u202c\u2066\u2067\u2068\u2069\u200e\u200f\u061c"  # turns the line round
    "\u115f\u1160\u3164\uffa0\u2800\u17b4\u180b\ufe0f\U000e0100\U000e0041"  # looks like nothing
    "\u2028\u2029\u00a0\u3000 "  # spaces of all kinds
    "\u0301\u0302\u0323\u20dd\u0488\u0903\u093f"  # marks
    "\u1100\u1161\u11a8\uac00"  # syllables and their parts
    "\ue000\U0010ffff\ufdd0\u0378"  # private, never, not yet
    "éÅ한क्षنمעב漢字👍🏽🇩🇪👩aB1 "
)
texts = st.text(st.sampled_from(TROUBLE) | st.characters(), max_size=40)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana \t von\n\nBo  ", "Ana von Bo"),
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("\x1b]0;title\x07bell", "]0;titlebell"),
        ("\x9b2Jclear", "2Jclear"),
        ("abc\u202edef\u202c", "abcdef"),
        ("\u2067شلوم\u2069", "شلوم"),
        ("A\u200bn\u2060a\ufeff", "Ana"),
        ("\u3164\u115f\u1160\uffa0\u2800", ""),
        ("a\u0300\u0301\u0302\u0303\u0304\u0305", "à\u0301\u0302"),
        ("e\u200d\u0301", "é"),
        ("\u0301\u0302abc", "abc"),
        ("a \u0301b", "a b"),
        ("👩\u200d👩\u200d👧", "👩👩👧"),
        ("❤\ufe0f", "❤"),
        ("한글", "한글"),
        ("\u1112\u1161\u11ab", "한"),
        ("a\u1161\u1161\u1161\u1161", "a\u1161\u1161"),
        ("\u1161\u1161", ""),
        ("\ue000\U0010fffd\ufdd0", ""),
    ],
)
def test_what_is_left_of_a_text(typed: str, shown: str) -> None:
    assert clean(typed) == shown


@given(texts)
@example("e\u200d\u0301")
@example("\u1112\u200d\u1161\u200d\u11ab\u11ab\u11ab")
def test_cleaning_twice_changes_nothing(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@given(texts)
def test_nothing_is_left_that_controls_or_hides(text: str) -> None:
    cleaned = clean(text)
    assert all(unicodedata.category(letter)[0] != "C" for letter in cleaned)
    assert all(letter == " " or unicodedata.category(letter)[0] != "Z" for letter in cleaned)
    assert cleaned == cleaned.strip()
    assert "  " not in cleaned
    assert wcswidth(cleaned) >= 0


@given(texts)
def test_marks_do_not_pile_up(text: str) -> None:
    # Two more may be part of the letter itself: some letters take three marks' room in their composed form.
    marks = 0
    for letter in unicodedata.normalize("NFC", clean(text)):
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        assert marks <= MARKS_PER_LETTER


@given(texts)
def test_what_is_not_empty_can_be_seen(text: str) -> None:
    assert bool(clean(text)) == bool(cells(clean(text)))


@given(st.text(st.characters(categories=["L", "N"], max_codepoint=0x24F), max_size=20))
def test_plain_words_stay_as_they_are(text: str) -> None:
    assert clean(text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    ("text", "width"),
    [("Ana", 3), ("漢字", 4), ("한", 2), ("é", 1), ("👍", 2), ("ﾊﾝｶｸ", 4), ("שלום", 4)],
)
def test_width_is_counted_in_cells(text: str, width: int) -> None:
    assert cells(text) == width


@pytest.mark.parametrize("text", ["👍" + "🏽" * 100, "क्" * 100, "🇩" * 40])
def test_what_only_some_terminals_draw_as_one_counts_in_full(text: str) -> None:
    with pytest.raises(RefusalError) as caught:
        clean_name(text)
    assert caught.value.code == Code.NAME_TOO_LONG


def test_a_name_is_visible_and_not_too_wide() -> None:
    assert clean_name(" Ana ") == "Ana"
    assert clean_name("漢" * (NAME_CELLS // 2)) == "漢" * (NAME_CELLS // 2)
    for name, code in (
        ("", Code.NAME_EMPTY),
        ("\u202e\u3164 ", Code.NAME_EMPTY),
        ("a" * (NAME_CELLS + 1), Code.NAME_TOO_LONG),
        ("漢" * (NAME_CELLS // 2 + 1), Code.NAME_TOO_LONG),
    ):
        with pytest.raises(RefusalError) as caught:
            clean_name(name)
        assert caught.value.code is code


def test_a_line_of_chat_is_visible_and_not_too_long() -> None:
    assert clean_chat("hello\nthere") == "hello there"
    assert len(clean_chat("a" * CHAT_CELLS)) == CHAT_CELLS
    for line, code in (
        ("\u200b\n", Code.TEXT_EMPTY),
        ("a" * (CHAT_CELLS + 1), Code.TEXT_TOO_LONG),
        ("漢" * (CHAT_CELLS // 2 + 1), Code.TEXT_TOO_LONG),
    ):
        with pytest.raises(RefusalError) as caught:
            clean_chat(line)
        assert caught.value.code is code


@given(texts)
def test_a_name_that_passes_fits_and_stays(text: str) -> None:
    assume(0 < cells(clean(text)) <= NAME_CELLS)
    name = clean_name(text)
    assert clean_name(name) == name
    assert same_name(name, name)


@pytest.mark.parametrize(
    ("one", "other"), [("Ana", "ANA"), ("Straße", "STRASSE"), ("Ａｎａ", "ana"), ("ﬁn", "fin")]
)
def test_names_that_read_alike_are_the_same(one: str, other: str) -> None:
    assert same_name(one, other)


@pytest.mark.parametrize(
    "other",
    [
        "\u0410na",  # Cyrillic
        "\u0430n\u0430",
        "\u0391na",  # Greek
        "An\u03b1",
        "\u13aana",  # Cherokee
        "\uab7ana",
        "\u1d00\u0274\u1d00",  # small capitals
        "\u13aan\u0430",
    ],
)
def test_names_that_are_drawn_alike_are_the_same(other: str) -> None:
    assert same_name("Ana", clean_name(other))


def test_one_stroke_is_one_stroke() -> None:
    assert same_name("All", "AlI")
    assert same_name("All", "A1l")
    assert not same_name("All", "Ali")


def test_names_of_one_other_script_are_told_apart() -> None:
    assert not same_name("Вова", "Вера")
    assert not same_name("Αννα", "Ελλη")


@pytest.mark.parametrize(("one", "other"), [("Ana", "Anna"), ("Ana", "Aná"), ("Bo", "B0")])
def test_names_that_differ_are_not_the_same(one: str, other: str) -> None:
    assert not same_name(one, other)


def test_a_pile_of_marks_is_cut_before_it_is_put_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Putting marks in order takes time that grows with the square of their number."""
    seen: list[int] = []
    normalize = unicodedata.normalize

    def note(form: Any, text: str) -> str:
        seen.append(len(text))
        return normalize(form, text)

    monkeypatch.setattr("triqueta_protocol.text.unicodedata.normalize", note)
    clean("a" + "\u0316\u0301" * 499)
    assert max(seen) <= 1 + PILE
