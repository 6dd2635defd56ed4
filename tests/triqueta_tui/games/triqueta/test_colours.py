"""Colours that people with any colour blindness can tell apart, and that can be read."""

from itertools import combinations

import pytest
from textual.color import Color
from textual.theme import Theme

from protocol.games.triqueta import Animal
from triqueta_tui.games.triqueta.colours import COLOURS
from triqueta_tui.themes import CONTRAST, FOREST, PLAIN, SIXTEEN, defaults, suiting, themes

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
TOLD_APART = 20.0
"""A difference in CIELAB at which nobody has to look twice (just noticeable is about 2.3)."""

THEMES = themes([COLOURS])
BY_NAME = {theme.name: theme for theme in THEMES}


def tones(theme: Theme) -> dict[Animal, str]:
    """What an animal's tile is coloured with."""
    return {
        animal: theme.variables["ram-name" if animal is Animal.RAM else animal.name.lower()]
        for animal in Animal
    }


def lab(colour: str, sight: str) -> tuple[float, float, float]:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in Color.parse(colour).normalized
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
@pytest.mark.parametrize("name", [FOREST, CONTRAST])
def test_animals_are_told_apart_by_everybody(name: str, sight: str) -> None:
    for (one, first), (other, second) in combinations(tones(BY_NAME[name]).items(), 2):
        apart = sum((a - b) ** 2 for a, b in zip(lab(first, sight), lab(second, sight), strict=True)) ** 0.5
        assert apart >= TOLD_APART, (one, other)


@pytest.mark.parametrize(("name", "least"), [(FOREST, 3.0), (CONTRAST, 4.5)])
def test_animals_and_words_stand_out_from_the_background(name: str, least: float) -> None:
    theme = BY_NAME[name]
    ground = Color.parse(theme.background or "")
    words = [theme.variables[key] for key in ("my-turn", "points-up", "points-down", "muted")]
    for colour in (*tones(theme).values(), *words):
        assert contrast(Color.parse(colour), ground) >= least, colour


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of WCAG."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: Color) -> float:
    r, g, b = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    )
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


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
