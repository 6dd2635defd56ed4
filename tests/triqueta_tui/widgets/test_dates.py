"""Dates in the player's language."""

import time
from collections.abc import Iterator

import pytest

from triqueta_tui.locale import use
from triqueta_tui.widgets.dates import brief_date, date_and_time, day_and_month

MOMENT = 1_794_909_600.0
YEAR = 366 * 86_400


@pytest.fixture(autouse=True)
def _utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("language", "full", "this_year", "older", "day"),
    [
        ("en", "17 Nov 2026, 10:00", "17 Nov, 10:00", "17 Nov 2026", "17 Nov"),
        ("de", "17. Nov. 2026, 10:00", "17. Nov., 10:00", "17. Nov. 2026", "17. Nov."),
        ("zh_Hant", "2026年11月17日 10:00", "11月17日 10:00", "2026年11月17日", "11月17日"),
    ],
)
def test_a_date_is_as_short_as_it_can_be(
    language: str, full: str, this_year: str, older: str, day: str
) -> None:
    use(language)
    assert date_and_time(MOMENT) == full
    assert brief_date(MOMENT, MOMENT + 3600) == this_year
    assert brief_date(MOMENT, MOMENT + YEAR) == older
    assert day_and_month(MOMENT) == day
