"""The status line: the round, and the towers as numbers where they are not drawn."""

from rich.cells import cell_len

from triqueta_protocol.games.triqueta import TOWERS, Public
from triqueta_tui.games.triqueta.scoresheet import TriquetaBoard
from triqueta_tui.games.triqueta.towers import brief, brief_cells
from triqueta_tui.locale import say
from triqueta_tui.table.status import StatusLine
from triqueta_tui.widgets.canvas import Canvas


class TriquetaStatus(StatusLine[Public]):
    LOOKS = TriquetaBoard.LOOKS

    towers_shown: bool = False
    """Whether the towers are drawn elsewhere."""

    def draw_left(self, canvas: Canvas, public: Public, room: int) -> int:
        words = say("triqueta.table.status.round", round=public.round, rounds=TOWERS)
        if not self.towers_shown and 1 + cell_len(words) + 2 + brief_cells(public) > room:
            words = f"{public.round}/{TOWERS}"
        x = canvas.write(1, 0, words, self.style_of("strong")) + 2
        if not self.towers_shown:
            if canvas.width >= 60:
                x = canvas.write(x, 0, say("triqueta.table.status.towers"), self.style_of("dim")) + 1
            styles = (self.style_of("mark"), self.style_of("dim"), self.style_of("leaf"))
            x = brief(canvas, x, public, *styles, limit=room)
        return x
