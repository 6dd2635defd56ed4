"""Stones and symbol colours are told apart by everybody, and symbols can be seen on every stone."""

from itertools import combinations

import pytest
from textual.color import Color

from tests.triqueta_tui.colours import DEPTHS, SIGHT, TOLD_APART, apart, drawn_with
from triqueta_protocol.games.tripitz_stones import Colour, Ink
from triqueta_tui.games.tripitz.colours import COLOURS
from triqueta_tui.themes import NAMES, defaults, theme

STONES = tuple(f"stone-{colour.name.lower()}" for colour in Colour)
COLOURED = [name for name in NAMES if not theme(name, [COLOURS]).ansi]


def drawn(name: str, depth: str) -> dict[str, Color]:
    return drawn_with(theme(name, [COLOURS], depth), depth)


SYMBOLS = tuple(f"symbol-{ink.name.lower().replace('_', '-')}" for ink in Ink if ink is not Ink.BLACK)
"""On a darker shade of the stone; black ones lie on the colour itself."""


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", COLOURED)
def test_stones_and_symbol_colours_are_told_apart_by_everybody(name: str, depth: str, sight: str) -> None:
    colours = drawn(name, depth)
    for one, other in combinations(STONES, 2):
        assert apart(colours[one], colours[other], sight) >= TOLD_APART[depth], (one, other)
    for one, other in combinations(SYMBOLS, 2):
        assert apart(colours[one], colours[other], sight) >= TOLD_APART[depth], (one, other)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", COLOURED)
def test_stones_stand_out_from_free_cells(name: str, depth: str) -> None:
    colours = drawn(name, depth)
    for cell in ("cell-inner", "cell-edge"):
        for stone in STONES:
            assert apart(colours[stone], colours[cell], "usual") >= 15, (cell, stone)


@pytest.mark.parametrize("name", NAMES)
def test_every_theme_knows_every_colour(name: str) -> None:
    assert defaults([COLOURS]).keys() <= theme(name, [COLOURS]).variables.keys()
