"""The board of 102 cells: stones, legal cells and the cursor."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.style import Style
from textual import events
from textual.message import Message

from triqueta_protocol.games.tripitz_board import CELLS, CENTRE, EDGE
from triqueta_tui.games.tripitz.board_layout import Layout, Tile, lay_out
from triqueta_tui.games.tripitz.stone_drawing import (
    Tones,
    draw_around,
    draw_cell,
    draw_ghost,
    draw_stone,
    tones,
)
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.pieces import FLAT


class HexBoard(Board):
    PANES = 6

    @dataclass
    class Pressed(Message):
        """A cell was clicked."""

        cell: int

    def __init__(self) -> None:
        super().__init__(id="hex-board")
        self.pieces: Sequence[int | None] = (None,) * CELLS
        self.marks: Mapping[int, tuple[str, str]] = {}
        """By free cell: its mark and the mark's style."""
        self.cursor: int | None = None
        self.ghost: int | None = None
        """The stone that would be laid under the cursor."""
        self.wrong = False
        """Whether the stone cannot be laid there."""
        self.last: int | None = None
        """The cell in which the last stone was laid."""
        self.bars = False
        """Whether stones of figures have bars at their sides; not on slow lines."""
        self.since: dict[int, tuple[str, str]] = {}
        """By cell: sign and look of the player who has laid a stone there since the viewer's last move."""
        self.lit: frozenset[int] = frozenset()
        """The cells of the figures in the caption."""
        self._layout: Layout | None = None

    def show(self, pieces: Sequence[int | None]) -> None:
        self.pieces = pieces
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        at = event.screen_offset - self.content_region.offset
        cell = self.arrangement.cell_at(at.x, at.y)
        if cell is not None:
            self.post_message(self.Pressed(cell))

    @property
    def arrangement(self) -> Layout:
        """The current position of the cells."""
        eye = self.cursor if self.cursor is not None else self.last
        self._layout = lay_out(self.size.width, self.size.height, eye, self._layout)
        return self._layout

    def draw(self, canvas: Canvas) -> None:
        layout, colours = self.arrangement, tones(self.app)
        self._draw_centre(canvas, layout, colours)
        for cell in range(CELLS):
            self._draw_cell(canvas, layout, cell, colours)
        for cell in self.lit if self.bars else ():
            draw_around(canvas, *layout.place(cell), layout.tile, self.style_of("good"))
        for cell, (sign, look) in self.since.items():
            (x, y), style = layout.place(cell), self.style_of(look)
            for at in (x - 1, x + layout.tile.cells):
                canvas.put(at, y + layout.tile.middle, (sign, style))
        if self.cursor is not None:
            draw_around(
                canvas,
                *layout.place(self.cursor),
                layout.tile,
                self.style_of("bad" if self.wrong else "mark"),
            )

    def _draw_centre(self, canvas: Canvas, layout: Layout, colours: Tones) -> None:
        """Draw the background of the four cells in the middle."""
        if colours.centre is None:
            return
        ground, tile = Style(bgcolor=colours.centre), layout.tile
        for cell in CENTRE:
            x, y = layout.place(cell)
            for line in range(tile.lines) if tile is Tile.LARGE else (tile.middle,):
                canvas.write(max(0, x - 1), y + line, " " * (tile.cells + 2), ground)

    def _draw_cell(self, canvas: Canvas, layout: Layout, cell: int, colours: Tones) -> None:
        (x, y), tile, piece = layout.place(cell), layout.tile, self.pieces[cell]
        if not (-tile.cells < x < canvas.width and -tile.lines < y < canvas.height):
            return
        if piece is not None:
            draw_stone(canvas, x, y, piece, tile, colours)
        elif cell == self.cursor and self.ghost is not None:
            draw_ghost(canvas, x, y, self.ghost, tile, colours)
        else:
            edge = cell in EDGE
            mark, style = self.marks.get(cell, (":" if edge else "·", "faint"))
            ground = colours.edge if edge else colours.inner
            draw_cell(canvas, x, y, tile, ground, mark, self.style_of(style) + FLAT)
        if cell in self.lit:
            self._underline(canvas, x, y, tile)

    def _underline(self, canvas: Canvas, x: int, y: int, tile: Tile) -> None:
        """Underline the face of a stone that belongs to a figure."""
        y += tile.middle
        if not 0 <= y < canvas.height:
            return
        for column in range(x + (tile.cells - 3) // 2, x + (tile.cells + 3) // 2):
            if 0 <= column < canvas.width:
                text, style = canvas.cells[y][column]
                canvas.put(column, y, (text, style + Style(underline=True)))
