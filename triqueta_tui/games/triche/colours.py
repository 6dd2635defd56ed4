"""The colours of the cards in each theme."""

from typing import Final

from triqueta_tui import themes

_FOREST: Final = {
    "card-blue": "#4f8fd0",
    "card-grey": "#a9b0ad",
    "card-red": "#d9604a",
    "card-ink": "#10141a",
    "card-back": "#3b4a5c",
    "card-slot": "#1d2826",
}

_DAYLIGHT: Final = {
    "card-blue": "#2465b0",
    "card-grey": "#717774",
    "card-red": "#b03024",
    "card-ink": "#ffffff",
    "card-back": "#cdc4ac",
    "card-slot": "#eee9db",
}

_SOLARIZED: Final = {
    "card-blue": "#3d9be6",
    "card-grey": "#b4bdb8",
    "card-red": "#e5604c",
    "card-ink": "#00212b",
    "card-back": "#0b3f4c",
    "card-slot": "#0b3a46",
}

_GRUVBOX: Final = {
    "card-blue": "#5b9fc9",
    "card-grey": "#c2b59b",
    "card-red": "#f0594a",
    "card-ink": "#1d2021",
    "card-back": "#504945",
    "card-slot": "#32302f",
}

_NORD: Final = {
    "card-blue": "#5f9fe0",
    "card-grey": "#c6cdd9",
    "card-red": "#de737a",
    "card-ink": "#20242d",
    "card-back": "#4c566a",
    "card-slot": "#363d4b",
}

_CONTRAST: Final = {
    "card-blue": "#5cb0ff",
    "card-grey": "#e0e0e0",
    "card-red": "#ff6a4d",
    "card-ink": "#000000",
    "card-back": "#404040",
    "card-slot": "#1c1c1c",
}

_SIXTEEN: Final = {
    "card-blue": "ansi_bright_cyan",
    "card-grey": "ansi_white",
    "card-red": "ansi_bright_red",
    "card-ink": "ansi_black",
    "card-back": "ansi_bright_black",
    "card-slot": "ansi_default",
}

COLOURS: Final[themes.GameColours] = {
    themes.FOREST: _FOREST,
    themes.DAYLIGHT: _DAYLIGHT,
    themes.SOLARIZED: _SOLARIZED,
    themes.GRUVBOX: _GRUVBOX,
    themes.NORD: _NORD,
    themes.CONTRAST: _CONTRAST,
    themes.SIXTEEN: _SIXTEEN,
}
