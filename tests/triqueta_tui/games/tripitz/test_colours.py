"""Stones and symbol colours are told apart by everybody, and symbols can be seen on every stone."""

from itertools import combinations

import pytest
from textual.color import Color

from tests.triqueta_tui.colours import DEPTHS, SIGHT, TOLD_APART, apart, contrast, drawn_with
from triqueta_protocol.games.tripitz_stones import Colour, Ink
from triqueta_tui.games.tripitz.colours import COLOURS
from triqueta_tui.themes import NAMES, defaults, theme

STONES = tuple(f"stone-{colour.name.lower()}" for colour in Colour)
COLOURED = [name for name in NAMES if not theme(name, [COLOURS]).ansi]


def drawn(name: str, depth: str) -> dict[str, Color]:
    return drawn_with(theme(name, [COLOURS], depth), depth)


def symbols(colours: dict[str, Color], stone: str) -> dict[Ink, Color]:
    names = {ink: f"symbol-{ink.name.lower().replace('_', '-')}" for ink in Ink}
    on_stone = stone.replace("stone-", "-on-")
    return {ink: colours.get(name + on_stone, colours[name]) for ink, name in names.items()}


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", COLOURED)
def test_stones_and_symbol_colours_are_told_apart_by_everybody(name: str, depth: str, sight: str) -> None:
    colours = drawn(name, depth)
    for one, other in combinations(STONES, 2):
        assert apart(colours[one], colours[other], sight) >= TOLD_APART[depth], (one, other)
    for stone in STONES:
        for one_ink, other_ink in combinations(symbols(colours, stone).values(), 2):
            assert apart(one_ink, other_ink, sight) >= TOLD_APART[depth], stone


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", COLOURED)
def test_every_symbol_can_be_seen_on_every_stone(name: str, depth: str) -> None:
    colours = drawn(name, depth)
    for stone in STONES:
        for ink, colour in symbols(colours, stone).items():
            assert contrast(colour, colours[stone]) >= 2.0, (stone, ink)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", COLOURED)
def test_points_can_be_read_in_free_cells(name: str, depth: str) -> None:
    colours = drawn(name, depth)
    for cell in ("cell-inner", "cell-edge"):
        for ink in ("foreground", "points-up"):
            assert contrast(colours[ink], colours[cell]) >= 3.0, (cell, ink)
        for stone in STONES:
            assert apart(colours[stone], colours[cell], "usual") >= 15, (cell, stone)


@pytest.mark.parametrize("name", NAMES)
def test_every_theme_knows_every_colour(name: str) -> None:
    assert defaults([COLOURS]).keys() <= theme(name, [COLOURS]).variables.keys()
