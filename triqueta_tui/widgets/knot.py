"""The triquetra, the knot of three arcs that gives the game its name, in half-block pixels."""

from collections.abc import Sequence
from functools import cache
from typing import ClassVar, Final

from rich.style import Style
from textual.color import Color

from triqueta_tui.widgets.canvas import Canvas, Cell
from triqueta_tui.widgets.drawn_widget import Drawn

KNOT: Final = (
    "............bbcc............",
    "...........bbbccc...........",
    "..........bbbbcccc..........",
    ".........bbbb..cccc.........",
    "........bbbb....cccc........",
    "........bbb......ccc........",
    ".......bbbb......cccc.......",
    ".......bbb........ccc.......",
    ".......bbb........ccc.......",
    "..........aaaaaaa.ccc.......",
    "........aaaaaaaaaa.ccc......",
    "......aaaaaaaaaaaa.ccc......",
    ".....aaaaa.........ccc......",
    "....aaaa...........ccc......",
    "...aaaa.bb.........ccc.aa...",
    "..aaaa.bbb........ccc.aaaa..",
    "..aaa..bbb........ccc..aaa..",
    ".aaa...bbbb......cccc...aaa.",
    ".aaa....bbb......ccc....aaa.",
    "aaa.....bbbb....cccc.....aaa",
    "aaa......bbbb..ccc.......aaa",
    "aaa.......bbbb...........aaa",
    "aaa........bbbbbb.......bbaa",
    ".cccccccccc.bbbbbbbbbbbbbbb.",
    ".ccccccccccc..bbbbbbbbbbbbb.",
    "....ccccccc.....bbbbbbbb....",
)

_WORD: Final = (
    "aaa.bbb..c..aa...b..b.ccc.aaa..bb.",
    ".a..b..b.c.a..a..b..b.c....a..b..b",
    ".a..bbb..c.a..a..b..b.cc...a..bbbb",
    ".a..b.b..c.a.aa..b..b.c....a..b..b",
    ".a..b..b.c..aaaa..bb..ccc..a..b..b",
    "..................................",
)

_TINTS: Final = {"a": "primary", "b": "accent", "c": "knot"}


class Pixels(Drawn):
    """A picture in three tints, two pixels to a cell.

    The tints come from the theme directly: a style for each would slow down the first frame.
    """

    PICTURE: ClassVar[tuple[str, ...]]

    def picture(self) -> Sequence[str]:
        """An even number of rows of pixels: a tint each, or a dot for none."""
        return self.PICTURE

    def draw(self, canvas: Canvas) -> None:
        """Draw two pixels in each cell; where they differ in tint, one is the background."""
        picture = self.picture()
        theme = self.app.theme_variables
        tints = {tint: Color.parse(theme[name]).rich_color for tint, name in _TINTS.items()}

        @cache
        def cell(top: str, bottom: str) -> Cell:
            if top == bottom:
                return "█", Style(color=tints[top])
            if bottom == ".":
                return "▀", Style(color=tints[top])
            if top == ".":
                return "▄", Style(color=tints[bottom])
            return "▀", Style(color=tints[top], bgcolor=tints[bottom])

        for y, (upper, lower) in enumerate(zip(picture[::2], picture[1::2], strict=True)):
            for x, (top, bottom) in enumerate(zip(upper, lower, strict=True)):
                if top != "." or bottom != ".":
                    canvas.put(x, y, cell(top, bottom))


class Knot(Pixels):
    DEFAULT_CSS = "Knot { width: 28; height: 13; }"
    PICTURE = KNOT


class Title(Pixels):
    DEFAULT_CSS = "Title { width: 34; height: 3; }"
    PICTURE = _WORD
