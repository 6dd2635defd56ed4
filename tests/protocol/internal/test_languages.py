"""How a language is found in an environment."""

import pytest

from triqueta_protocol.internal.languages import known_language, preferred_language


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("de_AT.UTF-8", "de"),
        ("de", "de"),
        ("en_GB", "en"),
        ("zh_TW.UTF-8", "zh_Hant"),
        ("zh-Hant", "zh_Hant"),
        ("zh_Hant", "zh_Hant"),
        ("C.UTF-8", None),
        ("POSIX", None),
        ("fr_FR@euro", None),
        ("", None),
    ],
)
def test_a_locale_name_asks_for_a_language(name: str, language: str | None) -> None:
    assert known_language(name) == language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "zh_TW"}, "zh_Hant"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "en_US"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
    ],
)
def test_the_variables_count_in_their_usual_order(environment: dict[str, str], language: str) -> None:
    assert preferred_language(environment) == language
