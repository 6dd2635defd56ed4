"""The colours of each theme, and their replacements with 256 colours."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from textual.theme import BUILTIN_THEMES, Theme

FOREST: Final = "forest"
DAYLIGHT: Final = "daylight"
SOLARIZED: Final = "solarized"
GRUVBOX: Final = "gruvbox"
NORD: Final = "nord"
CONTRAST: Final = "contrast"
SIXTEEN: Final = "sixteen"
PLAIN: Final = "plain"


class Palette(Struct, frozen=True):
    theme: Theme
    of_256: Mapping[str, int] = {}
    """With 256 colours: the numbers of greys for what lies below everything else, and of what else must be
    chosen by hand; otherwise the nearest is good enough."""


_STYLES: Final = {
    "cursor-style": "bold",
    "mark-style": "bold",
    "dim-style": "none",
}

FOREST_VARIABLES: Final = {
    **_STYLES,
    "my-turn": "#f2c14e",
    "my-turn-text": "#1b1405",
    "points-up": "#8fd694",
    "points-down": "#ff9a76",
    "paper": "#f4ecd8",
    "paper-ink": "#2c2a26",
    "paper-line": "#8d7f60",
    "paper-mark": "#a63d20",
    "paper-pen": "#27408b",
    "border": "#3a5047",
    "muted": "#9aaba2",
    "faint": "#6d7d75",
    "band": "#151e1c",
    "footer-key-foreground": "#f2c14e",
    "bar": "#7d8a84",
    "knot": "#c56aaf",
    "player-1": "#abcced",
    "player-2": "#db8357",
    "player-3": "#ede0d4",
    "player-4": "#5799db",
    "player-5": "#a8998a",
}

_FOREST: Final = Palette(
    Theme(
        name=FOREST,
        primary="#5fa37f",
        secondary="#8c7a54",
        accent="#f2c14e",
        warning="#f2c14e",
        error="#ea7d62",
        success="#6fbf6a",
        foreground="#e6e4d9",
        background="#101716",
        surface="#16201e",
        panel="#1e2b28",
        dark=True,
        variables=FOREST_VARIABLES,
    ),
    {"background": 233, "surface": 234, "panel": 236, "band": 234, "border": 239},
)

_DAYLIGHT: Final = Palette(
    Theme(
        name=DAYLIGHT,
        primary="#2f6f4f",
        secondary="#75632f",
        accent="#874900",
        warning="#874900",
        error="#ab1f18",
        success="#1d6b34",
        foreground="#2b2a26",
        background="#fbf7ee",
        surface="#f3eddf",
        panel="#e6dfcd",
        dark=False,
        variables={
            **_STYLES,
            "my-turn": "#874900",
            "my-turn-text": "#ffffff",
            "points-up": "#1d6b34",
            "points-down": "#ab1f18",
            "paper": "#ffffff",
            "paper-ink": "#2c2a26",
            "paper-line": "#7d7460",
            "paper-mark": "#a63d20",
            "paper-pen": "#27408b",
            "border": "#b5aa8e",
            "muted": "#5b574c",
            "faint": "#7f7969",
            "band": "#f4efe2",
            "footer-key-foreground": "#874900",
            "bar": "#7f7969",
            "knot": "#8a3f7b",
            "player-1": "#36657d",
            "player-2": "#850ac2",
            "player-3": "#0d0df2",
            "player-4": "#493d36",
            "player-5": "#161669",
        },
    ),
    {
        "background": 231,
        "surface": 255,
        "panel": 254,
        "band": 255,
        "border": 248,
        "paper": 231,
        "points-up": 22,
    },
)

_SOLARIZED: Final = Palette(
    Theme(
        name=SOLARIZED,
        primary="#2aa198",
        secondary="#8f9a2f",
        accent="#d7a21d",
        warning="#d7a21d",
        error="#f0766a",
        success="#9cb01f",
        foreground="#a9b6b6",
        background="#002b36",
        surface="#04303c",
        panel="#073642",
        dark=True,
        variables={
            **_STYLES,
            "my-turn": "#d7a21d",
            "my-turn-text": "#00212b",
            "points-up": "#9cb01f",
            "points-down": "#f08a5d",
            "paper": "#fdf6e3",
            "paper-ink": "#073642",
            "paper-line": "#7b8a8a",
            "paper-mark": "#b5381a",
            "paper-pen": "#1f66a5",
            "border": "#2f5661",
            "muted": "#93a5a7",
            "faint": "#6c858d",
            "band": "#05323e",
            "footer-key-foreground": "#d7a21d",
            "bar": "#839496",
            "knot": "#d95fa0",
            "player-1": "#0da6f2",
            "player-2": "#edccab",
            "player-3": "#dcdde5",
            "player-4": "#a8998a",
            "player-5": "#94a8d1",
        },
    ),
    {
        "background": 234,
        "surface": 235,
        "panel": 236,
        "band": 235,
        "border": 240,
        "error": 210,
        "paper-line": 244,
    },
)

_GRUVBOX: Final = Palette(
    Theme(
        name=GRUVBOX,
        primary="#8ec07c",
        secondary="#d79921",
        accent="#fabd2f",
        warning="#fabd2f",
        error="#ff8a7a",
        success="#b8bb26",
        foreground="#ebdbb2",
        background="#282828",
        surface="#32302f",
        panel="#3c3836",
        dark=True,
        variables={
            **_STYLES,
            "my-turn": "#fabd2f",
            "my-turn-text": "#1d2021",
            "points-up": "#b8bb26",
            "points-down": "#fe9a5c",
            "paper": "#fbf1c7",
            "paper-ink": "#3c3836",
            "paper-line": "#8a7a68",
            "paper-mark": "#9d0006",
            "paper-pen": "#076678",
            "border": "#665c54",
            "muted": "#bdae93",
            "faint": "#9a8b7b",
            "band": "#2f2d2c",
            "footer-key-foreground": "#fabd2f",
            "bar": "#a89984",
            "knot": "#d3869b",
            "player-1": "#6eb2f7",
            "player-2": "#fce0c5",
            "player-3": "#beafa7",
            "player-4": "#c5eafc",
            "player-5": "#94b2d1",
        },
    ),
    {"background": 235, "surface": 236, "panel": 237, "band": 236, "border": 241},
)

_NORD: Final = Palette(
    Theme(
        name=NORD,
        primary="#88c0d0",
        secondary="#81a1c1",
        accent="#ebcb8b",
        warning="#ebcb8b",
        error="#e8999f",
        success="#a3be8c",
        foreground="#e5e9f0",
        background="#2e3440",
        surface="#343b49",
        panel="#3b4252",
        dark=True,
        variables={
            **_STYLES,
            "my-turn": "#ebcb8b",
            "my-turn-text": "#242933",
            "points-up": "#a3be8c",
            "points-down": "#eaa48e",
            "paper": "#eceff4",
            "paper-ink": "#2e3440",
            "paper-line": "#77829a",
            "paper-mark": "#a3333f",
            "paper-pen": "#3b5f96",
            "border": "#566178",
            "muted": "#bcc5d4",
            "faint": "#949fb4",
            "band": "#333a47",
            "footer-key-foreground": "#ebcb8b",
            "bar": "#a3adbf",
            "knot": "#b48ead",
            "player-1": "#81c3e4",
            "player-2": "#6ef7e0",
            "player-3": "#9eadfa",
            "player-4": "#2dd2b7",
            "player-5": "#9eebfa",
        },
    ),
    {
        "background": 236,
        "surface": 237,
        "panel": 238,
        "band": 237,
        "border": 242,
        "points-up": 150,
        "error": 217,
        "paper-mark": 124,
        "paper-line": 243,
    },
)

_CONTRAST: Final = Palette(
    Theme(
        name=CONTRAST,
        primary="#4cc2ff",
        secondary="#ffe600",
        accent="#ffe600",
        warning="#ffe600",
        error="#ff9076",
        success="#7dff76",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#1c1c1c",
        dark=True,
        variables={
            **FOREST_VARIABLES,
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
            "player-1": "#6eb2f7",
            "player-2": "#f7b36e",
            "player-3": "#d4e0ed",
            "player-4": "#beafa7",
            "player-5": "#94b2d1",
        },
    ),
    {"panel": 234, "band": 233},
)

_SIXTEEN_VARIABLES: Final = {
    **_STYLES,
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
    "footer-key-foreground": "ansi_bright_yellow",
    "bar": "ansi_white",
    "knot": "ansi_bright_magenta",
    "player-1": "ansi_bright_cyan",
    "player-2": "ansi_bright_magenta",
    "player-3": "ansi_bright_white",
    "player-4": "ansi_cyan",
    "player-5": "ansi_magenta",
}

_PLAIN_VARIABLES: Final = {
    **dict.fromkeys(_SIXTEEN_VARIABLES, "ansi_default"),
    "cursor-style": "bold reverse",
    "mark-style": "bold underline",
    "dim-style": "dim",
    "block-cursor-text-style": "bold reverse",
    "input-cursor-text-style": "reverse",
}

_ANSI: Final = BUILTIN_THEMES["ansi-dark"].variables
"""What Textual's own widgets expect of a theme in the terminal's colours."""

_SIXTEEN: Final = Palette(
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
        variables={**_ANSI, **_SIXTEEN_VARIABLES},
    )
)

_PLAIN: Final = Palette(
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
        variables={**dict.fromkeys(_ANSI, "ansi_default"), **_PLAIN_VARIABLES},
    )
)

PALETTES: Final = {
    palette.theme.name: palette
    for palette in (_FOREST, _DAYLIGHT, _SOLARIZED, _GRUVBOX, _NORD, _CONTRAST, _SIXTEEN, _PLAIN)
}
