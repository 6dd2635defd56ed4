"""A screen as SVG, true to the cell: block elements are drawn as the rectangles that terminals draw."""

from collections.abc import Iterable
from functools import lru_cache
from html import escape

from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.app import App

CELL = (10, 20)
FONT = "'DejaVu Sans Mono', 'Noto Sans Mono CJK TC', 'Noto Sans CJK TC', monospace"
TERMINAL = TerminalTheme(
    (18, 18, 18),
    (208, 208, 208),
    [
        (0, 0, 0),
        (205, 49, 49),
        (13, 160, 100),
        (196, 160, 0),
        (50, 100, 200),
        (170, 70, 170),
        (17, 140, 170),
        (200, 200, 200),
    ],
    [
        (110, 110, 110),
        (241, 90, 90),
        (60, 210, 140),
        (245, 225, 70),
        (80, 140, 240),
        (220, 120, 220),
        (60, 200, 220),
        (245, 245, 245),
    ],
)

_BLOCKS: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "█": ((0, 0, 1, 1),),
    "▀": ((0, 0, 1, 0.5),),
    "▄": ((0, 0.5, 1, 0.5),),
    "▌": ((0, 0, 0.5, 1),),
    "▐": ((0.5, 0, 0.5, 1),),
    "▆": ((0, 0.25, 1, 0.75),),
    "▔": ((0, 0, 1, 0.125),),
    "▁": ((0, 0.875, 1, 0.125),),
    "▘": ((0, 0, 0.5, 0.5),),
    "▝": ((0.5, 0, 0.5, 0.5),),
    "▖": ((0, 0.5, 0.5, 0.5),),
    "▗": ((0.5, 0.5, 0.5, 0.5),),
    "▙": ((0, 0, 0.5, 1), (0.5, 0.5, 0.5, 0.5)),
    "▟": ((0.5, 0, 0.5, 1), (0, 0.5, 0.5, 0.5)),
    "▛": ((0, 0, 0.5, 1), (0.5, 0, 0.5, 0.5)),
    "▜": ((0.5, 0, 0.5, 1), (0, 0, 0.5, 0.5)),
    "▚": ((0, 0, 0.5, 0.5), (0.5, 0.5, 0.5, 0.5)),
    "▞": ((0.5, 0, 0.5, 0.5), (0, 0.5, 0.5, 0.5)),
}


def svg(app: App[None], *, eight_bit: bool = False) -> str:
    """What the terminal would show now, with all colours or with 256."""
    shown = _with_256 if eight_bit else _as_it_is
    lines = (
        [(letter, shown(segment.style or Style.null())) for segment in strip for letter in segment.text]
        for strip in app.screen._compositor.render_strips()
    )
    return drawing(app.size.width, app.size.height, lines)


def drawing(width: int, height: int, lines: Iterable[Iterable[tuple[str, Style]]]) -> str:
    """Lines of styled letters as they stand in a terminal."""
    shapes: list[str] = []
    for y, line in enumerate(lines):
        x = 0
        for letter, style in line:
            wide = cell_len(letter)
            if wide:
                shapes += _cell(letter, x, y, wide, style)
                x += wide
    size = f'width="{width * CELL[0]}" height="{height * CELL[1]}"'
    paper = f'<rect {size} fill="{TERMINAL.background_color.hex}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}" font-size="16.6" '
        f'shape-rendering="crispEdges">{paper}{"".join(shapes)}</svg>'
    )


def _as_it_is(style: Style) -> Style:
    return style


@lru_cache(maxsize=4096)
def _with_256(style: Style) -> Style:
    """The style as Rich sends it to a terminal that has 256 colours."""
    fore, back = (
        colour and colour.downgrade(ColorSystem.EIGHT_BIT) for colour in (style.color, style.bgcolor)
    )
    return style + Style(color=fore, bgcolor=back)


def _cell(letter: str, x: int, y: int, wide: int, style: Style) -> list[str]:
    fore, back = _colour(style.color, foreground=True), _colour(style.bgcolor, foreground=False)
    if style.reverse:
        fore, back = back, fore
    left, top, (w, h) = x * CELL[0], y * CELL[1], CELL
    shapes: list[str] = []
    if back != TERMINAL.background_color.hex:
        shapes.append(_rect(left, top, w * wide, h, back))
    opacity = ' opacity="0.6"' if style.dim else ""
    if letter in _BLOCKS:
        for bx, by, bw, bh in _BLOCKS[letter]:
            shapes.append(_rect(left + bx * w, top + by * h, bw * w, bh * h, fore))
    elif letter != " ":
        weight = ' font-weight="bold"' if style.bold else ""
        slant = ' font-style="italic"' if style.italic else ""
        shapes.append(
            f'<text x="{left}" y="{top + 15.5}" fill="{fore}"{weight}{slant}{opacity}>{escape(letter)}</text>'
        )
    if style.underline:
        shapes.append(_rect(left, top + h - 1, w * wide, 1, fore))
    if style.strike:
        shapes.append(_rect(left, top + h / 2, w * wide, 1, fore))
    return shapes


def _rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"/>'


def _colour(colour: Color | None, *, foreground: bool) -> str:
    return (colour or Color.default()).get_truecolor(TERMINAL, foreground=foreground).hex
