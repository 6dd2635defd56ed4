"""Named styles of drawn widgets, in the colours of the theme.

Textual's component classes could do the same, but cost a DOM node for each name in each widget,
created whenever the widget's style is read.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from rich.style import Style
from textual.color import Color

from triqueta_tui.widgets.players import COLOURS


class Look(NamedTuple):
    """Two colours of the theme, and a text style: bold, or a theme variable."""

    colour: str = ""
    ground: str = ""
    text: str = ""

    def style(self, variables: Mapping[str, str]) -> Style:
        """The style in a theme with these variables; a background only with ``ground``."""
        colour, ground = (variables[name] if name else "" for name in (self.colour, self.ground))
        return _style(colour, ground, variables.get(self.text, self.text))


LOOKS: Final[dict[str, Look]] = {
    "dim": Look("muted", text="dim-style"),
    "faint": Look("faint", text="dim-style"),
    "band": Look(ground="band"),
    "strong": Look(text="bold"),
    "good": Look("points-up", text="bold"),
    "bad": Look("points-down", text="bold"),
    "cursor": Look("my-turn-text", ground="my-turn", text="cursor-style"),
    "mark": Look("my-turn", text="mark-style"),
    "bar": Look("bar"),
    "paper": Look("paper-ink", ground="paper"),
    "paper-line": Look("paper-line"),
    "print": Look("paper-ink", text="bold"),
    "pen": Look("paper-pen", text="italic"),
    "ring": Look("paper-mark", text="bold"),
    **{f"seat-{at}": Look(name, text="bold") for at, name in enumerate(COLOURS)},
    **{f"ground-{at}": Look(ground=name) for at, name in enumerate(COLOURS)},
    **{
        f"lit-{at}": Look("my-turn-text", ground=name, text="cursor-style") for at, name in enumerate(COLOURS)
    },
}
"""The looks that all widgets share."""


def theme_style(variables: Mapping[str, str], ink: str) -> Style:
    """The style for a theme colour such as ``$primary``; bold in themes without colours."""
    value = variables.get(ink.removeprefix("$"))
    if value is None:
        return Style.null()
    colour = Color.parse(value).rich_color
    return Style(bold=True) if colour.is_default else Style(color=colour)


@lru_cache(maxsize=256)
def _style(colour: str, ground: str, text: str) -> Style:
    inks = (Color.parse(value) if value else None for value in (colour, ground))
    above, below = (ink.rich_color if ink is not None and ink.a > 0 else None for ink in inks)
    return Style(color=above, bgcolor=below) + Style.parse(text)
