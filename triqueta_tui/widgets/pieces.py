"""The drawing kit of boards: colours, pixels, marks around pieces, and lines through cells."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from rich.color import Color
from rich.style import Style
from textual.app import App
from textual.color import Color as ScreenColor

from triqueta_tui.widgets.canvas import Canvas, Cell
from triqueta_tui.widgets.tile import TileSize

FLAT: Final = Style(underline=False, reverse=False)
"""Added to marks: themes without colours underline or reverse, which lines and bars must not."""

Tone = Color | None
Pixels = Sequence[Sequence[Tone]]
"""Rows of half cells from top to bottom; None shows what lies below."""

Point = tuple[int, int]

Tones = Mapping[str, Tone]
"""By theme variable: its colour; None where the theme leaves it to the terminal."""


def tones_of(app: App[Any], usual: Mapping[str, str]) -> Tones:
    """The colours of these variables in the current theme; ``usual`` for a theme that does not have one."""
    variables = app.theme_variables
    return _tones(tuple((name, variables.get(name, value)) for name, value in usual.items()))


@lru_cache(maxsize=32)
def _tones(values: tuple[tuple[str, str], ...]) -> Tones:
    parsed = {name: ScreenColor.parse(value).rich_color for name, value in values}
    return {name: None if colour.is_default else colour for name, colour in parsed.items()}


def draw_pixels(canvas: Canvas, x: int, y: int, pixels: Pixels) -> None:
    """Draw half-block pixels with their upper left corner at a cell."""
    for line in range(len(pixels) // 2):
        for column, (above, below) in enumerate(zip(pixels[2 * line], pixels[2 * line + 1], strict=True)):
            if above is not None or below is not None:
                at = x + column, y + line
                lying = _halves(canvas, *at) if above is None or below is None else (None, None)
                canvas.put(*at, _cell(above or lying[0], below or lying[1]))


def _halves(canvas: Canvas, x: int, y: int) -> tuple[Tone, Tone]:
    """The colours that a cell shows in its upper and its lower half."""
    if not (0 <= x < canvas.width and 0 <= y < canvas.height):
        return None, None
    text, style = canvas.cells[y][x]
    return style.color if text in "▀█" else style.bgcolor, style.color if text in "▄█" else style.bgcolor


@lru_cache(maxsize=512)
def _cell(above: Tone, below: Tone) -> Cell:
    if above == below:
        solid = above is None or above.is_default
        return ("█", Style(color=above)) if solid else (" ", Style(bgcolor=above))
    if above is None:
        return ("▄", Style(color=below))
    return ("▀", Style(color=above, bgcolor=below))


_QUARTERS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""Indexed by the sum of the filled quarters: 1 upper left, 2 upper right, 4 lower left, 8 lower right."""


@lru_cache(maxsize=64)
def quarters(*rows: str) -> tuple[str, ...]:
    """Lines of text that draw these rows of ``#`` and ``.`` with a quarter of a cell for each sign."""
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return tuple(
        "".join(
            _QUARTERS[
                sum(1 << bit for bit, sign in enumerate(above[x : x + 2] + below[x : x + 2]) if sign == "#")
            ]
            for x in range(0, len(above), 2)
        )
        for above, below in pairs
    )


def draw_over(canvas: Canvas, x: int, y: int, mark: str, on_piece: Style, beside: Style) -> None:
    """Draw a mark over a cell, keeping the colour of the piece that lies there."""
    ground = _halves(canvas, x, y)[0]
    canvas.put(x, y, (mark, beside) if ground is None else (mark, on_piece + Style(bgcolor=ground)))


def draw_bars(
    canvas: Canvas, x: int, y: int, size: TileSize, style: Style, *, lines: int = 0, half: bool = False
) -> None:
    """Draw bars on both sides of a piece; ``half``: it ends half a line above its lower edge."""
    last = (lines or size.lines) - 1
    for line in range(last + 1):
        left, right = "▝▘" if half and line == last else "▐▌"
        canvas.put(x - 1, y + line, (left, style + FLAT))
        canvas.put(x + size.cells, y + line, (right, style + FLAT))


def draw_stroke(
    canvas: Canvas,
    begin: Point,
    end: Point,
    styles: tuple[Style, Style],
    skip: Collection[Point] = (),
    *,
    dotted: bool = False,
) -> None:
    """Draw a line between two cells; ``styles`` are for the line on a piece and beside one."""
    (x, y), across, down = begin, end[0] - begin[0], end[1] - begin[1]
    marks = "╍┇··" if dotted else "━┃╲╱"
    mark = marks[0 if not down else 1 if not across else 2 if across > 0 else 3]
    on_piece, beside = (style + FLAT for style in styles)
    for step in range(1, steps := max(abs(across) if not down else 0, down)):
        at = x + round(across * step / steps), y + round(down * step / steps)
        if at not in skip:
            draw_over(canvas, *at, mark, on_piece, beside)
