"""The scoresheet of Triché: points of all rounds, in the middle of a game and as its result."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec import Struct
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Vertical

from triqueta_protocol.games.triche import Mine, Public, RoundEnded
from triqueta_protocol.mirror import Mirror
from triqueta_tui.commands import TABLE_GO_ON
from triqueta_tui.commands.command import bindings
from triqueta_tui.game import FinalSheet
from triqueta_tui.games.triche.carres import Carres, drawn_carres
from triqueta_tui.games.triche.view import View
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import signed
from triqueta_tui.session.view import TableView
from triqueta_tui.table.dialog import TableDialog
from triqueta_tui.table.result_sheet import ResultSheet
from triqueta_tui.widgets.board import Board
from triqueta_tui.widgets.canvas import Canvas
from triqueta_tui.widgets.footer import Footer
from triqueta_tui.widgets.prose import padded


class Scoresheet(Board):
    """One line per player, best first; one column per round, as many of the latest as fit."""

    def __init__(self) -> None:
        super().__init__(id="rounds")
        self._now: View | None = None

    def show(self, now: View) -> None:
        self._now = now
        self.styles.height = 2 + len(now.public.points)
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        now = self._now
        if now is None:
            return
        public = now.public
        name = min(18, max(8, canvas.width // 3))
        total = canvas.width - 2
        rounds = list(enumerate(public.rounds, 1))
        room = max(0, (total - 7 - name) // 5)
        shown = rounds[-room:] if room else []
        canvas.write(1, 0, say("triche.table.scores.round"), self.style_of("dim"), limit=name)
        canvas.write_right(total, 0, say("triche.table.scores.total"), self.style_of("dim"))
        for column, (number, _) in enumerate(shown):
            canvas.write_right(name + 5 * (column + 1), 0, str(number), self.style_of("dim"))
        canvas.write(1, 1, "─" * (canvas.width - 2), self.style_of("faint"))
        for line, seat in enumerate(_ranked(now), 2):
            ink = self.style_of("mark" if seat == now.seat else "strong")
            canvas.write(1, line, padded(now.names[seat], name - 2), ink, limit=name - 2)
            for column, (_, points) in enumerate(shown):
                canvas.write_right(name + 5 * (column + 1), line, str(points[seat]), self.style_of("dim"))
            canvas.write_right(total, line, str(public.points[seat]), ink)


class ScoresDialog(TableDialog[Public, Mine]):
    """The points so far, in the middle of a game."""

    CSS_PATH = "dialogs.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(TABLE_GO_ON)]

    def __init__(self, now: View) -> None:
        super().__init__(now)
        self.sheet = Scoresheet()

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog") as dialog:
            dialog.border_title = say("triche.table.scores.title", target=self.now.public.target)
            yield self.sheet
        yield Footer()

    def on_mount(self) -> None:
        self.sheet.show(self.now)

    def look(self, now: View, events: tuple[Struct, ...]) -> None:
        self.now = now
        self.sheet.show(now)

    def action_go_on(self) -> None:
        self.dismiss()


def _ranked(now: View) -> list[int]:
    public = now.public
    if public.scores is not None:
        return sorted(
            range(len(public.points)), key=lambda seat: public.scores[seat].rank if public.scores else 0
        )
    return sorted(range(len(public.points)), key=lambda seat: -public.points[seat])


class TricheResult(ResultSheet[Public, Mine]):
    def __init__(self, now: View, told: Sequence[Struct] = ()) -> None:
        super().__init__(now, told)
        self._rounds = [one for one in told if isinstance(one, RoundEnded)]
        self._carres, self._sheet = Carres(name="last-carres"), Scoresheet()

    def compose_board(self) -> ComposeResult:
        yield self._carres

    def compose_sheet(self) -> ComposeResult:
        with Center():
            yield self._sheet

    def on_mount(self) -> None:
        self._sheet.show(self.now)
        self._carres.show(drawn_carres(self.now))

    def is_whole(self, told: Sequence[Struct]) -> bool:
        return sum(isinstance(one, RoundEnded) for one in told) == len(self.now.public.rounds)

    def gains(self, event: Struct) -> Mapping[int, int]:
        return dict(enumerate(event.points)) if isinstance(event, RoundEnded) else {}

    def moments(self) -> list[str]:
        if not self._rounds:
            return []
        best = max(self._rounds, key=lambda one: max(one.points))
        seat = best.points.index(max(best.points))
        words = {"who": self.now.who(seat), "round": best.round, "points": signed(best.points[seat])}
        return [say("triche.score.best", **words), *super().moments()]


_WIDTH = 68


class TricheScoresheet(FinalSheet):
    def board(self, mirror: Mirror) -> Scoresheet | None:
        now = TableView.of(mirror)
        if now is None or now.public.scores is None:
            return None
        sheet = Scoresheet()
        sheet.show(now)
        return sheet

    def cells(self, seats: int, *, text: bool) -> tuple[int, int]:
        return _WIDTH, seats + 2

    def points(self, public: Public) -> Sequence[int]:
        return public.points

    def rounds_over(self, public: Public) -> int:
        return len(public.rounds)
