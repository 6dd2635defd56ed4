"""Paragraphs are broken so that nothing is lost, nothing is too wide and no mark is left alone."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from tests.triqueta_tui.locale.catalogues import words
from triqueta_tui.locale import LANGUAGES
from triqueta_tui.widgets.prose import Line, line, paragraphs, width, wrapped

TEXTS = {
    (language, key): text
    for language in LANGUAGES
    for key, text in words(language).items()
    if ".rules." in key and key.endswith(".text")
}


def plain(lines: list[Line]) -> list[str]:
    return ["".join(words for words, _ in each) for each in lines]


@example(text="a。a「。", cells=3)
@given(
    text=st.text(alphabet="ab c，。「」兔鹿熊 é", min_size=1, max_size=120),
    cells=st.integers(min_value=2, max_value=40),
)
def test_no_line_is_too_wide_and_nothing_but_spaces_is_lost(text: str, cells: int) -> None:
    lines = wrapped(line((text, "")), cells)
    assert all(width(each) <= cells for each in lines)
    assert "".join(plain(lines)).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize("cells", [36, 56, 76])
@pytest.mark.parametrize(("language", "key"), TEXTS)
def test_rules_fit_any_column(language: str, key: str, cells: int) -> None:
    assert all(cell_len(each) <= cells for each in plain(paragraphs(TEXTS[language, key], cells)))


@pytest.mark.parametrize("key", [key for language, key in TEXTS if language == "zh_Hant"])
@pytest.mark.parametrize("cells", range(30, 44))
def test_chinese_marks_stay_with_their_words(key: str, cells: int) -> None:
    for each in plain(paragraphs(TEXTS["zh_Hant", key], cells)):
        assert each[:1] not in set("，。、；：！？」』）")
        assert each[-1:] not in set("「『（")


def test_words_are_kept_whole_where_there_are_spaces() -> None:
    assert plain(paragraphs("three make a knot", 9)) == ["three", "make a", "knot"]


def test_a_word_too_long_for_any_line_is_cut() -> None:
    assert plain(paragraphs("Baumplättchen", 5)) == ["Baump", "lättc", "hen"]


def test_strong_words_stay_strong_across_a_line_break() -> None:
    first, second = paragraphs("a [b]knot of loops[/b] b", 9)
    assert first == (("a ", ""), ("knot of", "strong"))
    assert second == (("loops", "strong"), (" b", ""))


def test_an_empty_line_parts_paragraphs() -> None:
    assert plain(paragraphs("one\n\ntwo", 10)) == ["one", "", "two"]
