"""The colours in which the log names stones: those of the stones, light or dark enough to be read."""

from typing import Final

from triqueta_tui import themes

_ON_DARK: Final = {
    "stone-yellow-name": "#e3bd36",
    "stone-red-name": "#f08a80",
    "stone-blue-name": "#94b0ff",
    "stone-green-name": "#5cc99c",
}
_ON_LIGHT: Final = {
    "stone-yellow-name": "#745a00",
    "stone-red-name": "#a32621",
    "stone-blue-name": "#2a49a6",
    "stone-green-name": "#0f6247",
}
_SIXTEEN: Final = {
    "stone-yellow-name": "ansi_yellow",
    "stone-red-name": "ansi_red",
    "stone-blue-name": "ansi_blue",
    "stone-green-name": "ansi_green",
}

NAME_COLOURS: Final[themes.GameColours] = {
    themes.FOREST: _ON_DARK,
    themes.DAYLIGHT: _ON_LIGHT,
    themes.SOLARIZED: _ON_DARK,
    themes.GRUVBOX: _ON_DARK,
    themes.NORD: _ON_DARK,
    themes.CONTRAST: _ON_DARK,
    themes.SIXTEEN: _SIXTEEN,
}
