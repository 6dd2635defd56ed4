"""The scoresheet of a game as an SVG: rectangles, and letters in their terminal cells."""

from html import escape
from typing import Any, Final

from rich.cells import cell_len
from rich.color import Color as RichColor
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME
from textual.app import App
from textual.color import Color

from triqueta_tui.archive.game_text import headline, title
from triqueta_tui.archive.game_timeline import GameTimeline
from triqueta_tui.game import Game
from triqueta_tui.widgets.canvas import Canvas

CELL: Final = (10, 20)
MARGIN: Final = 2
"""Cells of margin at the sides; above and below, half as many."""

FONTS: Final = "'DejaVu Sans Mono', Menlo, Consolas, 'Noto Sans Mono CJK TC', 'Microsoft JhengHei', monospace"
"""Common fonts, else the viewer's default: each letter has its position, whatever its width."""

_UPPER_LEFT, _UPPER_RIGHT = (0, 0, 5, 10), (5, 0, 5, 10)
_LOWER_LEFT, _LOWER_RIGHT = (0, 10, 5, 10), (5, 10, 5, 10)

_SHAPES: Final = {
    "█": ((0, 0, 10, 20),),
    "▀": ((0, 0, 10, 10),),
    "▄": ((0, 10, 10, 10),),
    "▌": ((0, 0, 5, 20),),
    "▐": ((5, 0, 5, 20),),
    "▘": (_UPPER_LEFT,),
    "▝": (_UPPER_RIGHT,),
    "▖": (_LOWER_LEFT,),
    "▗": (_LOWER_RIGHT,),
    "▞": (_UPPER_RIGHT, _LOWER_LEFT),
    "▚": (_UPPER_LEFT, _LOWER_RIGHT),
    "▛": ((0, 0, 10, 10), _LOWER_LEFT),
    "▜": ((0, 0, 10, 10), _LOWER_RIGHT),
    "▙": (_UPPER_LEFT, (0, 10, 10, 10)),
    "▟": (_UPPER_RIGHT, (0, 10, 10, 10)),
    "│": ((4, 0, 1, 20),),
    "─": ((0, 9, 10, 1),),
    "━": ((0, 9, 10, 2),),
    "╸": ((0, 9, 5, 2),),
}
"""Blocks and lines are drawn as rectangles, since fonts leave gaps: position and size in the cell."""


def game_picture(game: Game, timeline: GameTimeline, app: App[Any]) -> str:
    """An SVG document: winners, date, and the scoresheet in the colours of the app's theme."""
    sheet = game.load_sheet()
    board = sheet.board(timeline.end)
    words = (title(game, timeline.game), headline(timeline.game))
    width, height = sheet.cells(len(timeline.game.seats), text=False)
    across = max(width, *map(cell_len, words)) + 2 * MARGIN
    canvas = Canvas(across, MARGIN + len(words) + (1 + height if board is not None else 0))
    for y, line in enumerate(words, MARGIN // 2):
        canvas.write((across - cell_len(line)) // 2, y, line, Style(bold=y > MARGIN // 2))
    if board is not None:
        drawing = Canvas(width, height)
        board.draw(drawing)
        left, top = (across - width) // 2, MARGIN // 2 + len(words) + 1
        for y, cells in enumerate(drawing.cells):
            canvas.cells[top + y][left : left + width] = cells
    return svg(canvas, *grounds(app))


def svg(canvas: Canvas, paper: str, ink: str) -> str:
    """A canvas as an SVG document; ``ink`` and ``paper`` replace default colours."""
    grounds, blocks, texts = _Rectangles(), _Rectangles(), _Texts()
    for y, cells in enumerate(canvas.cells):
        for x, (text, style) in enumerate(cells):
            if not text:
                continue
            fore, back = _hex(style.color, ink), _hex(style.bgcolor, paper)
            if style.reverse:
                fore, back = back, fore
            left, top, wide = x * CELL[0], y * CELL[1], cell_len(text) * CELL[0]
            if back != paper:
                grounds.add(left, top, wide, CELL[1], back)
            if text in _SHAPES:
                for right, down, across, high in _SHAPES[text]:
                    blocks.add(left + right, top + down, across, high, fore)
            elif text.strip():
                texts.add(left, top, printable(text), _svg_style(style, fore))
            if style.underline:
                blocks.add(left, top + CELL[1] - 1, wide, 1, fore)
    width, height = canvas.width * CELL[0], canvas.height * CELL[1]
    size = f'width="{width}" height="{height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width} {height}" '
        f'font-family="{FONTS}" font-size="16">'
        f'<rect {size} fill="{paper}"/>'
        f'<g shape-rendering="crispEdges">{grounds}{blocks}</g>{texts}</svg>\n'
    )


class _Rectangles:
    """Rectangles of one layer; touching ones on a line are joined."""

    def __init__(self) -> None:
        self._all: list[tuple[int, int, int, int, str]] = []

    def add(self, x: int, y: int, width: int, height: int, fill: str) -> None:
        if self._all:
            left, top, wide, high, before = self._all[-1]
            if (left + wide, top, high, before) == (x, y, height, fill):
                self._all[-1] = (left, top, wide + width, high, fill)
                return
        self._all.append((x, y, width, height, fill))

    def __str__(self) -> str:
        return "".join(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>'
            for x, y, width, height, fill in self._all
        )


class _Texts:
    """Letters, each with its position; those of one style on a line share a text element."""

    def __init__(self) -> None:
        self._all: list[tuple[int, str, list[int], list[str]]] = []

    def add(self, x: int, y: int, letter: str, look: str) -> None:
        # Characters of several code points would take the positions of the next ones.
        alone = len(letter) > 1
        if self._all and not alone:
            top, before, places, letters = self._all[-1]
            if (top, before) == (y, look) and len(letters[-1]) == 1:
                places.append(x)
                letters.append(letter)
                return
        self._all.append((y, look, [x], [letter]))

    def __str__(self) -> str:
        return "".join(
            f'<text x="{" ".join(map(str, places))}" y="{y + 15}" {look}>{escape("".join(letters))}</text>'
            for y, look, places, letters in self._all
        )


def _svg_style(style: Style, fore: str) -> str:
    weight = ' font-weight="bold"' if style.bold else ""
    slant = ' font-style="italic"' if style.italic else ""
    return f'fill="{fore}"{weight}{slant}' + (' opacity="0.6"' if style.dim else "")


def printable(text: str) -> str:
    """Remove characters that XML does not allow, such as control characters."""
    return "".join(letter for letter in text if letter.isprintable())


def _hex(colour: RichColor | None, otherwise: str) -> str:
    if colour is None or colour.is_default:
        return otherwise
    return colour.get_truecolor(SVG_EXPORT_THEME).hex


def grounds(app: App[Any]) -> tuple[str, str]:
    """The theme's background and text colours."""
    plain = (SVG_EXPORT_THEME.background_color.hex, SVG_EXPORT_THEME.foreground_color.hex)
    named = (app.theme_variables.get(name, "") for name in ("background", "foreground"))
    found = [Color.parse(value).rich_color if value else None for value in named]
    return _hex(found[0], plain[0]), _hex(found[1], plain[1])
