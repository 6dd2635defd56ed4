"""The status line: the round and the target."""

from triqueta_protocol.games.triche import Public
from triqueta_tui.locale import say
from triqueta_tui.table.status import StatusLine
from triqueta_tui.widgets.canvas import Canvas


class TricheStatus(StatusLine[Public]):
    def draw_left(self, canvas: Canvas, public: Public, room: int) -> int:
        words = say("triche.table.status.round", round=public.round, target=public.target)
        return canvas.write(1, 0, words, self.style_of("strong"), limit=room) + 2
