"""What a gateway says, it says in three languages."""

from triqueta_protocol.internal.languages import LANGUAGES
from triqueta_server.gateways.messages import WORDS, Message, translated
from triqueta_server.limits.declared import GuestLimits


def test_every_message_is_there_in_every_language_of_the_client() -> None:
    assert set(WORDS) == set(LANGUAGES)
    for words in WORDS.values():
        assert set(words.message) == set(Message)


def test_nothing_is_left_in_english() -> None:
    for name in ("de", "zh_Hant"):
        assert all(WORDS[name].message[each] != WORDS["en"].message[each] for each in Message)


def test_the_guests_variables_choose_the_language() -> None:
    german = {"LC_ALL": "de_DE.UTF-8", "LANG": "C"}
    assert "Passwort" in translated(Message.PASSWORD, german, GuestLimits())


def test_who_is_one_too_many_is_told_how_many_may_come() -> None:
    for language in LANGUAGES:
        told = translated(Message.FULL_FROM_YOU, {}, GuestLimits(per_address=3), language)
        assert "3" in told
        assert "--max-guests-per-address" in told
