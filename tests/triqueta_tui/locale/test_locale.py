"""How words are found."""

import pytest

from triqueta_tui import locale
from triqueta_tui.locale import (
    MissingWordsError,
    be_strict,
    knows,
    plural,
    say,
    sentences,
    use,
)


def test_the_language_can_change_at_any_time() -> None:
    assert say("rooms.yes") == "yes"
    use("de")
    assert say("rooms.yes") == "ja"
    assert locale.language() == "de"
    with pytest.raises(ValueError, match="klingon"):
        use("klingon")


def test_gaps_are_filled_with_what_people_typed_as_it_is() -> None:
    assert say("rooms.title", game="Oak", table="{x} [b]") == "Oak, table {x} [b]"


def test_a_missing_word_is_an_error_in_tests_and_stood_in_for_in_the_product() -> None:
    with pytest.raises(MissingWordsError):
        say("rooms.no_such_thing")
    with pytest.raises(MissingWordsError):
        say("rooms.title")
    be_strict(False)
    assert say("rooms.no_such_thing") == "rooms.no_such_thing"
    assert say("rooms.title") == "{game}, table {table}"
    assert say("no_such_area.at_all") == "no_such_area.at_all"


def test_english_stands_in_for_a_language_that_leaves_something_unsaid(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = sentences
    monkeypatch.setattr(
        locale, "sentences", lambda language, *place: {} if language == "de" else whole(language, *place)
    )
    use("de")
    be_strict(False)
    assert say("rooms.yes") == "yes"
    assert not knows("rooms.yes")


def test_plurals_follow_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {
        "en": {"x.seats.one": "{count} seat", "x.seats.other": "{count} seats"},
        "zh_Hant": {"x.seats.other": "{count} 個座位"},
    }
    monkeypatch.setattr(locale, "sentences", lambda language, *_: words[language])
    assert [plural("x.seats", count) for count in (0, 1, 2)] == ["0 seats", "1 seat", "2 seats"]
    use("zh_Hant")
    assert plural("x.seats", 1) == "1 個座位"


def test_a_language_may_have_more_forms_than_english(monkeypatch: pytest.MonkeyPatch) -> None:
    polish = {
        "x.seats.one": "{count} miejsce",
        "x.seats.few": "{count} miejsca",
        "x.seats.many": "{count} miejsc",
    }
    monkeypatch.setattr(locale, "sentences", lambda *_: polish)
    monkeypatch.setattr(locale, "LANGUAGES", ("pl",))
    use("pl")
    try:
        assert [plural("x.seats", count) for count in (1, 3, 5)] == ["1 miejsce", "3 miejsca", "5 miejsc"]
    finally:
        use("pl")


def test_an_area_is_parsed_when_it_is_needed_and_once() -> None:
    sentences.cache_clear()
    say("rooms.yes")
    say("rooms.no")
    assert sentences.cache_info().misses == 1
