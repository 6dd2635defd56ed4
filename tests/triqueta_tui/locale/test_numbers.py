"""Numbers as each language writes them."""

import pytest

from triqueta_tui.locale import use
from triqueta_tui.locale.numbers import (
    all_of,
    decimal,
    duration,
    listed,
    number,
    ordinal,
    percent,
    percentage,
    signed,
    span,
)
from triqueta_tui.locale.plurals import categories, category


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", ["33%", "−21%", "4", "1–4", "21.5", "a, b and c", "1 min 30 s"]),
        ("de", ["33 %", "−21 %", "4.", "1–4", "21,5", "a, b und c", "1 min 30 s"]),
        ("zh_Hant", ["33%", "−21%", "4", "1–4", "21.5", "a、b、c", "1 分 30 秒"]),
    ],
)
def test_each_language_has_its_own_signs(language: str, written: list[str]) -> None:
    use(language)
    shown = [percent(0.33), percentage(-21, with_sign=True), ordinal(4), span(1, 4), decimal(21.46)]
    assert [*shown, all_of("abc"), duration(90)] == written


def test_a_minus_is_as_wide_as_a_plus() -> None:
    assert [signed(points) for points in (3, 0, -3)] == ["+3", "0", "−3"]
    assert [number(-3), number(2.5), number(1234567), decimal(-0.04)] == ["−3", "2.5", "1234567", "0.0"]


def test_lists_of_any_length() -> None:
    assert [listed(["a", "b"]), all_of([]), all_of(["a"]), all_of(["a", "b"])] == ["a, b", "", "a", "a and b"]


@pytest.mark.parametrize(
    ("language", "counts", "expected"),
    [
        ("en", (0, 1, 2, 11), ["other", "one", "other", "other"]),
        ("zh_Hant", (0, 1, 2), ["other", "other", "other"]),
        ("fr", (0, 1, 2), ["one", "one", "other"]),
        ("pl", (0, 1, 3, 5, 12, 22), ["many", "one", "few", "many", "many", "few"]),
        ("ru", (1, 11, 21, 24, 25), ["one", "many", "one", "few", "many"]),
        ("cs", (1, 4, 5), ["one", "few", "other"]),
    ],
)
def test_plural_categories_are_those_of_cldr(
    language: str, counts: tuple[int, ...], expected: list[str]
) -> None:
    assert [category(language, count) for count in counts] == expected


def test_a_language_needs_only_its_own_categories() -> None:
    assert categories("de") == {"one", "other"}
    assert categories("zh_Hant") == {"other"}
    assert categories("pl") == {"one", "few", "many"}
