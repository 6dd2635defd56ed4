"""The rules on the screen say what the rules engine does."""

import pytest

from tests.triqueta_tui.bare import MakeApp
from triqueta_protocol.games.triqueta import VALUES, Animal, points
from triqueta_tui.games.triqueta import rules_text
from triqueta_tui.games.triqueta.rules_text import TriquetaRulesText
from triqueta_tui.locale import LANGUAGES, use
from triqueta_tui.widgets.prose import Line, width


async def lines_of(make_app: MakeApp, cells: int) -> list[Line]:
    app = make_app()
    async with app.run_test():
        return [line for chapter in TriquetaRulesText().chapters(cells, app) for line in chapter]


def test_the_example_is_scored_as_the_engine_scores_it() -> None:
    assert rules_text.EXAMPLE == (1, 2, 3, 5, 3, 1)
    scored = tuple(points(animal, count) for animal, count in enumerate(rules_text.EXAMPLE))
    assert scored == rules_text.EXAMPLE_POINTS
    assert sum(scored) + rules_text.EXAMPLE_TREES + rules_text.EXAMPLE_ROCK == rules_text.EXAMPLE_TOTAL == 21


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cells", [36, 55, 56, 76])
async def test_every_line_fits(make_app: MakeApp, language: str, cells: int) -> None:
    app = make_app(language=language)
    async with app.run_test():
        for chapter in TriquetaRulesText().chapters(cells, app):
            assert all(width(line) <= cells for line in chapter)


@pytest.mark.parametrize("cells", [36, 76])
async def test_the_example_is_drawn_with_all_its_tokens_and_its_sum(make_app: MakeApp, cells: int) -> None:
    text = ["".join(words for words, _ in line) for line in await lines_of(make_app, cells)]
    start = next(number for number, line in enumerate(text) if line.startswith("Mira ends"))
    drawn = text[start:]
    for letters, count in zip(("RB", "OW", "DE", "BO", "RM", "BE"), rules_text.EXAMPLE, strict=True):
        assert sum(line.split().count(letters) for line in drawn) == count
    assert next(line for line in drawn if line.startswith("Mira’s score")).endswith("21")


async def test_the_values_of_all_animals_are_told(make_app: MakeApp) -> None:
    text = " ".join("".join(words for words, _ in line) for line in await lines_of(make_app, 76))
    use("en")
    for animal in Animal:
        assert f"{animal.name.lower()} {VALUES[animal]}" in text
