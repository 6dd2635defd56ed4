"""The words of Tripitz are there in every language, with the same gaps, and nothing is left unexplained."""

import string
from pathlib import Path

import pytest
from rich.cells import cell_len

from triqueta_server.games.tripitz.refusals import Why
from triqueta_tui.games import tripitz
from triqueta_tui.locale import LANGUAGES, catalogue

LOCALE = Path(tripitz.__file__).with_name("locale")
AREAS = sorted({f"tripitz.{file.stem}" for file in LOCALE.glob("*/*.toml")})


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name} - {"count"}


@pytest.mark.parametrize("area", AREAS)
def test_every_language_says_the_same(area: str) -> None:
    english = catalogue("en", area)
    for language in LANGUAGES:
        words = catalogue(language, area)
        # Chinese has one form for any number.
        missing = {key for key in english if not (language == "zh_Hant" and key.endswith(".one"))} - {*words}
        assert not missing
        assert {*words} <= {*english}
        assert {key: gaps(text) for key, text in words.items()} == {key: gaps(english[key]) for key in words}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_for_an_illegal_action_has_a_sentence(language: str) -> None:
    told = catalogue(language, "tripitz.errors")
    assert {*told} == {f"tripitz.errors.{why.value}" for why in Why}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_motto_fits_on_one_line(language: str) -> None:
    words = catalogue(language, "tripitz.game")
    assert {*words} == {f"tripitz.game.{one}" for one in ("name", "summary", "motto")}
    assert cell_len(words["tripitz.game.motto"]) <= 66
