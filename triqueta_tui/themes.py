"""The colours: the house theme, high contrast, the terminal's own sixteen, and none at all.

The six animals of the house theme keep apart in lightness as well as in hue, so that people with any colour
blindness can tell them apart; what a token is, its picture or its letters say first.
"""

from typing import Final

from textual.theme import BUILTIN_THEMES, Theme

HOUSE: Final = "forest"
CONTRAST: Final = "contrast"
SIXTEEN: Final = "sixteen"
PLAIN: Final = "plain"

_COMMON: Final = {"eyes": "#15110f", "white": "#ffffff", "beak": "#f0c030"}

_FOREST: Final = {
    **_COMMON,
    "rabbit": "#f5ecda",
    "rabbit-light": "#f0a3a3",
    "rabbit-shade": "#c9b99c",
    "owl": "#c56aaf",
    "owl-light": "#f0dcf5",
    "owl-shade": "#87397a",
    "deer": "#f4bd33",
    "deer-light": "#fbe3b5",
    "deer-shade": "#c08a1c",
    "boar": "#cf5a26",
    "boar-light": "#f3b08f",
    "boar-shade": "#82300f",
    "ram": "#eef4f8",
    "ram-light": "#72cbff",
    "ram-shade": "#2b7cae",
    "bear": "#1f966f",
    "bear-light": "#bfe8d2",
    "bear-shade": "#146b4f",
    "ram-name": "#72cbff",
    "stone": "#7d8a84",
    "stone-shade": "#56625d",
    "leaf": "#6fbf6a",
    "trunk": "#a9784b",
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
}

_CONTRAST: Final = {
    **_FOREST,
    "rabbit": "#ffffef",
    "rabbit-light": "#ffb3b3",
    "owl": "#c563d1",
    "owl-shade": "#7d2a88",
    "deer": "#ffd81f",
    "boar": "#ff5d1f",
    "boar-shade": "#a02c00",
    "ram-light": "#81e4ff",
    "ram-name": "#81e4ff",
    "bear": "#00a380",
    "bear-shade": "#006e56",
    "stone": "#c0c0c0",
    "stone-shade": "#909090",
    "leaf": "#7dff76",
    "my-turn": "#ffe600",
    "my-turn-text": "#000000",
    "points-up": "#7dff76",
    "points-down": "#ff9a76",
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
}

_SIXTEEN: Final = {
    "eyes": "ansi_black",
    "white": "ansi_bright_white",
    "beak": "ansi_bright_yellow",
    "rabbit": "ansi_bright_white",
    "rabbit-light": "ansi_bright_red",
    "rabbit-shade": "ansi_white",
    "owl": "ansi_bright_magenta",
    "owl-light": "ansi_white",
    "owl-shade": "ansi_magenta",
    "deer": "ansi_bright_yellow",
    "deer-light": "ansi_white",
    "deer-shade": "ansi_yellow",
    "boar": "ansi_red",
    "boar-light": "ansi_bright_red",
    "boar-shade": "ansi_bright_black",
    "ram": "ansi_bright_white",
    "ram-light": "ansi_bright_cyan",
    "ram-shade": "ansi_blue",
    "bear": "ansi_green",
    "bear-light": "ansi_white",
    "bear-shade": "ansi_bright_black",
    "ram-name": "ansi_bright_cyan",
    "stone": "ansi_white",
    "stone-shade": "ansi_bright_black",
    "leaf": "ansi_bright_green",
    "trunk": "ansi_yellow",
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
"""What Textual's own widgets count on in a theme of the terminal's colours."""

VARIABLES: Final = _FOREST
"""What the style sheets count on: the values for a theme that does not know them."""

THEMES: Final = (
    Theme(
        name=HOUSE,
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
    Theme(
        name=SIXTEEN,
        ansi=True,
        primary="ansi_green",
        secondary="ansi_cyan",
        accent="ansi_bright_yellow",
        warning="ansi_bright_yellow",
        error="ansi_bright_red",
        success="ansi_bright_green",
        foreground="ansi_default",
        background="ansi_default",
        surface="ansi_default",
        panel="ansi_default",
        boost="ansi_default",
        variables={**_ANSI, **_SIXTEEN},
    ),
    Theme(
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
    ),
)


def suiting(colours: str) -> str:
    """The theme for a terminal that can show ``none``, ``16``, ``256`` or ``truecolor``."""
    return {"none": PLAIN, "16": SIXTEEN}.get(colours, HOUSE)
