"""The final sheet of a game as an SVG: rectangles, and letters that stand where a terminal has them."""

from collections.abc import Iterable
from html import escape
from typing import Any, Final

from rich.cells import cell_len
from rich.color import Color as RichColor
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME
from textual.app import App
from textual.color import Color

from triqueta_tui.archive.game_text import headline, title
from triqueta_tui.archive.told_game import ToldGame
from triqueta_tui.game import Game
from triqueta_tui.widgets.canvas import Canvas

CELL: Final = (10, 20)
MARGIN: Final = 2
"""Free cells around the sheet."""

FONTS: Final = "'DejaVu Sans Mono', Menlo, Consolas, 'Noto Sans Mono CJK TC', 'Microsoft JhengHei', monospace"
"""What is on most machines, and the viewer's own else: each letter has its place, however wide it is."""

_HALVES: Final = {"█": ((0, 1),), "▀": ((0, 0.5),), "▄": ((0.5, 0.5),)}
"""Blocks are drawn, since fonts leave gaps between them: the top and the height of each part."""


def game_picture(game: Game, told: ToldGame, app: App[Any]) -> str:
    """The sheet in the colours of the app's theme, below who has won and when; an SVG document."""
    sheet = game.load_sheet()
    board = sheet.board(told.end)
    words = (title(game, told.game), headline(told.game))
    width, height = sheet.cells(len(told.game.seats), text=False)
    across = max(width, *map(cell_len, words)) + 2 * MARGIN
    canvas = Canvas(across, 2 * MARGIN + len(words) + (1 + height if board is not None else 0))
    for y, line in enumerate(words, MARGIN // 2):
        canvas.write((across - cell_len(line)) // 2, y, line, Style(bold=y == MARGIN // 2 + 1))
    if board is not None:
        drawing = Canvas(width, height)
        board.draw(drawing)
        left, top = (across - width) // 2, MARGIN // 2 + len(words) + 1
        for y, cells in enumerate(drawing.cells):
            canvas.cells[top + y][left : left + width] = cells
    return svg(canvas, *_grounds(app))


def svg(canvas: Canvas, paper: str, ink: str) -> str:
    """A canvas as an SVG document on this paper; what has no colour is written in this ink."""
    shapes: list[str] = []
    for y, cells in enumerate(canvas.cells):
        for x, (text, style) in enumerate(cells):
            if text:
                shapes += _cell(text, x, y, style, paper, ink)
    width, height = canvas.width * CELL[0], canvas.height * CELL[1]
    size = f'width="{width}" height="{height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width} {height}" '
        f'font-family="{FONTS}" font-size="16">'
        f'<rect {size} fill="{paper}"/>'
        f'<g shape-rendering="crispEdges">{"".join(_first(shapes, "<rect"))}</g>'
        f"{''.join(_first(shapes, '<text'))}</svg>\n"
    )


def _first(shapes: Iterable[str], kind: str) -> list[str]:
    return [shape for shape in shapes if shape.startswith(kind)]


def _cell(text: str, x: int, y: int, style: Style, paper: str, ink: str) -> list[str]:
    fore, back = _hex(style.color, ink), _hex(style.bgcolor, paper)
    if style.reverse:
        fore, back = back, fore
    left, top, wide = x * CELL[0], y * CELL[1], cell_len(text) * CELL[0]
    shapes = [_rect(left, top, wide, CELL[1], back)] if back != paper else []
    if text in _HALVES:
        shapes += [
            _rect(left, top + start * CELL[1], wide, high * CELL[1], fore) for start, high in _HALVES[text]
        ]
    elif text.strip():
        weight = ' font-weight="bold"' if style.bold else ""
        slant = ' font-style="italic"' if style.italic else ""
        dim = ' opacity="0.6"' if style.dim else ""
        look = f'fill="{fore}"{weight}{slant}{dim}'
        shapes.append(f'<text x="{left}" y="{top + 15}" {look}>{escape(printable(text))}</text>')
    if style.underline:
        shapes.append(_rect(left, top + CELL[1] - 1, wide, 1, fore))
    return shapes


def printable(text: str) -> str:
    """Without what no XML document may contain, such as control characters."""
    return "".join(letter for letter in text if letter.isprintable())


def _rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"/>'


def _hex(colour: RichColor | None, otherwise: str) -> str:
    if colour is None or colour.is_default:
        return otherwise
    return colour.get_truecolor(SVG_EXPORT_THEME).hex


def _grounds(app: App[Any]) -> tuple[str, str]:
    """The colours of paper and ink in the theme."""
    plain = (SVG_EXPORT_THEME.background_color.hex, SVG_EXPORT_THEME.foreground_color.hex)
    named = (app.theme_variables.get(name, "") for name in ("background", "foreground"))
    found = [Color.parse(value).rich_color if value else None for value in named]
    return _hex(found[0], plain[0]), _hex(found[1], plain[1])
