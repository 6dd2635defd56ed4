"""The rules on the screen say what the rules engine does."""

import re

import pytest

from tests.triqueta_tui.bare import MakeApp
from tests.triqueta_tui.locale.catalogues import section
from triqueta_protocol.games.tripitz_board import EDGE, NUMBERS, Sum
from triqueta_protocol.games.tripitz_stones import PIECES, features
from triqueta_server.games.tripitz.lookups import FREE, OFF
from triqueta_server.games.tripitz.scoring import figures, sum_of
from triqueta_tui.games.tripitz import rules_examples as examples
from triqueta_tui.games.tripitz.exercises import likeness
from triqueta_tui.games.tripitz.rules_text import CHAPTERS, SAMPLES, TripitzRulesText
from triqueta_tui.locale import LANGUAGES
from triqueta_tui.widgets.prose import width


def engine(example: examples.Example) -> Sum:
    """What the server pays for the stone of an example."""
    board = [FREE if piece is None else piece for piece in example.board] + [OFF]
    cell = NUMBERS[example.at]
    return sum_of(figures(board, cell, example.stone, one_per_axis=False), cell)


def shown(app_text: TripitzRulesText, cells: int, app: object) -> str:
    chapters = app_text.chapters(cells, app)  # type: ignore[arg-type]
    return "".join(words for chapter in chapters for line in chapter for words, _ in line)


@pytest.mark.parametrize(
    ("stones", "found"),
    [
        (examples.TRIPLE, ["alike", "different", "different"]),
        (examples.DIFFERENT, ["different", "different", "different"]),
        (examples.SPOILED, ["mixed", "alike", "different"]),
        (examples.QUADRUPLE, ["different", "alike", "different"]),
    ],
)
def test_lines_of_stones_are_what_the_page_says(stones: tuple[int, ...], found: list[str]) -> None:
    assert len({*stones}) == len(stones) == (4 if stones is examples.QUADRUPLE else 3)
    assert [likeness(stones, feature) for feature in range(3)] == found


@pytest.mark.parametrize(
    ("example", "made"),
    [
        (examples.TOUCHING, Sum(1, 0, 3, False, 3)),
        (examples.TWO_FIGURES, Sum(1, 1, 3, False, 12)),
        (examples.ON_THE_EDGE, Sum(1, 0, 2, True, 4)),
    ],
)
def test_moments_score_what_the_page_says(example: examples.Example, made: Sum) -> None:
    assert example.sum == engine(example) == made
    assert (NUMBERS[example.at] in EDGE) == made.edge
    stones = [*example.lying.values(), example.stone]
    assert len({*stones}) == len(stones)
    assert max(stones) < PIECES
    assert {*example.lying} <= {*example.shown}


def test_the_figures_of_the_captions_lie_as_they_say() -> None:
    touch, two = examples.TOUCHING, examples.TWO_FIGURES
    slant = (touch.stone, touch.lying[1, 0], touch.lying[0, 1])
    row = (two.lying[-1, 0], two.lying[0, 0], two.lying[1, 0], two.stone)
    upwards = (two.stone, two.lying[2, -1], two.lying[2, -2])
    for stones in (slant, row, upwards):
        assert "mixed" not in {likeness(stones, feature) for feature in range(3)}


def test_the_samples_show_every_value() -> None:
    for feature in range(3):
        assert len({features(sample)[feature] for sample in SAMPLES}) == 4


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cells", [36, 76])
async def test_every_line_fits_and_every_sentence_is_shown(
    make_app: MakeApp, language: str, cells: int
) -> None:
    app = make_app(language=language)
    async with app.run_test():
        text = TripitzRulesText()
        chapters = text.chapters(cells, app)
        assert len(chapters) == len(CHAPTERS) == len(text.titles())
        assert all(width(line) <= cells for chapter in chapters for line in chapter)
        assert all(width(line) <= cells for line in text.legend(cells, app))
        said = shown(text, cells, app).replace(" ", "")
        assert "{" not in said
        for key, sentence in section(language, "tripitz.rules").items():
            if key.count(".") > 2:
                plain = sentence.replace("[b]", "").replace("[/b]", "")
                for part in re.split(r"\{\w+\}", plain):
                    assert "".join(part.split()) in said, key


async def test_the_points_of_the_examples_are_worked_out(make_app: MakeApp) -> None:
    app = make_app(language="en")
    async with app.run_test():
        said = shown(TripitzRulesText(), 200, app)
        assert "1 triple = 1, × 3 touched = 3" in said
        assert "1 triple + 1 quadruple = 4, × 3 touched = 12" in said
        assert "1 triple = 1, × 2 touched, edge × 2 = 4" in said
        assert "colour: yellow, yellow, green: mixed" in said
