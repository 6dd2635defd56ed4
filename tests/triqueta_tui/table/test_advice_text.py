"""Every reason that a coach may give has a sentence in every language, and no other sentences lie about."""

import pytest

from server.bots.reasons import GENERAL
from server.bots.triche.reasons import REASONS as TRICHE
from server.bots.tripitz.reasons import REASONS as TRIPITZ
from server.bots.triqueta.reasons import REASONS as TRIQUETA
from tests.triqueta_tui.locale.catalogues import parsed
from triqueta_tui.locale import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "reasons"), [("triqueta", TRIQUETA), ("triche", TRICHE), ("tripitz", TRIPITZ)]
)
def test_every_reason_has_a_sentence(game: str, reasons: tuple[str, ...], language: str) -> None:
    told = {name for name, text in parsed(language, f"{game}.reasons").items() if isinstance(text, str)}
    assert told == set(reasons)


@pytest.mark.parametrize("language", LANGUAGES)
def test_so_have_the_reasons_of_any_game(language: str) -> None:
    coach = parsed(language, "table")["coach"]
    assert isinstance(coach, dict)
    assert set(coach["reasons"]) == set(GENERAL)
