"""Every stone has a name of its own, in words and in letters."""

import pytest
from rich.cells import cell_len

from triqueta_protocol.games.tripitz_stones import PIECES, STONES, Colour, Ink, Symbol, stone
from triqueta_tui.games.tripitz import stone_words
from triqueta_tui.locale import LANGUAGES, use

STAR = stone(Colour.YELLOW, Symbol.STAR, Ink.WHITE)
MOON = stone(Colour.GREEN, Symbol.MOON, Ink.LIGHT_BLUE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_stones_share_a_name(language: str) -> None:
    use(language)
    for name in (stone_words.letters, stone_words.full_name):
        assert len({name(piece) for piece in range(STONES)}) == STONES
        assert len({name(piece) for piece in range(PIECES)}) == STONES + 1
    assert {cell_len(stone_words.letters(piece)) for piece in range(PIECES)} == {3}


@pytest.mark.parametrize(
    ("language", "star", "moon", "letters"),
    [
        ("en", "yellow with a white star", "green with a light blue moon", ("Y*w", "G(l")),
        ("de", "Gelb mit weißem Stern", "Grün mit hellblauem Mond", ("G*w", "Ü(h")),
        ("zh_Hant", "黃底白星", "綠底淺藍月", ("Y*w", "G(l")),
    ],
)
def test_a_stone_in_words_and_in_letters(
    language: str, star: str, moon: str, letters: tuple[str, str]
) -> None:
    use(language)
    assert (stone_words.full_name(STAR), stone_words.full_name(MOON)) == (star, moon)
    assert (stone_words.letters(STAR), stone_words.letters(MOON)) == letters


def test_what_stones_show_in_a_feature() -> None:
    use("en")
    assert stone_words.compared((STAR, STAR, MOON), 0) == "colour: yellow, yellow, green"
    assert stone_words.compared((STAR, MOON), 2) == "symbol colour: white, light blue"
    use("zh_Hant")
    assert stone_words.compared((STAR, STAR, MOON), 1) == "圖案：星、星、月"


def test_words_about_a_stone_bear_its_colour() -> None:
    assert stone_words.coloured("a moon", MOON) == (("a moon", "$stone-green-name"),)
    assert stone_words.coloured("a joker", STONES) == (("a joker", ""),)
