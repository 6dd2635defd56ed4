"""The colours of stones, symbols and cells in each theme."""

from typing import Final

from triqueta_tui import themes

_STONES: Final = {
    "stone-yellow": "#d7af00",
    "stone-red": "#b0201c",
    "stone-blue": "#2244bb",
    "stone-green": "#00875f",
    "stone-joker": "#6b5b78",
    "symbol-white": "#ffffff",
    "symbol-black": "#000000",
    "symbol-grey": "#b3b3b3",
    "symbol-light-blue": "#86dcff",
    # On yellow, the lightest stone, two symbol colours have to be darker.
    "symbol-grey-on-yellow": "#6a6a6a",
    "symbol-light-blue-on-yellow": "#0a6fc2",
}
"""The same in all themes with their own colours."""

_ON_DARK: Final = {
    **_STONES,
    "stone-yellow-name": "#e3bd36",
    "stone-red-name": "#f08a80",
    "stone-blue-name": "#94b0ff",
    "stone-green-name": "#5cc99c",
}
_ON_LIGHT: Final = {
    **_STONES,
    "stone-yellow-name": "#745a00",
    "stone-red-name": "#a32621",
    "stone-blue-name": "#2a49a6",
    "stone-green-name": "#0f6247",
}
"""With the colours in which the log names stones, light or dark enough to be read."""

_FOREST: Final = {**_ON_DARK, "cell-inner": "#1d2826", "cell-edge": "#33301f", "cell-centre": "#41544d"}
_DAYLIGHT: Final = {**_ON_LIGHT, "cell-inner": "#e9e2d0", "cell-edge": "#f0d9a8", "cell-centre": "#c9bfa4"}
_SOLARIZED: Final = {**_ON_DARK, "cell-inner": "#0c3d49", "cell-edge": "#26402f", "cell-centre": "#2b5f6c"}
_GRUVBOX: Final = {**_ON_DARK, "cell-inner": "#3a3735", "cell-edge": "#4c4325", "cell-centre": "#665c54"}
_NORD: Final = {**_ON_DARK, "cell-inner": "#3b4252", "cell-edge": "#4f4b4a", "cell-centre": "#5d6a83"}
_CONTRAST: Final = {**_ON_DARK, "cell-inner": "#1c1c1c", "cell-edge": "#3a3000", "cell-centre": "#606060"}

_SIXTEEN: Final = {
    "stone-yellow": "ansi_yellow",
    "stone-red": "ansi_red",
    "stone-blue": "ansi_blue",
    "stone-green": "ansi_green",
    "stone-joker": "ansi_magenta",
    "symbol-white": "ansi_bright_white",
    "symbol-black": "ansi_black",
    "symbol-grey": "ansi_white",
    "symbol-light-blue": "ansi_bright_cyan",
    "symbol-grey-on-yellow": "ansi_bright_black",
    "symbol-light-blue-on-yellow": "ansi_blue",
    "cell-inner": "ansi_default",
    "cell-edge": "ansi_default",
    "cell-centre": "ansi_default",
    "stone-yellow-name": "ansi_yellow",
    "stone-red-name": "ansi_red",
    "stone-blue-name": "ansi_blue",
    "stone-green-name": "ansi_green",
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
