"""Colours that people with any colour blindness can tell apart, and that can be read."""

from itertools import combinations

import pytest
from textual.color import Color
from textual.theme import Theme

from tests.triqueta_tui.colours import DEPTHS, SIGHT, TOLD_APART, apart, contrast, drawn_with, shown
from triqueta_protocol.games.triqueta import Animal
from triqueta_tui.games.triqueta.colours import COLOURS
from triqueta_tui.themes import CONTRAST, FOREST, NAMES, PLAIN, SIXTEEN, defaults, suiting, theme

THEMES = tuple(theme(name, [COLOURS]) for name in NAMES)
BY_NAME = {theme.name: theme for theme in THEMES}
COLOURED = [theme.name for theme in THEMES if not theme.ansi]


def tones(name: str, depth: str) -> dict[Animal, Color]:
    """What an animal's tile is coloured with."""
    variables = theme(name, [COLOURS], depth).variables
    return {
        animal: shown(variables["ram-name" if animal is Animal.RAM else animal.name.lower()], depth)
        for animal in Animal
    }


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", COLOURED)
def test_animals_are_told_apart_by_everybody(name: str, depth: str, sight: str) -> None:
    for (one, first), (other, second) in combinations(tones(name, depth).items(), 2):
        assert apart(first, second, sight) >= TOLD_APART[depth], (one, other)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", COLOURED)
def test_animals_stand_out_from_what_they_lie_on(name: str, depth: str) -> None:
    least = 4.5 if name == CONTRAST else 3.0
    colours = drawn_with(theme(name, [COLOURS], depth), depth)
    for ground in ("background", "surface", "band"):
        for animal, tone in tones(name, depth).items():
            assert contrast(tone, colours[ground]) >= least, (animal, ground)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_every_theme_knows_every_colour_the_screens_use(theme: Theme) -> None:
    assert defaults([COLOURS]).keys() <= theme.variables.keys()


def test_sixteen_colours_and_none_leave_the_terminal_its_own() -> None:
    for name in (SIXTEEN, PLAIN):
        theme = BY_NAME[name]
        assert theme.ansi
        assert all(
            value.startswith("ansi_") for key, value in theme.variables.items() if not key.endswith("style")
        )
    assert {value for key, value in BY_NAME[PLAIN].variables.items() if not key.endswith("style")} == {
        "ansi_default"
    }


def test_each_terminal_gets_the_theme_that_suits_it() -> None:
    assert [suiting(colours) for colours in ("none", "16", "256", "truecolor")] == [
        PLAIN,
        SIXTEEN,
        FOREST,
        FOREST,
    ]
