"""The end of a game of Triqueta: the scoresheet."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from textual.app import ComposeResult

from triqueta_protocol.games.triqueta import TOWERS, Mine, Public, Took
from triqueta_protocol.mirror import Mirror
from triqueta_tui.game import FinalSheet
from triqueta_tui.games.triqueta.paper_scoresheet import PaperScoresheet
from triqueta_tui.games.triqueta.view import View
from triqueta_tui.locale import say
from triqueta_tui.locale.numbers import signed
from triqueta_tui.session.view import TableView
from triqueta_tui.table.result_sheet import ResultSheet

_AROUND = 5
"""Lines around the scoresheet: the headline, the notes below it, and the footer."""


class TriquetaResult(ResultSheet[Public, Mine]):
    NOTES_FROM = 18
    BOARD_ALONE = True

    def __init__(self, now: View, told: Sequence[Struct] = ()) -> None:
        super().__init__(now, told)
        self._told = told
        self.paper = PaperScoresheet()

    def compose_board(self) -> ComposeResult:
        yield self.paper

    def on_mount(self) -> None:
        self.paper.show(self.now)

    def is_whole(self, told: Sequence[Struct]) -> bool:
        return sum(isinstance(one, Took) for one in told) == TOWERS * len(self.now.names)

    def gains(self, event: Struct) -> Mapping[int, int]:
        return {event.seat: event.points} if isinstance(event, Took) else {}

    def moments(self) -> list[str]:
        took = [one for one in self._told if isinstance(one, Took)]
        best = max(took, key=lambda one: one.points, default=None)
        if best is None or not self.course:
            return []
        words = {"who": self.now.who(best.seat), "row": best.row + 1, "points": signed(best.points)}
        return [say("triqueta.score.best", **words), *super().moments()]

    def fit(self, height: int) -> None:
        super().fit(height)
        around = 2 if height < self.NOTES_FROM else _AROUND
        self.paper.styles.height = PaperScoresheet.lines(height - around, over=True)

    def points_won(self) -> int:
        return self.totals[self.winners[0]]


_PICTURE: int = 24
"""Lines of a picture, with room for animals."""

_TEXT: int = 11
"""Lines of a text: one for each animal."""

_WIDEST_TEXT: int = 72
"""The width of a text, to be read on a screen of 80 columns."""


class TriquetaScoresheet(FinalSheet):
    def board(self, mirror: Mirror) -> PaperScoresheet | None:
        now = TableView.of(mirror)
        if now is None or now.public.scores is None:
            return None
        sheet = PaperScoresheet()
        sheet.show(now)
        return sheet

    def cells(self, seats: int, *, text: bool) -> tuple[int, int]:
        wide, high = (
            PaperScoresheet.cells(seats),
            PaperScoresheet.lines(_TEXT if text else _PICTURE, over=True),
        )
        return (min(wide, _WIDEST_TEXT) if text else wide), high

    def points(self, public: Public) -> Sequence[int]:
        return public.points

    def rounds_over(self, public: Public) -> int:
        return public.round - (public.phase not in {"tower", "reveal", "over"})
