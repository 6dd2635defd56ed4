"""The base of boards: panes for small repaints, and coloured sentences."""

from collections.abc import Sequence
from typing import ClassVar

from rich.style import Style
from textual.app import ComposeResult
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from triqueta_tui.widgets.canvas import one_per_line
from triqueta_tui.widgets.drawn_widget import Drawn
from triqueta_tui.widgets.looks import theme_style
from triqueta_tui.widgets.prose import Ink


class Pane(Widget):
    """A stretch of the columns of a board.

    Textual sends a changed line from the left edge of its widget. In a wide board with costly pictures a
    change on the right would send all of them again, so such a board is cut into panes.
    """

    DEFAULT_CSS = """
    Pane { width: 1fr; height: 1fr; }
    """

    def paint(self, regions: tuple[Region, ...], board: Region) -> None:
        """Repaint the parts of these regions that are in this pane; without regions, all of it.

        ``board`` is where the board is on the screen.
        """
        if not regions:
            self.refresh()
            return
        own = self.region.translate(-board.offset)
        parts = [part.translate(-own.offset) for region in regions if (part := region.intersection(own))]
        if parts:
            self.refresh(*one_per_line(parts))

    def render_line(self, y: int) -> Strip:
        board, own = self.parent, self.region
        assert isinstance(board, Board)
        left = own.x - board.content_region.x
        return board.stretch(y, left, left + own.width)


class Board(Drawn):
    DEFAULT_CSS = """
    Board { color: $foreground; layout: horizontal; }
    """

    PANES: ClassVar[int] = 0
    """The number of panes; see ``Pane``."""

    _panes: tuple[Pane, ...] = ()

    def compose(self) -> ComposeResult:
        self._panes = tuple(Pane() for _ in range(self.PANES))
        return self._panes

    def set_panes(self, widths: Sequence[int]) -> None:
        """Set the widths of the first panes; the next one takes the rest."""
        for index, pane in enumerate(self._panes):
            rest = "1fr" if index == min(len(widths), self.PANES - 1) else 0
            pane.styles.width = widths[index] if index < len(widths) else rest

    def seams(self) -> frozenset[int]:
        left = self.content_region.x
        return frozenset(pane.region.x - left for pane in self._panes)

    def paint(self, *regions: Region) -> None:
        """Let the panes repaint, if there are any."""
        if not self.PANES:
            super().paint(*regions)
            return
        board = self.content_region
        for pane in self._panes:
            pane.paint(regions, board)

    def inked(self, base: Style, ink: Ink) -> Style:
        """The style of a piece of a sentence that is otherwise written in a base style."""
        if isinstance(ink, Style):
            return base + ink
        if not ink.startswith("$"):
            return base + self.style_of(ink) if ink else base
        return base + theme_style(self.app.theme_variables, ink)
