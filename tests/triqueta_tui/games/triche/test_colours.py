"""The three colours of the cards are told apart by everybody, and their letters can be read."""

from itertools import combinations

import pytest
from textual.color import Color

from tests.triqueta_tui.colours import DEPTHS, SIGHT, TOLD_APART, apart, contrast, drawn_with
from triqueta_tui.games.triche.colours import COLOURS
from triqueta_tui.themes import CONTRAST, NAMES, defaults, theme

CARDS = ("card-blue", "card-grey", "card-red")
COLOURED = [name for name in NAMES if not theme(name, [COLOURS]).ansi]


def drawn(name: str, depth: str) -> dict[str, Color]:
    return drawn_with(theme(name, [COLOURS], depth), depth)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", COLOURED)
def test_cards_are_told_apart_by_everybody(name: str, depth: str, sight: str) -> None:
    colours = drawn(name, depth)
    for one, other in combinations(CARDS, 2):
        assert apart(colours[one], colours[other], sight) >= TOLD_APART[depth], (one, other)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", COLOURED)
def test_cards_stand_out_from_what_they_lie_on(name: str, depth: str) -> None:
    least = 4.5 if name == CONTRAST else 3.0
    colours = drawn(name, depth)
    for ground in ("background", "surface"):
        for card in CARDS:
            assert contrast(colours[card], colours[ground]) >= least, (card, ground)


@pytest.mark.parametrize("name", NAMES)
def test_every_theme_knows_every_colour_of_the_cards(name: str) -> None:
    assert defaults([COLOURS]).keys() <= theme(name, [COLOURS]).variables.keys()
