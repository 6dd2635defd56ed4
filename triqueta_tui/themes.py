"""The colours of the program: four themes, to which each game adds colours of its own."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from textual.theme import BUILTIN_THEMES, Theme

FOREST: Final = "forest"
CONTRAST: Final = "contrast"
SIXTEEN: Final = "sixteen"
PLAIN: Final = "plain"
NAMES: Final = (FOREST, CONTRAST, SIXTEEN, PLAIN)

GameColours = Mapping[str, Mapping[str, str]]
"""The variables that a game adds, by the name of a theme; ``PLAIN`` needs none."""

_FOREST: Final = {
    "my-turn": "#f2c14e",
    "my-turn-text": "#1b1405",
    "points-up": "#8fd694",
    "points-down": "#ff9a76",
    "paper": "#f4ecd8",
    "paper-ink": "#2c2a26",
    "paper-line": "#b9ab8c",
    "paper-mark": "#a63d20",
    "paper-pen": "#27408b",
    "border": "#3a5047",
    "muted": "#9aaba2",
    "faint": "#5f6f67",
    "band": "#151e1c",
    "cursor-style": "bold",
    "mark-style": "bold",
    "dim-style": "none",
    "footer-key-foreground": "#f2c14e",
    "bar": "#7d8a84",
    "knot": "#c56aaf",
}

_CONTRAST: Final = {
    **_FOREST,
    "my-turn": "#ffe600",
    "my-turn-text": "#000000",
    "points-up": "#7dff76",
    "paper": "#ffffff",
    "paper-ink": "#000000",
    "paper-line": "#707070",
    "paper-mark": "#b00000",
    "paper-pen": "#000090",
    "border": "#ffffff",
    "muted": "#e0e0e0",
    "faint": "#a8a8a8",
    "band": "#141414",
    "footer-key-foreground": "#ffe600",
    "bar": "#c0c0c0",
    "knot": "#c563d1",
}

_SIXTEEN: Final = {
    "my-turn": "ansi_bright_yellow",
    "my-turn-text": "ansi_black",
    "points-up": "ansi_bright_green",
    "points-down": "ansi_bright_red",
    "paper": "ansi_white",
    "paper-ink": "ansi_black",
    "paper-line": "ansi_bright_black",
    "paper-mark": "ansi_red",
    "paper-pen": "ansi_blue",
    "border": "ansi_bright_black",
    "muted": "ansi_default",
    "faint": "ansi_bright_black",
    "band": "ansi_default",
    "cursor-style": "bold",
    "mark-style": "bold",
    "dim-style": "none",
    "footer-key-foreground": "ansi_bright_yellow",
    "bar": "ansi_white",
    "knot": "ansi_bright_magenta",
}

_PLAIN: Final = {
    **dict.fromkeys(_SIXTEEN, "ansi_default"),
    "cursor-style": "bold reverse",
    "mark-style": "bold underline",
    "dim-style": "dim",
    "block-cursor-text-style": "bold reverse",
    "input-cursor-text-style": "reverse",
}

_ANSI: Final = BUILTIN_THEMES["ansi-dark"].variables
"""What Textual's own widgets expect of a theme in the terminal's colours."""


_PLAIN_THEME: Final = Theme(
    name=PLAIN,
    ansi=True,
    primary="ansi_default",
    secondary="ansi_default",
    accent="ansi_default",
    warning="ansi_default",
    error="ansi_default",
    success="ansi_default",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    variables={**dict.fromkeys(_ANSI, "ansi_default"), **_PLAIN},
)

_THEMES: Final = (
    Theme(
        name=FOREST,
        primary="#5fa37f",
        secondary="#8c7a54",
        accent="#f2c14e",
        warning="#f2c14e",
        error="#e06c4f",
        success="#6fbf6a",
        foreground="#e6e4d9",
        background="#101716",
        surface="#16201e",
        panel="#1e2b28",
        dark=True,
        variables=_FOREST,
    ),
    Theme(
        name=CONTRAST,
        primary="#4cc2ff",
        secondary="#ffe600",
        accent="#ffe600",
        warning="#ffe600",
        error="#ff7a5c",
        success="#7dff76",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#1c1c1c",
        dark=True,
        variables=_CONTRAST,
    ),
    replace(
        _PLAIN_THEME,
        name=SIXTEEN,
        primary="ansi_green",
        secondary="ansi_cyan",
        accent="ansi_bright_yellow",
        warning="ansi_bright_yellow",
        error="ansi_bright_red",
        success="ansi_bright_green",
        variables={**_ANSI, **_SIXTEEN},
    ),
    _PLAIN_THEME,
)


def themes(games: Iterable[GameColours]) -> tuple[Theme, ...]:
    """The themes, with the colours of these games among their variables."""
    every = list(games)
    return tuple(
        replace(theme, variables={**_of_games(theme.name, every), **theme.variables}) for theme in _THEMES
    )


def defaults(games: Iterable[GameColours]) -> dict[str, str]:
    """The values of our variables in a theme that does not have them."""
    variables = dict(_FOREST)
    for game in games:
        variables |= game[FOREST]
    return variables


def _of_games(theme: str, games: Iterable[GameColours]) -> dict[str, str]:
    variables: dict[str, str] = {}
    for game in games:
        variables |= game.get(theme) or dict.fromkeys(game[SIXTEEN], "ansi_default")
    return variables


def suiting(colours: str) -> str:
    """The theme for a terminal that can show ``none``, ``16``, ``256`` or ``truecolor``."""
    return {"none": PLAIN, "16": SIXTEEN}.get(colours, FOREST)
