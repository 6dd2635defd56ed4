"""The end of a round: the centres are turned up, and the lines of each carré are counted."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from msgspec import Struct
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.timer import Timer
from textual.widgets import Static

from triqueta_protocol.games.triche import Mine, Opened, Placed, Public, RoundEnded
from triqueta_tui.commands import TABLE_GO_ON
from triqueta_tui.commands.command import bindings
from triqueta_tui.games.triche.card_drawing import Tile
from triqueta_tui.games.triche.carres import Carres, arrange, drawn_sheet
from triqueta_tui.games.triche.view import View
from triqueta_tui.locale import say
from triqueta_tui.table.dialog import TableDialog
from triqueta_tui.table.standings import Standings
from triqueta_tui.widgets.footer import Footer

Stroke = tuple[int, int | None]
"""A carré and the line that is counted; None for its centre being turned up."""

STROKE: Final = 0.25
"""Seconds between two lines."""

LAST_LOOK: Final = 8.0
"""Seconds for which watchers see the last count before the result opens."""


class RoundEnd(TableDialog[Public, Mine]):
    """With motion the lines are counted one after the other; a key counts the rest."""

    CSS_PATH = "dialogs.tcss"
    WIDTH = 110
    LOW_BELOW = 20
    HINTS_WAIT = True
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(TABLE_GO_ON)]

    def __init__(self, now: View, ended: RoundEnded, go_on: Callable[[View], None]) -> None:
        super().__init__(now)
        self._ended = ended
        self._go_on = go_on
        self.carres = Carres(name="counted")
        self.standings = Standings()
        self.standings.styles.height = len(now.names)
        self._card = Vertical(id="dialog")
        self._following = Static(self._next(), id="worth", markup=False)
        self._strokes = _strokes(ended)
        self._counted = 0
        self._counting: Timer | None = None

    def compose(self) -> ComposeResult:
        with self._card:
            yield self.carres
            yield self.standings
            yield self._following
        yield Footer()

    def on_mount(self) -> None:
        self.carres.pictures = not self.app.has_class("-letters")
        self._begin()

    def count(self, now: View, ended: RoundEnded) -> None:
        """Count a later round instead, which was played while the dialog was open."""
        self.now, self._ended, self._strokes = now, ended, _strokes(ended)
        self.keep_open()
        if self.is_mounted:
            self._begin()

    def _begin(self) -> None:
        self._card.border_title = say("triche.table.round_end.title", round=self._ended.round)
        self._following.update(self._next())
        self._counted = 0
        if not self.app.has_class("-motion"):
            self._finish()
        elif self._counting is None:
            self._counting = self.set_interval(STROKE, self._count_next)
        self.draw()

    def fit(self, width: int, lines: int, *, low: bool) -> None:
        """Hide the standings if the carrés would be letters only beside them."""
        count, words = len(self._ended.carres), 1 if self._next() else 0
        alone = arrange(width, lines - words, count)
        beside = arrange(width, lines - words - count, count)
        standings = beside.tile is not Tile.LETTERS or alone.tile is Tile.LETTERS
        self.standings.display = standings
        self.carres.styles.height = (beside if standings else alone).lines
        self.draw()

    def follow(self, now: View, events: tuple[Struct, ...]) -> None:
        another = now.seat != self.now.seat
        self.now = now
        if now.seat is None and any(isinstance(one, Opened | Placed) for one in events):
            # Watchers press no keys: the next round closes the dialog.
            self.close()
            return
        if another and self.is_mounted:
            self._following.update(self._next())
            self.draw()

    def draw(self) -> None:
        counted = self._strokes[: self._counted]
        if self._counting is not None and counted:
            self.carres.in_sight = counted[-1][0]
        self._draw_standings(counted)
        self.carres.show(
            [
                drawn_sheet(
                    self.now,
                    sheet,
                    carre,
                    {line: sheet.lines[line] for one, line in counted if one == carre and line is not None},
                    turned=(carre, None) in counted,
                    total=not self.standings.display and self._counted == len(self._strokes),
                )
                for carre, sheet in enumerate(self._ended.carres)
            ]
        )

    def _draw_standings(self, counted: Sequence[Stroke]) -> None:
        """Show all points as far as the lines are counted."""
        gains = dict.fromkeys(range(len(self._ended.points)), 0)
        for carre, line in counted:
            sheet = self._ended.carres[carre]
            gains[sheet.owner] += sheet.lines[line] if line is not None else 0
        totals = self.now.public.points
        points = [totals[seat] - self._ended.points[seat] + gain for seat, gain in gains.items()]
        self.standings.show(self.now, points, gains, most=max(totals))

    def action_go_on(self) -> None:
        """Count the rest; when all is counted and seen, close the dialog."""
        if self._counted < len(self._strokes):
            self._finish()
            return
        following = self.carres.last_in_sight + 1
        if following < len(self._ended.carres):
            self.carres.in_sight = following
            self.draw()
            return
        self._leave()

    def on_click(self) -> None:
        self.action_go_on()

    def _count_next(self) -> None:
        self._counted += 1
        if self._counted >= len(self._strokes):
            self._finish()
        else:
            self.draw()

    def _finish(self) -> None:
        self._counted = len(self._strokes)
        if self._counting is not None:
            self._counting.stop()
            self._counting = None
        if self.now.seat is None and self.now.over:
            self.set_timer(LAST_LOOK, self._leave)
        self.draw()

    def _leave(self) -> None:
        if self.is_active and not self.is_leaving:
            self.close()
            self._go_on(self.now)

    def _next(self) -> str:
        public = self.now.public
        if public.phase == "over":
            return ""
        kind = "next_you" if public.start == self.now.seat else "next"
        return say(f"triche.table.round_end.{kind}", round=public.round, who=self.now.names[public.start])


def _strokes(ended: RoundEnded) -> list[Stroke]:
    """The steps of the count."""
    strokes: list[Stroke] = []
    for carre, sheet in enumerate(ended.carres):
        strokes.append((carre, None))
        strokes += [(carre, line) for line, points in enumerate(sheet.lines) if points]
    return strokes
