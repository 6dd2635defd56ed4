"""Luck and skill of every seat: from the draws, from the others, given away."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import percent, signed
from triqueta_tui.review.findings import Balance
from triqueta_tui.review.seats import SEAT_LOOKS, Player
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.drawn_widget import Drawn

_NAME: Final = 12
_NUMBER: Final = 5
_NARROW: Final = 50
"""Below this width the chance at the start is left out."""
_LONGEST: Final = 10
"""Columns of a bar for a chance of 1."""
_EIGHTHS: Final = " ▏▎▍▌▋▊▉█"


class BalanceSheet(Drawn):
    """A line for each seat: its chance at the start, gains and losses, and its chance now."""

    LOOKS = SEAT_LOOKS

    def __init__(self) -> None:
        super().__init__(id="balance")
        self._lines: Sequence[tuple[Player, Balance]] = ()

    def show(self, lines: Sequence[tuple[Player, Balance]]) -> None:
        self._lines = lines
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        names = min(_NAME, max((cell_len(player.name) for player, _ in self._lines), default=0))
        first = names + 4 + (_NUMBER if canvas.width >= _NARROW else 0)
        column = (canvas.width - first - _NUMBER - 1) // 3
        heads = ("review.balance.draws", "review.balance.others", "review.balance.given")
        canvas.write(1, 0, say("review.balance.title"), self.style_of("dim"), limit=first - 2)
        for at, head in enumerate(heads):
            canvas.write(first + 1 + at * column, 0, say(head), self.style_of("dim"), limit=column - 1)
        for y, (player, one) in enumerate(self._lines, start=1):
            ink = self.style_of(player.look)
            canvas.write(1, y, player.sign, ink)
            canvas.write(3, y, player.name, ink, limit=names)
            if canvas.width >= _NARROW:
                canvas.write_right(first, y, percent(one.start), self.style_of("dim"))
            for at, gain in enumerate((one.draws, one.others, -one.given)):
                self._draw_gain(canvas, first + 1 + at * column, y, gain, column - 1)
            canvas.write_right(canvas.width - 1, y, percent(one.now), self.style_of("strong"))

    def _draw_gain(self, canvas: Canvas, x: int, y: int, gain: float, room: int) -> None:
        points = round(100 * gain)
        ink = self.style_of("good" if points > 0 else "bad" if points else "dim")
        canvas.write_right(x + 4, y, signed(points), ink)
        longest = min(_LONGEST, room - 5)
        if longest >= 2:
            canvas.write(x + 5, y, _bar(min(1.0, abs(gain)), longest), ink)


def _bar(share: float, cells: int) -> str:
    eighths = round(share * cells * 8)
    return "█" * (eighths // 8) + (_EIGHTHS[eighths % 8].strip())
