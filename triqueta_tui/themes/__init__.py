"""The themes of the program; each game adds its colours."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from textual.color import Color
from textual.theme import Theme

from triqueta_tui.themes import eight_bit
from triqueta_tui.themes.palettes import (
    CONTRAST,
    DAYLIGHT,
    FOREST,
    FOREST_VARIABLES,
    GRUVBOX,
    NORD,
    PALETTES,
    PLAIN,
    SIXTEEN,
    SOLARIZED,
    Palette,
)

__all__ = ("CONTRAST", "DAYLIGHT", "FOREST", "GRUVBOX", "NORD", "PLAIN", "SIXTEEN", "SOLARIZED")

NAMES: Final = tuple(PALETTES)

GameColours = Mapping[str, Mapping[str, str]]
"""The variables that a game adds, by the name of a theme.

``PLAIN`` needs none; a theme that is not there gets those of ``FOREST``.
"""

_BASE: Final = (
    "primary",
    "secondary",
    "accent",
    "warning",
    "error",
    "success",
    "foreground",
    "background",
    "surface",
    "panel",
)


def theme(name: str, games: Iterable[GameColours], colours: str = "truecolor") -> Theme:
    """The theme for a terminal that can show ``256`` or ``truecolor``, with the colours of these games."""
    palette = PALETTES[name]
    variables: dict[str, str] = {}
    for game in games:
        variables |= _of_game(game, name)
    made = replace(palette.theme, variables={**variables, **palette.theme.variables})
    return _with_256(made, palette) if colours == "256" and not made.ansi else made


def defaults(games: Iterable[GameColours]) -> dict[str, str]:
    """The values of our variables in a theme that does not have them."""
    variables = dict(FOREST_VARIABLES)
    for game in games:
        variables |= game[FOREST]
    return variables


def suiting(colours: str) -> str:
    """The theme for a terminal that can show ``none``, ``16``, ``256`` or ``truecolor``."""
    return {"none": PLAIN, "16": SIXTEEN}.get(colours, FOREST)


def _of_game(game: GameColours, theme: str) -> Mapping[str, str]:
    if theme == PLAIN:
        return dict.fromkeys(game[SIXTEEN], "ansi_default")
    return game.get(theme) or game[FOREST]


def _with_256(made: Theme, palette: Palette) -> Theme:
    base: dict[str, Any] = {field: _shown(palette, field, getattr(made, field)) for field in _BASE}
    variables = {
        variable: _shown(palette, variable, value) if value.startswith("#") else value
        for variable, value in made.variables.items()
    }
    return replace(made, variables=variables, **base)


def _shown(palette: Palette, name: str, colour: str) -> str:
    if name in palette.of_256:
        return eight_bit.numbered(palette.of_256[name]).hex
    return eight_bit.nearest(Color.parse(colour)).hex
