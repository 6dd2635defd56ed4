"""Colours that people with any colour blindness can tell apart, and that can be read."""

from itertools import combinations

import pytest
from textual.color import Color
from textual.theme import Theme

from protocol.games.triqueta import Animal
from tests.triqueta_tui.colours import DEPTHS, contrast, drawn_with, shown
from triqueta_tui.games.triqueta.colours import COLOURS
from triqueta_tui.themes import CONTRAST, FOREST, NAMES, PLAIN, SIXTEEN, defaults, suiting, theme

# Machado, Oliveira, Fernandes 2009, severity 1.0, for linear RGB.
SIGHT = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TOLD_APART = {"truecolor": 20.0, "256": 15.0}
"""A difference in CIELAB at which nobody has to look twice (just noticeable is about 2.3)."""

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


def lab(colour: Color, sight: str) -> tuple[float, float, float]:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    ]
    r, g, b = (
        min(1.0, max(0.0, sum(f * part for f, part in zip(row, linear, strict=True)))) for row in SIGHT[sight]
    )
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", COLOURED)
def test_animals_are_told_apart_by_everybody(name: str, depth: str, sight: str) -> None:
    for (one, first), (other, second) in combinations(tones(name, depth).items(), 2):
        apart = sum((a - b) ** 2 for a, b in zip(lab(first, sight), lab(second, sight), strict=True)) ** 0.5
        assert apart >= TOLD_APART[depth], (one, other)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", COLOURED)
def test_animals_stand_out_from_what_they_lie_on(name: str, depth: str) -> None:
    least = 4.5 if name == CONTRAST else 3.0
    colours = drawn_with(theme(name, [COLOURS], depth), depth)
    for ground in ("background", "surface", "band"):
        for animal, tone in tones(name, depth).items():
            assert contrast(tone, colours[ground]) >= least, (animal, ground)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", COLOURED)
def test_the_letters_of_a_token_can_be_read(name: str, depth: str) -> None:
    letters = drawn_with(theme(name, [COLOURS], depth), depth)["token-text"]
    for animal, tone in tones(name, depth).items():
        assert contrast(letters, tone) >= 4.0, animal


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
