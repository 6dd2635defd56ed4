"""What a door says, it says in three languages."""

import pytest

from server.doors.messages import WORDS, Message, language, translated
from triqueta_tui.locale import LANGUAGES, spoken


def test_every_message_is_there_in_every_language_of_the_client() -> None:
    assert set(WORDS) == set(LANGUAGES)
    for words in WORDS.values():
        assert set(words.message) == set(Message)


def test_nothing_is_left_in_english() -> None:
    for name in ("de", "zh_Hant"):
        assert all(WORDS[name].message[each] != WORDS["en"].message[each] for each in Message)


@pytest.mark.parametrize("wish", ["de_AT.UTF-8", "zh_TW.UTF-8", "zh-Hant", "en_GB", "fr_FR", "C", ""])
def test_a_door_understands_languages_as_the_client_does(wish: str) -> None:
    assert language({"LANG": wish}) == (spoken(wish) or "en")


def test_the_most_particular_wish_counts() -> None:
    assert language({"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}) == "de"
    assert "Passwort" in translated(Message.PASSWORD, {"LC_ALL": "de_DE.UTF-8", "LANG": "C"})
