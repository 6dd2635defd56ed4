"""The triquetra, the knot of three arcs that gives the game its name, in half-block pixels."""

from collections.abc import Mapping, Sequence
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

_LETTERS: Final = {
    "A": "....|.aa.|a..a|aaaa|a..a|a..a",
    "C": "....|.aaa|a...|a...|a...|.aaa",
    "E": "...|aaa|a..|aa.|a..|aaa",
    "É": ".a.|aaa|a..|aa.|a..|aaa",
    "H": "....|a..a|a..a|aaaa|a..a|a..a",
    "I": ".|a|a|a|a|a",
    "P": "....|aaa.|a..a|aaa.|a...|a...",
    "Q": "....|.aa.|a..a|a..a|a.aa|.aaa",
    "R": "....|aaa.|a..a|aaa.|a.a.|a..a",
    "T": "...|aaa|.a.|.a.|.a.|.a.",
    "U": "....|a..a|a..a|a..a|a..a|.aa.",
    "Z": "....|aaaa|...a|.aa.|a...|aaaa",
}
"""The pixel font: rows of pixels from the top, the first one for accents."""

TINTS: Final = {"a": "primary", "b": "accent", "c": "knot"}


def word_pixels(word: str) -> tuple[str, ...]:
    """A word in the pixel font, its letters in the three tints by turns; empty if a letter is missing."""
    if not word or not set(word) <= set(_LETTERS):
        return ()
    tints = list(TINTS)
    letters = [
        _LETTERS[letter].replace("a", tints[at % len(tints)]).split("|") for at, letter in enumerate(word)
    ]
    return tuple(".".join(rows) for rows in zip(*letters, strict=True))


def draw_pixels(
    canvas: Canvas,
    left: int,
    top: int,
    picture: Sequence[str],
    theme: Mapping[str, str],
    tints: Mapping[str, str] = TINTS,
) -> None:
    """Draw two pixels in each cell; where they differ in tint, one is the background.

    The tints come from the theme directly: a style for each would slow down the first frame.
    """
    colours = {tint: Color.parse(theme[name]).rich_color for tint, name in tints.items()}

    @cache
    def cell(upper: str, lower: str) -> Cell:
        if upper == lower:
            return "█", Style(color=colours[upper])
        if lower == ".":
            return "▀", Style(color=colours[upper])
        if upper == ".":
            return "▄", Style(color=colours[lower])
        return "▀", Style(color=colours[upper], bgcolor=colours[lower])

    for y, (above, below) in enumerate(zip(picture[::2], picture[1::2], strict=True)):
        for x, (upper, lower) in enumerate(zip(above, below, strict=True)):
            if upper != "." or lower != ".":
                canvas.put(left + x, top + y, cell(upper, lower))


class Pixels(Drawn):
    """A picture in the three tints of the knot, two pixels to a cell."""

    PICTURE: ClassVar[tuple[str, ...]]

    def picture(self) -> Sequence[str]:
        """An even number of rows of pixels: a tint each, or a dot for none."""
        return self.PICTURE

    def draw(self, canvas: Canvas) -> None:
        draw_pixels(canvas, 0, 0, self.picture(), self.app.theme_variables)


class Knot(Pixels):
    DEFAULT_CSS = "Knot { width: 28; height: 13; }"
    PICTURE = KNOT
