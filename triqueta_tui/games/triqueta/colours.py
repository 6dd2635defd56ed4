"""The colours of the animals, the rock and the trees in each theme."""

from typing import Final

from triqueta_tui import themes

_FOREST: Final = {
    "eyes": "#15110f",
    "white": "#ffffff",
    "beak": "#f0c030",
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
    "bear": "#00a380",
    "bear-shade": "#006e56",
    "ram-name": "#81e4ff",
    "stone": "#c0c0c0",
    "stone-shade": "#909090",
    "leaf": "#7dff76",
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
}

COLOURS: Final[themes.GameColours] = {
    themes.FOREST: _FOREST,
    themes.CONTRAST: _CONTRAST,
    themes.SIXTEEN: _SIXTEEN,
}
