"""The colours of stones, symbols and cells in each theme."""

from typing import Final

from triqueta_tui import themes

_STONES: Final = {
    "stone-yellow": "#f2ca1c",
    "stone-red": "#e3403b",
    "stone-blue": "#6c7eda",
    "stone-green": "#2fcf9c",
    "stone-yellow-deep": "#382d00",
    "stone-red-deep": "#930b05",
    "stone-blue-deep": "#0f22b0",
    "stone-green-deep": "#005028",
    "stone-joker": "#6b5b78",
    "symbol-white": "#ffffff",
    "symbol-black": "#000000",
    "symbol-grey": "#c2c2c2",
    "symbol-light-blue": "#7fd8ff",
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
_DAYLIGHT: Final = {**_ON_LIGHT, "cell-inner": "#eee9db", "cell-edge": "#f5e7c8", "cell-centre": "#c9bfa4"}
_SOLARIZED: Final = {**_ON_DARK, "cell-inner": "#0b3a46", "cell-edge": "#223a2b", "cell-centre": "#2b5f6c"}
_GRUVBOX: Final = {**_ON_DARK, "cell-inner": "#3a3735", "cell-edge": "#473e22", "cell-centre": "#665c54"}
_NORD: Final = {**_ON_DARK, "cell-inner": "#3b4252", "cell-edge": "#4a4645", "cell-centre": "#5d6a83"}
_CONTRAST: Final = {**_ON_DARK, "cell-inner": "#1c1c1c", "cell-edge": "#392f00", "cell-centre": "#606060"}

_SIXTEEN: Final = {
    "stone-yellow": "ansi_bright_yellow",
    "stone-red": "ansi_bright_red",
    "stone-blue": "ansi_bright_cyan",
    "stone-green": "ansi_bright_green",
    "stone-yellow-deep": "ansi_black",
    "stone-red-deep": "ansi_black",
    "stone-blue-deep": "ansi_black",
    "stone-green-deep": "ansi_black",
    "stone-joker": "ansi_magenta",
    "symbol-white": "ansi_bright_white",
    "symbol-black": "ansi_black",
    "symbol-grey": "ansi_white",
    "symbol-light-blue": "ansi_bright_cyan",
    "cell-inner": "ansi_default",
    "cell-edge": "ansi_default",
    "cell-centre": "ansi_default",
    "stone-yellow-name": "ansi_bright_yellow",
    "stone-red-name": "ansi_bright_red",
    "stone-blue-name": "ansi_bright_cyan",
    "stone-green-name": "ansi_bright_green",
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
