"""The rules on the screen say what the rules engine does."""

from collections.abc import Sequence

import pytest

from tests.triqueta_tui.bare import MakeApp
from tests.triqueta_tui.locale.catalogues import section
from triqueta_protocol.games.triche import FACE_DOWN
from triqueta_protocol.games.triche_cards import LINES, OUTER_LINES, points, spoiled
from triqueta_tui.games.triche.rules_text import (
    BLUE_GREY,
    CENTRE_LAID,
    CENTRE_TURNED,
    CHAPTERS,
    CONQUEST,
    CORNER_ACROSS,
    CORNER_ALONG,
    COUNTED,
    FIT,
    FORCED,
    TURNED,
    I,
    R,
    T,
    TricheRulesText,
)
from triqueta_tui.locale import LANGUAGES
from triqueta_tui.widgets.prose import width


def scored(cells: Sequence[int]) -> list[int]:
    return [points(line, *(cells[at] for at in LINES[line])) for line in range(len(LINES))]


def fits(cells: Sequence[int | None], cell: int, card: int) -> bool:
    return spoiled(cells, cell, card, diagonals=True) is None


def test_lines_of_three_score_as_the_page_says() -> None:
    assert points(0, T, T, T) == points(0, T, R, I) == 1
    assert points(0, T, T, R) == 0
    assert points(0, T, BLUE_GREY, R) == 3
    assert points(0, T, TURNED, R) == 0


def test_what_fits_in_the_example_and_what_does_not() -> None:
    assert fits(FIT, 2, I)
    assert not fits(FIT, 2, T)


def test_the_conquest_completes_an_open_line_that_scores() -> None:
    assert fits(CONQUEST, 6, R)
    after = [R if at == 6 else card for at, card in enumerate(CONQUEST)]
    left = [after[at] for at in LINES[3]]
    assert 3 in OUTER_LINES
    assert left == [R, R, R]
    assert points(3, R, R, R) == 1


def test_nothing_fits_where_a_card_is_forced() -> None:
    assert FORCED[4] == FACE_DOWN
    assert not any(fits(FORCED, 2, card) for card in (T, R, I))
    assert points(0, T, R, I) == 1
    assert points(5, T, T, T) == 1
    after = [R if at == 2 else card for at, card in enumerate(FORCED)]
    assert [points(line, *(after[at] or 0 for at in LINES[line])) for line in (0, 5)] == [0, 0]


def test_the_count_of_the_example() -> None:
    assert [line for line, one in enumerate(scored(COUNTED)) if one] == [0, 2, 3, 4]


def test_a_corner_shows_what_the_page_says() -> None:
    row, column, diagonal = ((line, LINES[line]) for line in (0, 3, 6))
    for corner, expected in ((CORNER_ACROSS, [1, 1, 1]), (CORNER_ALONG, [1, 1, 0])):
        assert [
            points(line, *(one for at in cells if (one := corner[at]) is not None))
            for line, cells in (row, column, diagonal)
        ] == expected


def test_the_turned_centre_scores_what_the_page_says() -> None:
    assert sum(scored(CENTRE_LAID)) == 2
    assert sum(scored(CENTRE_TURNED)) == 5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cells", [36, 76])
async def test_every_line_fits_and_every_sentence_is_shown(
    make_app: MakeApp, language: str, cells: int
) -> None:
    app = make_app(language=language)
    async with app.run_test():
        chapters = TricheRulesText().chapters(cells, app)
        assert len(chapters) == len(CHAPTERS)
        assert all(width(line) <= cells for chapter in chapters for line in chapter)
        shown = "".join(words for chapter in chapters for line in chapter for words, _ in line)
        shown = shown.replace(" ", "")
        for key, text in section(language, "triche.rules").items():
            if key.count(".") > 2:
                plain = text.replace("[b]", "").replace("[/b]", "")
                assert "".join(plain.split()) in shown, key
