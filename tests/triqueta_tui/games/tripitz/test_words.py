"""The words of Tripitz: every refusal has one, and the motto fits."""

import pytest
from rich.cells import cell_len

from tests.triqueta_tui.locale.catalogues import section
from triqueta_server.games.tripitz.refusals import Why
from triqueta_tui.locale import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_for_an_illegal_action_has_a_sentence(language: str) -> None:
    assert {*section(language, "tripitz.errors")} == {f"tripitz.errors.{why.value}" for why in Why}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_motto_fits_on_one_line(language: str) -> None:
    words = section(language, "tripitz.game")
    assert {*words} == {f"tripitz.game.{one}" for one in ("name", "summary", "motto")}
    assert cell_len(words["tripitz.game.motto"]) <= 66
